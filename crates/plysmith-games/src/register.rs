//! The one list of games.

use plysmith::arena::{Arena, GameArena};
use plysmith::game::Game;

/// A bundled game, with its sizes.
pub struct GameEntry {
    /// The name of the game in its usual size.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Names of other sizes, as examples; see [`find`].
    pub variants: &'static [&'static str],
    /// Makes the game of this name, if it is one of its sizes.
    pub make: fn(&str) -> Option<Box<dyn Arena>>,
    /// How Rust makes it.
    pub code: Code,
}

/// The Rust text that makes a game.
pub struct Code {
    /// The cargo feature that the game needs.
    pub feature: &'static str,
    /// The numbers of the plain name, as a list: `8, 8`.
    pub usual: &'static str,
    /// The text, from the root of the crate on, with `SIZE` for the numbers and `SIDE` for the first of them.
    pub text: &'static str,
}

/// Rules that are another crate's, without anything of plysmith's around them: they tell what the way through the contract costs.
#[derive(Clone, Copy)]
pub struct Beneath {
    /// The crate.
    pub name: &'static str,
    /// Its own count of the move sequences of a length from the start.
    pub perft: fn(u32) -> u64,
}

/// What the rules of this game stand on, if that is another crate.
pub fn beneath(game: &str) -> Option<Beneath> {
    match game {
        #[cfg(feature = "chess")]
        "chess" => Some(Beneath { name: "cozy-chess", perft: crate::chess::perft_beneath }),
        _ => None,
    }
}

