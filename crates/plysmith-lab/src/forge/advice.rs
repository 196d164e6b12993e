//! What the author of a game could add, ordered by what it is likely to bring.

use plysmith::enhance::CARDS;
use plysmith::game::Capability;

use super::ForgeContext;
use crate::lab::Lab;
use crate::report::{Cell, Column, Table};

/// Capabilities that help a search, those first that have brought most in the games that come with the program, with what to write and what it brings.
const ORDER: [(Capability, &str, &str); 6] = [
    (
        Capability::Tactical,
        "say which moves capture or otherwise change much at once (`tactical`)",
        "searches that end in the middle of an exchange are the commonest blunder; reductions and pruning also leave tactical moves alone",
    ),
    (
        Capability::Terms,
        "write the evaluation as a weighted sum (`terms`)",
        "its weights are then fitted to games; fitted weights scored 69 to 82 % against those set by hand in Lines of Action and Othello",
    ),
    (
        Capability::Pass,
        "allow a position in which the other side is to move (`pass`)",
        "the null move leaves out what is good enough even after doing nothing",
    ),
    (
        Capability::Hash,
        "keep the hash up to date move by move (`hash_after`)",
        "every node asks for it as soon as there is a table",
    ),
    (
        Capability::Atoms,
        "name simple properties of moves (`atoms`)",
        "moves that deserve more or less depth can then be found; 55 to 65 % in Halma and Breakthrough",
    ),
    (
        Capability::Symmetries,
        "say how the board can be turned (`symmetries`)",
        "mirror images share their table entries, which helps in the opening",
    ),
];

/// What is missing, as a table; `None` if nothing is.
pub(super) fn table(lab: &Lab, context: &ForgeContext) -> Option<Table> {
    let card = lab.arena().card();
    let mut table = Table::new(
        "What the author of the game could add, the most promising first",
        [Column::words("what"), Column::words("why"), Column::words("what then can be on")],
    );
    let mut rows = 0;
    // An evaluation that says the same of every position says nothing.
    let values: Vec<i32> =
        context.lines.iter().filter_map(|line| lab.arena().view(line).ok()).map(|view| view.evaluation).collect();
    if values.len() > 3 && values.iter().all(|value| *value == values[0]) {
        rows += 1;
        table.row([
            Cell::from("tell how good a position looks (`evaluate`)"),
            Cell::from("it is the same in all positions that were looked at, so that a search sees only what ends the game within its depth"),
            Cell::from("everything that compares with an evaluation"),
        ]);
    }
    for (capability, what, why) in ORDER.iter().filter(|(capability, ..)| !card.capabilities.contains(*capability)) {
        let enabled: Vec<&str> = CARDS.iter().filter(|card| card.capabilities.contains(capability)).map(|card| card.name).collect();
        let enabled = if enabled.is_empty() { "–".to_string() } else { enabled.join(", ") };
        table.row([Cell::from(*what), Cell::from(*why), Cell::from(enabled)]);
        rows += 1;
    }
    (rows > 0).then_some(table)
}
