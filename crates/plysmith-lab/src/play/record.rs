//! Games in writing: PGN, with the moves as the game writes them.
//!
//! Behind each move stand what its player thought of it, its depth and nodes: `{+25/8 10000}`. Without a date: the same match gives the same file.

use std::fmt::{self, Write};

use plysmith::Score;
use plysmith::arena::Line;

use super::game::{Ending, Played};

/// A game with what its record says about it.
pub struct Record<'r> {
    /// The game that was played.
    pub game: &'r str,
    /// The match or tournament.
    pub event: &'r str,
    /// The number of the game in it.
    pub round: String,
    /// The first and the second player.
    pub players: [&'r str; 2],
    /// Where it began.
    pub opening: &'r Line,
    /// How long each side thought.
    pub pace: [String; 2],
    /// How it went.
    pub played: &'r Played,
}

/// Lines are broken before they get longer.
const WIDTH: usize = 100;

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let result = self.played.winner.result();
        tag(f, "Event", self.event)?;
        tag(f, "Site", "?")?;
        tag(f, "Date", "????.??.??")?;
        tag(f, "Round", &self.round)?;
        tag(f, "White", self.players[0])?;
        tag(f, "Black", self.players[1])?;
        tag(f, "Result", result)?;
        tag(f, "Variant", self.game)?;
        if let Some(start) = &self.opening.start {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", start)?;
        }
        tag(f, "WhitePace", &self.pace[0])?;
        tag(f, "BlackPace", &self.pace[1])?;
        tag(f, "PlyCount", &(self.opening.moves.len() + self.played.plies.len()).to_string())?;
        tag(f, "Termination", termination(&self.played.ending))?;
        let mut words = Vec::new();
        for (index, mv) in self.opening.moves.iter().enumerate() {
            words.push(numbered(index, mv));
        }
        if !words.is_empty() && !self.played.plies.is_empty() {
            words.push("{opening}".into());
        }
        for (index, ply) in self.played.plies.iter().enumerate() {
            words.push(numbered(self.opening.moves.len() + index, &ply.mv));
            if let Some(score) = ply.score {
                words.push(format!("{{{}/{} {}}}", short(Score::from_points(score)), ply.depth, ply.nodes));
            }
        }
        if self.played.ending != Ending::Rules {
            words.push(format!("{{{}}}", self.played.ending.to_string().replace(['{', '}', '\n'], " ")));
        }
        words.push(result.into());
        writeln!(f, "\n{}", wrapped(&words))
    }
}

fn tag(f: &mut fmt::Formatter, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " "))
}

fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules => "normal",
        Ending::Adjudication | Ending::Length => "adjudication",
        Ending::Time => "time forfeit",
        Ending::IllegalMove(_) => "rules infraction",
        Ending::Fault(_) => "abandoned",
    }
}

/// A score in a word: points, or `+W5` and `-L5` for a game that is won or lost in five plies.
fn short(score: Score) -> String {
    match (score.won_in(), score.lost_in()) {
        (Some((plies, _)), _) => format!("+W{plies}"),
        (_, Some((plies, _))) => format!("-L{plies}"),
        _ => format!("{:+}", score.points()),
    }
}

fn numbered(index: usize, mv: &str) -> String {
    if index.is_multiple_of(2) { format!("{}. {mv}", index / 2 + 1) } else { mv.into() }
}

fn wrapped(words: &[String]) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let room = word.chars().count() + 1;
        if width > 0 && width + room > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
        }
        // Writing to a text cannot fail.
        let _ = write!(text, "{word}");
        width += room;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Ply, Winner};

    #[test]
    fn a_record_has_tags_numbered_moves_and_the_reason_of_an_unusual_end() {
        let ply = |mv: &str, second, score| Ply { mv: mv.into(), second, score, depth: 3, nodes: 100 };
        let played = Played {
            winner: Winner::Second,
            ending: Ending::IllegalMove("illegal move: `a1a9` {x}".into()),
            plies: vec![ply("b7b6", true, Some(-5)), ply("c2c3", false, None), ply("a7a6", true, Some(999_995))],
        };
        let opening = Line { start: Some("8/8 w".into()), moves: vec!["a2a3".into()] };
        let record = Record {
            game: "breakthrough",
            event: "a \"match\"",
            round: "1.2".into(),
            players: ["A", "B"],
            opening: &opening,
            pace: ["100 nodes a move".into(), "depth 3 a move".into()],
            played: &played,
        };
        let text = record.to_string();
        for part in ["[Event \"a \\\"match\\\"\"]", "[Result \"0-1\"]", "[FEN \"8/8 w\"]", "[Termination \"rules infraction\"]"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        assert!(
            text.contains("1. a2a3 {opening} b7b6 {-5/3 100} 2. c2c3 a7a6 {+W5/3 100} {illegal move: `a1a9`  x } 0-1\n"),
            "{text}"
        );
    }
}
