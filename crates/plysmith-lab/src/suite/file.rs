//! A suite as a readable file.

use std::collections::HashSet;
use std::fmt::{self, Write};

use plysmith::Arena;
use plysmith::arena::{Board, Line};
use plysmith::game::TextError;

use super::{Kind, Known, Split, Suite, SuiteEntry};

/// The first line of every suite.
const HEAD: &str = "# plysmith suite 1";
/// The start of the game, as a position.
const START: &str = "startpos";

/// Why a file is no suite for a game.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// It is not of this kind of file.
    #[error("this is no suite: the first line should be `{HEAD}`; `suite import` takes over EPD and tab files")]
    Head,
    /// A line of the head is missing or makes no sense.
    #[error("the suite does not say its {what} (a line `# {what}: …`)")]
    Missing {
        /// What it should say.
        what: &'static str,
    },
    /// It is for another game.
    #[error("the suite is for {found}, not for {wanted}")]
    Game {
        /// Its game.
        found: String,
        /// The game asked for.
        wanted: String,
    },
    /// A row is damaged.
    #[error("line {line} of the file: {problem}")]
    Row {
        /// The number of the line.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// A position or a move in a row is none of the game.
    #[error("line {line} of the file: {error}")]
    Text {
        /// The number of the line.
        line: usize,
        /// What is wrong.
        error: TextError,
    },
    /// There is nothing in it.
    #[error("there are no positions in it")]
    Empty,
}

/// Whether a text claims to be a suite.
pub fn is_suite(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim_end() == HEAD)
}

impl Kind {
    /// The columns behind the position.
    fn columns(self) -> &'static [&'static str] {
        match self {
            Kind::Wins => &["win_in", "winning_moves"],
            Kind::Scores => &["scores"],
            Kind::Moves => &["best", "avoid"],
            Kind::Sequences | Kind::Positions => &[],
        }
    }
}

