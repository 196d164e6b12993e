//! Games in writing: PGN, with the moves as records of the game have them.
//!
//! Behind each move stand what its player thought of it, its depth and nodes: `{+25/8 10000}`. Without a date: the same match gives the same file.

use std::fmt::{self, Write};

use plysmith::Arena;
use plysmith::Score;
use plysmith::arena::{Board, Line};
use plysmith::game::Side;

use super::game::{Ending, Played};

/// A game with what its record says about it.
pub struct Record<'r> {
    /// The game that was played.
    pub arena: &'r dyn Arena,
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
        tag(f, "Variant", &self.arena.card().name)?;
        if let Some(start) = &self.opening.start {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", start)?;
        }
        tag(f, "WhitePace", &self.pace[0])?;
        tag(f, "BlackPace", &self.pace[1])?;
        tag(f, "PlyCount", &(self.opening.moves.len() + self.played.plies.len()).to_string())?;
        tag(f, "Termination", termination(&self.played.ending))?;
        let mut moves = Moves::new(self.arena, self.opening);
        let mut words = Vec::new();
        for mv in &self.opening.moves {
            words.push(moves.next(mv));
        }
        if !words.is_empty() && !self.played.plies.is_empty() {
            words.push("{opening}".into());
        }
        for ply in &self.played.plies {
            words.push(moves.next(&ply.mv));
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

/// The moves of a game one after the other, as its records number and write them.
struct Moves {
    /// Where the game stands; `None` once something was no move.
    board: Option<Box<dyn Board>>,
    ply: usize,
    first: bool,
}

impl Moves {
    fn new(arena: &dyn Arena, opening: &Line) -> Moves {
        let board = arena.board(&Line { start: opening.start.clone(), moves: Vec::new() }).ok();
        let ply = usize::from(board.as_ref().is_some_and(|board| board.side() == Side::Second));
        Moves { board, ply, first: true }
    }

    fn next(&mut self, mv: &str) -> String {
        let text = self.board.as_ref().and_then(|board| board.record(mv).ok()).unwrap_or_else(|| mv.into());
        self.board.take_if(|board| board.play(mv).is_err());
        let number = self.ply / 2 + 1;
        let text = match (self.ply.is_multiple_of(2), self.first) {
            (true, _) => format!("{number}. {text}"),
            (false, true) => format!("{number}... {text}"),
            (false, false) => text,
        };
        (self.ply, self.first) = (self.ply + 1, false);
        text
    }
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
    use crate::testing::arena;

    fn text(game: &str, opening: &Line, played: &Played) -> String {
        let arena = arena(game);
        let record = Record {
            arena: &*arena,
            event: "a \"match\"",
            round: "1.2".into(),
            players: ["A", "B"],
            opening,
            pace: ["100 nodes a move".into(), "depth 3 a move".into()],
            played,
        };
        record.to_string()
    }

    fn ply(mv: &str, second: bool, score: Option<i32>) -> Ply {
        Ply { mv: mv.into(), second, score, depth: 3, nodes: 100 }
    }

    #[test]
    fn a_record_has_tags_numbered_moves_and_the_reason_of_an_unusual_end() {
        let played = Played {
            winner: Winner::Second,
            ending: Ending::IllegalMove("illegal move: `a1a9` {x}".into()),
            plies: vec![ply("b7b6", true, Some(-5)), ply("c2c3", false, None), ply("a7a6", true, Some(999_995))],
        };
        let opening = Line { start: None, moves: vec!["a2a3".into()] };
        let text = text("breakthrough", &opening, &played);
        for part in ["[Event \"a \\\"match\\\"\"]", "[Result \"0-1\"]", "[Termination \"rules infraction\"]"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        assert!(
            text.contains("1. a2a3 {opening} b7b6 {-5/3 100} 2. c2c3 a7a6 {+W5/3 100} {illegal move: `a1a9`  x } 0-1\n"),
            "{text}"
        );
    }

    #[test]
    fn chess_is_written_as_other_programs_read_it() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 1";
        let opening = Line { start: Some(fen.into()), moves: vec!["d7d6".into()] };
        let played = Played { winner: Winner::First, ending: Ending::Rules, plies: vec![ply("f3f7", false, None)] };
        let text = text("chess", &opening, &played);
        assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{text}");
        assert!(text.contains("\n1... d6 {opening} 2. Qxf7# 1-0\n"), "{text}");
    }
}
