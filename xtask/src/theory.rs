//! The games whose value is known, solved once more.

use crate::Command;
use crate::cargo::{cargo, run};

pub const COMMAND: Command = Command {
    name: "theory",
    usage: "[GAME …]\n\n  GAME   othello-4x4, othello-6x6, breakthrough-5x5 or breakthrough-5x5-rows-1 (default: all)\n\n\
        PLYSMITH_EMPTY=N solves the perfect game of othello-6x6 from N empty squares on (default: 20).",
    about: "games whose value is known: what is published, what the search finds, what a second program says",
    run: |args| {
        let names: Vec<&str> = GAMES.iter().map(|(name, _)| *name).collect();
        let given = args.names(&names)?;
        let wanted = GAMES.iter().filter(|(name, _)| given.is_empty() || given.iter().any(|given| given == name));
        let features = ["--no-default-features", "--features", "breakthrough,othello"];
        let test = ["test", "--release", "-p", "plysmith-games", "--test", "theory"];
        // One after the other, so that the times mean something.
        let options = ["--", "--include-ignored", "--nocapture", "--test-threads", "1"];
        run(cargo(&test).args(features).args(options).args(wanted.map(|(_, test)| *test)))
    },
};

/// The names of games, each with what the names of its tests begin with.
const GAMES: &[(&str, &str)] = &[
    ("othello-4x4", "othello_4x4_"),
    ("othello-6x6", "othello_6x6_"),
    ("breakthrough-5x5", "breakthrough_5x5_is_"),
    ("breakthrough-5x5-rows-1", "breakthrough_5x5_with_one_row_"),
];