const COLUMNS: [&str; 5] = ["id", "part", "source", "start", "moves"];

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{HEAD}\n# game: {}\n# kind: {}", self.game, self.kind)?;
        for (name, value) in &self.provenance {
            writeln!(f, "# {name}: {}", value.replace('\n', " "))?;
        }
        let columns: Vec<&str> = COLUMNS.iter().chain(self.kind.columns()).copied().collect();
        writeln!(f, "{}", columns.join("\t"))?;
        for entry in &self.entries {
            let start = entry.line.start.as_deref().unwrap_or(START);
            write!(f, "{}\t{}\t{}\t{start}\t{}", entry.id, entry.split, entry.source, entry.line.moves.join(" "))?;
            match &entry.known {
                Known::Nothing => {}
                Known::Wins { plies, moves } => write!(f, "\t{plies}\t{}", moves.join(" "))?,
                Known::Moves { best, avoid } => write!(f, "\t{}\t{}", best.join(" "), avoid.join(" "))?,
                Known::Scores(scores) => {
                    f.write_char('\t')?;
                    for (index, (mv, score)) in scores.iter().enumerate() {
                        write!(f, "{}{mv}={score}", if index == 0 { "" } else { " " })?;
                    }
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Suite {
    /// Reads a suite and checks every position and move in it by the rules.
    pub fn read(arena: &dyn Arena, text: &str) -> Result<Suite, SuiteError> {
        if !is_suite(text) {
            return Err(SuiteError::Head);
        }
        let mut head: Vec<(String, String)> = Vec::new();
        let mut suite: Option<Suite> = None;
        let mut ids = HashSet::new();
        for (index, row) in text.lines().enumerate().skip(1) {
            let line = index + 1;
            if let Some(comment) = row.strip_prefix('#') {
                if let Some((name, value)) = comment.split_once(':') {
                    head.push((name.trim().into(), value.trim().into()));
                }
                continue;
            }
            let Some(suite) = &mut suite else {
                // The names of the columns; they follow from the kind.
                suite = Some(begin(arena, std::mem::take(&mut head))?);
                continue;
            };
            let cells: Vec<&str> = row.split('\t').collect();
            let entry = entry(arena, suite.kind, &cells, line)?;
            if !ids.insert(entry.id.clone()) {
                return Err(SuiteError::Row { line, problem: format!("the id `{}` is there twice", entry.id) });
            }
            suite.entries.push(entry);
        }
        suite.filter(|suite| !suite.entries.is_empty()).ok_or(SuiteError::Empty)
    }
}

fn begin(arena: &dyn Arena, mut head: Vec<(String, String)>) -> Result<Suite, SuiteError> {
    let mut take = |what: &'static str| {
        let at = head.iter().position(|(name, _)| name == what).ok_or(SuiteError::Missing { what })?;
        Ok(head.remove(at).1)
    };
    let (game, kind) = (take("game")?, take("kind")?);
    let kind = kind.parse().map_err(|()| SuiteError::Missing { what: "kind" })?;
    let wanted = arena.card().name;
    if game != wanted {
        return Err(SuiteError::Game { found: game, wanted });
    }
    Ok(Suite { game, kind, provenance: head, entries: Vec::new() })
}

fn entry(arena: &dyn Arena, kind: Kind, cells: &[&str], line: usize) -> Result<SuiteEntry, SuiteError> {
    let wrong = |problem: String| SuiteError::Row { line, problem };
    let text = |error: TextError| SuiteError::Text { line, error };
    let wanted = COLUMNS.len() + kind.columns().len();
    if cells.len() != wanted {
        return Err(wrong(format!("{} columns where {wanted} should be", cells.len())));
    }
    let words = |cell: &str| cell.split_whitespace().map(String::from).collect::<Vec<_>>();
    let start = (cells[3] != START).then(|| cells[3].to_string());
    let place = Line { start, moves: words(cells[4]) };
    let board = arena.board(&place).map_err(text)?;
    if board.outcome().is_some() {
        return Err(wrong("the game is over there".into()));
    }
    let legal = |moves: Vec<String>| {
        moves.iter().try_for_each(|mv| board.read_move(mv).map(|_| ())).map_err(text)?;
        Ok::<_, SuiteError>(moves)
    };
    let known = match kind {
        Kind::Sequences | Kind::Positions => Known::Nothing,
        Kind::Wins => {
            let plies = cells[5].parse().map_err(|_| wrong(format!("`{}` is no number of plies", cells[5])))?;
            Known::Wins { plies, moves: legal(words(cells[6]))? }
        }
        Kind::Moves => Known::Moves { best: legal(words(cells[5]))?, avoid: legal(words(cells[6]))? },
        Kind::Scores => {
            let mut scores = Vec::new();
            for word in words(cells[5]) {
                let pair = word.rsplit_once('=').and_then(|(mv, score)| Some((mv.to_string(), score.parse().ok()?)));
                scores.push(pair.ok_or_else(|| wrong(format!("`{word}` is no move with its score")))?);
            }
            legal(scores.iter().map(|(mv, _)| mv.clone()).collect())?;
            Known::Scores(scores)
        }
    };
    complete(&known, &*board, line)?;
    let split = cells[1].parse::<Split>().map_err(wrong)?;
    Ok(SuiteEntry { id: cells[0].into(), split, source: cells[2].into(), line: place, known })
}

/// Scores are of use only if every legal move has one: otherwise a move without would be neither good nor bad.
pub(super) fn complete(known: &Known, board: &dyn Board, line: usize) -> Result<(), SuiteError> {
    let Known::Scores(scores) = known else { return Ok(()) };
    let legal = board.moves();
    let scored = legal.iter().filter(|mv| scores.iter().any(|(other, _)| other == *mv)).count();
    if scored < legal.len() {
        let problem = format!("{scored} of {} legal moves have a score, and all of them should", legal.len());
        return Err(SuiteError::Row { line, problem });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    fn line() -> Line {
        Line { start: None, moves: vec!["a2a3".into()] }
    }

    fn suite(kind: Kind, known: Known) -> Suite {
        let line = line();
        let entry = SuiteEntry { id: "1".into(), split: Split::Heldout, source: "7".into(), line, known };
        let provenance = vec![("seed".into(), "1".into()), ("made by".into(), "a: b".into())];
        Suite { game: "breakthrough".into(), kind, provenance, entries: vec![entry] }
    }

    #[test]
    fn every_kind_of_suite_reads_back_as_it_was_written() {
        let arena = arena("breakthrough");
        for (kind, known) in [
            (Kind::Sequences, Known::Nothing),
            (Kind::Positions, Known::Nothing),
            (Kind::Wins, Known::Wins { plies: 7, moves: vec!["b7b6".into()] }),
            (Kind::Moves, Known::Moves { best: vec!["b7b6".into()], avoid: Vec::new() }),
            (Kind::Scores, Known::Scores(arena.view(&line()).unwrap().moves.into_iter().zip(-3..).collect())),
        ] {
            let suite = suite(kind, known);
            assert_eq!(Suite::read(&*arena, &suite.to_string()).unwrap(), suite);
        }
    }

    #[test]
    fn a_damaged_suite_is_refused_by_line() {
        let good = suite(Kind::Wins, Known::Wins { plies: 7, moves: vec!["b7b6".into()] }).to_string();
        let arena = arena("breakthrough");
        for (from, to, expected) in [
            ("# plysmith suite 1", "# something", "first line"),
            ("# game: breakthrough", "# game: chess", "for chess"),
            ("# kind: wins", "# kind: whims", "kind"),
            ("b7b6", "b7b5", "line 7"),
            ("a2a3", "a2a4", "line 7"),
            ("heldout", "hidden", "train, validation or heldout"),
            ("\t7\tb7b6", "\tseven\tb7b6", "seven"),
            ("\t7\tb7b6", "\t7", "6 columns where 7"),
        ] {
            assert!(good.contains(from), "{good}");
            let error = Suite::read(&*arena, &good.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let twice = format!("{good}{}", good.lines().last().unwrap());
        assert!(Suite::read(&*arena, &twice).unwrap_err().to_string().contains("twice"));
    }
}
