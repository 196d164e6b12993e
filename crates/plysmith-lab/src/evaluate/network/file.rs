//! Games to learn from as a file, across runs and builds: a line of text each, which says the moves, and what was thought of them.
//!
//! The first line is `plysmith games 1 GAME`. Every other line is a game from the standard start: its result, and then its moves, each with what the side that played it thought of the position before
//! it, in points, behind a slash; a move without a slash was drawn at random. What positions look like to a network is found out anew whenever the games are read: a file outlives the inputs of a game.

use std::fmt::Write;

use super::LearningGame;
use crate::play::Winner;

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// It is something else.
    #[error("it does not begin with `{HEAD} GAME`; name a file that `evaluate --positions` wrote")]
    Head,
    /// It is of another game.
    #[error("it is about {found}, not {wanted}; name another file")]
    Game {
        /// Which.
        found: String,
        /// Which it should be.
        wanted: String,
    },
    /// A line is no game.
    #[error("line {line} is no game: {reason}; take the line away, or play the games again")]
    Line {
        /// The number of the line, from 1 on.
        line: usize,
        /// Why.
        reason: String,
    },
}

const HEAD: &str = "plysmith games 1";

/// Games of a game as text.
pub fn write(game: &str, games: &[LearningGame]) -> String {
    let mut text = format!("{HEAD} {game}\n");
    for LearningGame { moves, scores, winner } in games {
        text.push_str(winner.result());
        for (mv, score) in moves.split_whitespace().zip(scores) {
            // A text takes everything.
            let _ = match score {
                Some(score) => write!(text, " {mv}/{score}"),
                None => write!(text, " {mv}"),
            };
        }
        text.push('\n');
    }
    text
}

/// The inverse of [`write()`]. Whether moves are legal is found out when they are played.
pub fn read(game: &str, text: &str) -> Result<Vec<LearningGame>, ArchiveError> {
    let mut lines = text.lines();
    let found = lines.next().and_then(|head| head.strip_prefix(HEAD)).map(str::trim).ok_or(ArchiveError::Head)?;
    if found != game {
        return Err(ArchiveError::Game { found: found.chars().take(80).collect(), wanted: game.into() });
    }
    let parse = |(at, line): (usize, &str)| one(line).map_err(|reason| ArchiveError::Line { line: at + 2, reason });
    lines.enumerate().filter(|(_, line)| !line.trim().is_empty()).map(parse).collect()
}

fn one(line: &str) -> Result<LearningGame, String> {
    let mut words = line.split_whitespace();
    let result = words.next().unwrap_or_default();
    let winner = [Winner::First, Winner::Second, Winner::Nobody].into_iter().find(|winner| winner.result() == result);
    let winner = winner.ok_or_else(|| format!("it begins with `{}` instead of 1-0, 0-1 or 1/2-1/2", result.escape_debug()))?;
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    for word in words {
        // Moves may have slashes of their own, scores have none.
        let (mv, score) = match word.rsplit_once('/').map(|(mv, score)| (mv, score.parse::<i32>())) {
            Some((mv, Ok(score))) => (mv, Some(score)),
            _ => (word, None),
        };
        moves.push(mv);
        scores.push(score);
    }
    Ok(LearningGame { moves: moves.join(" "), scores, winner })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_they_were_written_and_damage_is_named() {
        let game = |winner| LearningGame { moves: "a2a3 b7/b8 c1".into(), scores: vec![None, Some(-35), Some(0)], winner };
        let games = [
            game(Winner::First),
            game(Winner::Nobody),
            LearningGame { moves: String::new(), scores: Vec::new(), winner: Winner::Second },
        ];
        let text = write("nim", &games);
        assert_eq!(read("nim", &text).unwrap(), games);
        assert_eq!(read("nim", ""), Err(ArchiveError::Head));
        assert!(read("chess", &text).unwrap_err().to_string().contains("it is about nim, not chess"));
        let damaged = read("nim", &format!("{text}2-0 a2a3\n")).unwrap_err().to_string();
        assert!(damaged.contains("line 5 is no game") && damaged.contains("2-0"), "{damaged}");
    }
}