/// Every game, in the order in which they are listed. A static and no constant: whoever looks at a constant with functions in it compiles them again,
/// and with them the search of every game.
pub static GAMES: &[GameEntry] = &[
    #[cfg(feature = "ataxx")]
    GameEntry {
        name: "ataxx",
        about: "multiply or jump, and turn what stands beside; more pieces win",
        variants: &["ataxx-4x4", "ataxx-5x5", "ataxx-6x6"],
        make: |name| {
            use crate::ataxx::Ataxx;
            let (files, ranks) = if name == "ataxx" { (7, 7) } else { size(name, "ataxx-")? };
            Ataxx::new(files, ranks).and_then(arena)
        },
        code: Code { feature: "ataxx", usual: "7, 7", text: "ataxx::Ataxx::new(SIZE).unwrap()" },
    },
    #[cfg(feature = "awari")]
    GameEntry {
        name: "awari",
        about: "sow seeds round the board and capture twos and threes; more seeds win",
        variants: &[],
        make: |name| {
            use crate::awari::Awari;
            match name {
                "awari" => arena(Awari::new()),
                "awari-generic-hash" => arena(Awari::new().with_generic_hash()),
                _ => None,
            }
        },
        code: Code { feature: "awari", usual: "", text: "awari::Awari::new()" },
    },
    #[cfg(feature = "breakthrough")]
    GameEntry {
        name: "breakthrough",
        about: "two rows of pieces each; first to reach the far row wins",
        variants: &["breakthrough-6x6", "breakthrough-5x5", "breakthrough-5x5-rows-1"],
        make: |name| {
            use crate::breakthrough::Breakthrough;
            match name {
                "breakthrough" => arena(Breakthrough::<8, 8>::new()),
                "breakthrough-6x6" => arena(Breakthrough::<6, 6>::new()),
                "breakthrough-5x5" => arena(Breakthrough::<5, 5>::new()),
                "breakthrough-5x5-rows-1" => arena(Breakthrough::<5, 5, 1>::new()),
                _ => None,
            }
        },
        code: Code { feature: "breakthrough", usual: "8, 8", text: "breakthrough::Breakthrough::<SIZE>::new()" },
    },
    #[cfg(feature = "chess")]
    GameEntry {
        name: "chess",
        about: "the game of kings: mate the enemy king",
        variants: &[],
        make: |name| if name == "chess" { arena(crate::chess::Chess::new()) } else { None },
        code: Code { feature: "chess", usual: "", text: "chess::Chess::new()" },
    },
    #[cfg(feature = "critical-mass")]
    GameEntry {
        name: "critical-mass",
        about: "pile up until squares explode onto their neighbours; who owns everything wins",
        variants: &["critical-mass-2x2", "critical-mass-2x3", "critical-mass-3x3"],
        make: |name| {
            use crate::critical_mass::CriticalMass;
            let (files, ranks) = if name == "critical-mass" { (5, 6) } else { size(name, "critical-mass-")? };
            CriticalMass::new(files, ranks).and_then(arena)
        },
        code: Code { feature: "critical-mass", usual: "5, 6", text: "critical_mass::CriticalMass::new(SIZE).unwrap()" },
    },
    #[cfg(feature = "draughts")]
    GameEntry {
        name: "draughts",
        about: "English draughts, or checkers: who cannot move loses",
        variants: &["draughts-6x6"],
        make: |name| {
            use crate::draughts::Draughts;
            match name {
                "draughts" => arena(Draughts::<8>::english()),
                "draughts-6x6" => arena(Draughts::<6>::english()),
                _ => None,
            }
        },
        code: Code { feature: "draughts", usual: "8", text: "draughts::Draughts::<SIDE>::english()" },
    },
    #[cfg(feature = "halma")]
    GameEntry {
        name: "halma",
        about: "step or jump over others; who fills the far corner wins",
        variants: &["halma-6x6", "halma-4x4"],
        make: |name| {
            use crate::halma::Halma;
            match name {
                "halma" => arena(Halma::<8>::new()),
                "halma-6x6" => arena(Halma::<6>::new()),
                "halma-4x4" => arena(Halma::<4>::new()),
                _ => None,
            }
        },
        code: Code { feature: "halma", usual: "8", text: "halma::Halma::<SIDE>::new()" },
    },
    #[cfg(feature = "hexapawn")]
    GameEntry {
        name: "hexapawn",
        about: "a row of pawns each; reach the far row or leave the opponent without a move",
        variants: &["hexapawn-4x4", "hexapawn-4x5", "hexapawn-8x8"],
        make: |name| {
            use crate::hexapawn::Hexapawn;
            let (files, ranks) = if name == "hexapawn" { (3, 3) } else { size(name, "hexapawn-")? };
            Hexapawn::new(files, ranks).and_then(arena)
        },
        code: Code { feature: "hexapawn", usual: "3, 3", text: "hexapawn::Hexapawn::new(SIZE).unwrap()" },
    },
    #[cfg(feature = "loa")]
    GameEntry {
        name: "loa",
        about: "Lines of Action: who has all pieces in one group wins",
        variants: &["loa-5x5"],
        make: |name| {
            use crate::loa::LinesOfAction;
            match name {
                "loa" => arena(LinesOfAction::<8>::new()),
                "loa-5x5" => arena(LinesOfAction::<5>::new()),
                _ => None,
            }
        },
        code: Code { feature: "loa", usual: "8", text: "loa::LinesOfAction::<SIDE>::new()" },
    },
    #[cfg(feature = "draughts")]
    GameEntry {
        name: "lose-checkers",
        about: "the moves of draughts: who cannot move, or has no piece left, wins",
        variants: &["lose-checkers-6x6"],
        make: |name| {
            use crate::draughts::Draughts;
            match name {
                "lose-checkers" => arena(Draughts::<8>::lose_checkers()),
                "lose-checkers-6x6" => arena(Draughts::<6>::lose_checkers()),
                _ => None,
            }
        },
        code: Code { feature: "draughts", usual: "8", text: "draughts::Draughts::<SIDE>::lose_checkers()" },
    },
    #[cfg(feature = "othello")]
    GameEntry {
        name: "othello",
        about: "enclosed discs turn over; more discs at the end win",
        variants: &["othello-6x6", "othello-4x4"],
        make: |name| {
            use crate::othello::Othello;
            match name {
                "othello" => arena(Othello::<8>::new()),
                "othello-6x6" => arena(Othello::<6>::new()),
                "othello-4x4" => arena(Othello::<4>::new()),
                _ => None,
            }
        },
        code: Code { feature: "othello", usual: "8", text: "othello::Othello::<SIDE>::new()" },
    },
    #[cfg(feature = "tic-tac-toe")]
    GameEntry {
        name: "tic-tac-toe",
        about: "three in a row",
        variants: &[],
        make: |name| if name == "tic-tac-toe" { arena(crate::tic_tac_toe::TicTacToe::new()) } else { None },
        code: Code { feature: "tic-tac-toe", usual: "", text: "tic_tac_toe::TicTacToe::new()" },
    },
    #[cfg(feature = "random")]
    GameEntry {
        name: "random",
        about: "a game tree drawn from a hash, in which there is nothing to learn",
        variants: &["random-7"],
        make: |name| {
            use crate::random::RandomGame;
            let seed = |rest: &str| if rest.is_empty() { Some(0) } else { rest.strip_prefix('-')?.parse().ok() };
            match name.strip_prefix("random-flat") {
                Some(rest) => arena(RandomGame::flat(seed(rest)?)),
                None => arena(RandomGame::new(seed(name.strip_prefix("random")?)?)),
            }
        },
        code: Code { feature: "random", usual: "0", text: "random::RandomGame::new(SIDE)" },
    },
    #[cfg(feature = "test-games")]
    GameEntry {
        name: "test-draughts-6x6",
        about: "small draughts with multi-jumps, for tests",
        variants: &[],
        make: |name| if name == "test-draughts-6x6" { arena(crate::testing::draughts6::Draughts6) } else { None },
        code: Code { feature: "test-games", usual: "", text: "testing::draughts6::Draughts6" },
    },
    #[cfg(feature = "test-games")]
    GameEntry {
        name: "test-sowing",
        about: "small sowing game whose repetition ends with a split, for tests",
        variants: &[],
        make: |name| if name == "test-sowing" { arena(crate::testing::sowing::Sowing) } else { None },
        code: Code { feature: "test-games", usual: "", text: "testing::sowing::Sowing" },
    },
    #[cfg(feature = "test-games")]
    GameEntry {
        name: "test-boxes",
        about: "dots and boxes, where a side may move twice, for tests",
        variants: &[],
        make: |name| if name == "test-boxes" { arena(crate::testing::boxes::Boxes) } else { None },
        code: Code { feature: "test-games", usual: "", text: "testing::boxes::Boxes" },
    },
];

