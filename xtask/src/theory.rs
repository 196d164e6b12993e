//! The games whose value is known, solved once more.

use crate::Command;
use crate::cargo::{cargo, run};

pub const COMMAND: Command = Command {
    name: "theory",
    usage: "[GAME …]\n\n  GAME   othello-4x4, othello-6x6, breakthrough-5x5, breakthrough-5x5-rows-1, critical-mass-3x3 or awari \
        (default: all)\n\nPLYSMITH_EMPTY=N solves the perfect game of othello-6x6 from N empty squares on (default: 20).\n\
        For awari: all endgames of up to eight seeds, which takes minutes.",
    about: "games whose value is known: what is published, what the search finds, what a second program says",
    run: |args| {
        let names: Vec<&str> = GAMES.iter().map(|(name, ..)| *name).collect();
        let given = args.names(&names)?;
        for target in TARGETS {
            let wanted: Vec<&str> = GAMES
                .iter()
                .filter(|(name, home, _)| home == target && (given.is_empty() || given.iter().any(|given| given == name)))
                .map(|(.., test)| *test)
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let test = ["test", "--release", "-p", "plysmith-games", "--no-default-features", "--features", target.features];
            // One after the other, so that the times mean something.
            let options = ["--", "--include-ignored", "--nocapture", "--test-threads", "1"];
            run(cargo(&test).args(target.select).args(options).args(wanted))?;
        }
        Ok(())
    },
};

/// Where tests are.
#[derive(PartialEq)]
struct Target {
    features: &'static str,
    select: &'static [&'static str],
}

/// Tests of their own.
const THEORY: Target = Target { features: "breakthrough,othello", select: &["--test", "theory"] };
/// Tests among those of the games, because they look inside.
const INSIDE: Target = Target { features: "awari,critical-mass", select: &["--lib"] };
const TARGETS: &[Target] = &[THEORY, INSIDE];

/// The names of games, each with where its tests are and what their names contain.
const GAMES: &[(&str, Target, &str)] = &[
    ("othello-4x4", THEORY, "othello_4x4_"),
    ("othello-6x6", THEORY, "othello_6x6_"),
    ("breakthrough-5x5", THEORY, "breakthrough_5x5_is_"),
    ("breakthrough-5x5-rows-1", THEORY, "breakthrough_5x5_with_one_row_"),
    ("critical-mass-3x3", INSIDE, "the_search_solves_3x3_as_a_plain_solver_does"),
    ("awari", INSIDE, "the_search_agrees_with_endgames_of_up_to_eight_seeds_solved_backwards"),
];
