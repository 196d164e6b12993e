//! Suites: positions to measure on, each with what is known about it.
//!
//! A suite is a readable file: what it is and how it was made in lines that begin with `#`, then a table with tabs, a position a row. Suites are made by
//! self-play ([`make`]) or taken over from files of others ([`import`]). Every entry belongs to a part; no position and no game is in two parts.

mod file;
pub mod import;
pub mod make;
mod selfplay;

use std::fmt;
use std::str::FromStr;

use plysmith::arena::Line;
use serde::{Deserialize, Serialize};

pub use file::{SuiteError, is_suite};
pub use selfplay::{Players, SelfPlay, every_evaluation, usual_length};

/// Positions to measure on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The game.
    pub game: String,
    /// What is known of each entry.
    pub kind: Kind,
    /// How it was made, as name and value, in order.
    pub provenance: Vec<(String, String)>,
    /// The entries.
    pub entries: Vec<SuiteEntry>,
}

/// What is known of the entries of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Consecutive positions of games: for what a search costs.
    Sequences,
    /// Forced wins, with all moves that keep them: for what a search solves.
    Wins,
    /// The value of every legal move: for how much a search loses.
    Scores,
    /// The best moves or those to avoid, as somebody else found them.
    Moves,
    /// Nothing but the position.
    Positions,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Sequences, Kind::Wins, Kind::Scores, Kind::Moves, Kind::Positions];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Sequences => "sequences",
            Kind::Wins => "wins",
            Kind::Scores => "scores",
            Kind::Moves => "moves",
            Kind::Positions => "positions",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Kind, ()> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(())
    }
}

/// What a part of a suite is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// To learn from.
    Train,
    /// To decide when to stop learning.
    Validation,
    /// To prove that something was learned: never looked at before.
    Heldout,
}

impl Split {
    /// All parts.
    pub const ALL: [Split; 3] = [Split::Train, Split::Validation, Split::Heldout];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Split::Train => "train",
            Split::Validation => "validation",
            Split::Heldout => "heldout",
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> Result<Split, String> {
        let found = Split::ALL.into_iter().find(|part| part.name() == text);
        found.ok_or_else(|| format!("`{text}` is no part; use train, validation or heldout"))
    }
}

/// A position, or a sequence of them, with what is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteEntry {
    /// A name that no other entry of the suite has.
    pub id: String,
    /// What it is for.
    pub split: Split,
    /// The game that it comes from.
    pub source: String,
    /// The position; for a sequence its first position and the moves from there to its last.
    pub line: Line,
    /// What is known.
    pub known: Known,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// It is won in so many plies, and by these moves alone.
    Wins {
        /// The shortest win.
        plies: u32,
        /// All moves that win within as many plies.
        moves: Vec<String>,
    },
    /// One of these moves is right, or none of those is.
    Moves {
        /// Right moves; if there are none, all but the others.
        best: Vec<String>,
        /// Wrong moves.
        avoid: Vec<String>,
    },
    /// Every legal move with its value for the side that plays it.
    Scores(Vec<(String, i32)>),
}

impl SuiteEntry {
    /// Whether a move is right; `None` if that is not known.
    pub fn is_right(&self, mv: &str) -> Option<bool> {
        let named = |moves: &[String]| moves.iter().any(|other| other == mv);
        match &self.known {
            Known::Wins { moves, .. } => Some(named(moves)),
            Known::Moves { best, avoid } => Some((best.is_empty() || named(best)) && !named(avoid)),
            Known::Scores(scores) => Some(self.loss(mv) == Some(0) && !scores.is_empty()),
            Known::Nothing => None,
        }
    }

    /// By how much a move is worse than the best; `None` if that is not known.
    pub fn loss(&self, mv: &str) -> Option<i64> {
        let Known::Scores(scores) = &self.known else { return None };
        let best = scores.iter().map(|(_, score)| i64::from(*score)).max()?;
        scores.iter().find(|(other, _)| other == mv).map(|(_, score)| best - i64::from(*score))
    }
}

impl Suite {
    /// The entries of a part, or all of them.
    pub fn split(&self, part: Option<Split>) -> Vec<&SuiteEntry> {
        self.entries.iter().filter(|entry| part.is_none_or(|part| entry.split == part)).collect()
    }

    /// How many entries each part has.
    pub fn sizes(&self) -> [usize; 3] {
        Split::ALL.map(|part| self.entries.iter().filter(|entry| entry.split == part).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(known: Known) -> SuiteEntry {
        SuiteEntry { id: "1".into(), split: Split::Train, source: "1".into(), line: Line::start(), known }
    }

    #[test]
    fn a_move_is_right_by_what_is_known() {
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let wins = entry(Known::Wins { plies: 3, moves: words("a b") });
        assert_eq!((wins.is_right("a"), wins.is_right("c")), (Some(true), Some(false)));
        let avoid = entry(Known::Moves { best: Vec::new(), avoid: words("x") });
        assert_eq!((avoid.is_right("a"), avoid.is_right("x")), (Some(true), Some(false)));
        let scores = entry(Known::Scores(vec![("a".into(), 5), ("b".into(), -5), ("c".into(), 5)]));
        assert_eq!((scores.is_right("c"), scores.is_right("b")), (Some(true), Some(false)));
        assert_eq!((scores.loss("a"), scores.loss("b"), scores.loss("z")), (Some(0), Some(10), None));
        assert_eq!(entry(Known::Nothing).is_right("a"), None);
    }
}