/// Games for measurements only, by what their names begin with: they are found, but stand in no list and have no text to export.
const MEASURED: &[&str] = &["awari-generic-hash", "random-flat"];

/// Games for measurements only, of which nothing but the rules is written; see [`bare`](crate::bare).
fn bare(name: &str) -> Option<Box<dyn Arena>> {
    match name {
        #[cfg(feature = "bare")]
        "domineering-8x8" => arena(crate::bare::domineering::Domineering::<8>),
        #[cfg(feature = "bare")]
        "dodgem-5x5" => arena(crate::bare::dodgem::Dodgem::<5>),
        _ => None,
    }
}

/// The game of this name: `breakthrough`, or in another size `breakthrough-6x6`, `hexapawn-4x5`.
pub fn find(name: &str) -> Option<Box<dyn Arena>> {
    GAMES.iter().find_map(|entry| (entry.make)(name)).filter(|arena| arena.card().name == name).or_else(|| bare(name))
}

/// The cargo feature and the Rust text, from the root of this crate on, that make the game of this name. Games that are there for measurements only have
/// none.
pub fn code(name: &str) -> Option<(&'static str, String)> {
    if MEASURED.iter().any(|game| name.starts_with(game)) {
        return None;
    }
    let entry = GAMES.iter().find(|entry| (entry.make)(name).is_some_and(|arena| arena.card().name == name))?;
    let Code { feature, usual, text } = &entry.code;
    let rest = name.strip_prefix(entry.name).unwrap_or_default();
    let named: Vec<&str> = rest.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let size = if named.is_empty() { usual.to_string() } else { named.join(", ") };
    let side = size.split(',').next().unwrap_or_default();
    Some((*feature, text.replace("SIZE", &size).replace("SIDE", side)))
}

#[allow(dead_code, reason = "the list is empty without a game")]
fn arena<G: Game>(game: G) -> Option<Box<dyn Arena>> {
    Some(Box::new(GameArena::new(game)))
}

/// The files and ranks in a name such as `hexapawn-4x5`.
#[cfg(any(feature = "ataxx", feature = "critical-mass", feature = "hexapawn"))]
fn size(name: &str, prefix: &str) -> Option<(usize, usize)> {
    let (files, ranks) = name.strip_prefix(prefix)?.split_once('x')?;
    Some((files.parse().ok()?, ranks.parse().ok()?))
}
