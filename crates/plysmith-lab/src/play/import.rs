//! Games of others: PGN, or a table with a game a line.
//!
//! Of PGN count the moves and the position of the tag `FEN`; comments, variations and marks are passed over. A table has tabs between its columns: the moves stand in the one that a first line
//! such as `#result<tab>moves` calls so, otherwise in the last, and a column `start` or `position` says where a game begins. Moves are written as the game reads them. What records leave out is
//! put in: a move between two others that had to be played, such as a pass in Othello; and a game in a single word, such as `f5d6c3`, is taken apart. What goes on where the rules
//! have ended the game, as after a repetition that nobody claimed, is left out.

use plysmith::Arena;
use plysmith::arena::{Board, Line};
use plysmith::game::TextError;

use crate::suite::import::{POSITION, column_name};

/// Why a file has no games.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// There is nothing in it.
    #[error("there are no games in it; give PGN, or a game a line with its moves behind the last tab")]
    Empty,
    /// A game begins with no position.
    #[error("game {game}, on line {line} of the file: {error}")]
    Position {
        /// The number of the game.
        game: usize,
        /// The line that it begins on.
        line: usize,
        /// What is wrong.
        error: TextError,
    },
    /// A move is none.
    #[error("game {game}, on line {line} of the file, after {plies} plies: {error}")]
    Move {
        /// The number of the game.
        game: usize,
        /// The line that it begins on.
        line: usize,
        /// The moves that could be played.
        plies: usize,
        /// What is wrong.
        error: TextError,
    },
}

/// The games of a file.
pub fn games(arena: &dyn Arena, text: &str) -> Result<Vec<Line>, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    let is_pgn = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .is_some_and(|line| line.starts_with('[') || line.starts_with("1."));
    let written = if is_pgn { pgn(text) } else { table(text, &arena.card().name) };
    let games = written.iter().enumerate().map(|(index, written)| written.read(arena, index + 1));
    let games: Vec<Line> = games.collect::<Result<_, _>>()?;
    if games.is_empty() { Err(ImportError::Empty) } else { Ok(games) }
}

/// A game before anybody knows whether its moves are any.
#[derive(Debug, Default)]
struct Written<'t> {
    line: usize,
    start: Option<String>,
    words: Vec<&'t str>,
}

impl Written<'_> {
    fn read(&self, arena: &dyn Arena, game: usize) -> Result<Line, ImportError> {
        let mut played = Line { start: self.start.clone(), moves: Vec::new() };
        let mut board = arena.board(&played).map_err(|error| ImportError::Position { game, line: self.line, error })?;
        let together = self.words.len() == 1;
        for word in &self.words {
            let (mut rest, mut forced) = (*word, false);
            while !rest.is_empty() {
                if board.outcome().is_some() {
                    return Ok(played);
                }
                let mv = match next(&*board, rest, together) {
                    Ok((mv, length)) => {
                        (rest, forced) = (&rest[length..], false);
                        mv
                    }
                    Err(error) => {
                        let only = <[String; 1]>::try_from(board.moves()).ok().filter(|_| !forced);
                        let Some([only]) = only else {
                            return Err(ImportError::Move { game, line: self.line, plies: played.moves.len(), error });
                        };
                        forced = true;
                        only
                    }
                };
                board.play(&mv).map_err(|error| ImportError::Move { game, line: self.line, plies: played.moves.len(), error })?;
                played.moves.push(mv);
            }
        }
        Ok(played)
    }
}

/// The longest move that a game in a single word may have.
const LONGEST: usize = 8;

/// The move that a word is, and its length; of several moves in a word the first.
fn next(board: &dyn Board, word: &str, together: bool) -> Result<(String, usize), TextError> {
    let whole = board.read_move(word).map(|mv| (mv, word.len()));
    if whole.is_ok() || !together {
        return whole;
    }
    let parts = (1..=LONGEST).rev().filter_map(|length| word.get(..length));
    parts.filter_map(|part| board.read_move(part).ok().map(|mv| (mv, part.len()))).next().map_or(whole, Ok)
}

/// The games of a table.
fn table<'t>(text: &'t str, game: &str) -> Vec<Written<'t>> {
    let mut columns: Option<Vec<String>> = None;
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(head) = line.strip_prefix('#') {
            columns = columns
                .or_else(|| Some(head.split('\t').map(column_name).collect()))
                .filter(|names| names.iter().any(|name| name == "moves"));
        } else if !line.trim().is_empty() {
            let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
            let at = |names: &[&str]| columns.iter().flatten().position(|column| names.contains(&column.as_str()));
            let cell = |at: Option<usize>| at.and_then(|at| cells.get(at)).copied().filter(|cell| !cell.is_empty());
            // Some say there which kind of the game it is.
            let start = cell(at(POSITION)).filter(|start| !start.eq_ignore_ascii_case(game)).map(String::from);
            let moves = cell(at(&["moves"]).or(Some(cells.len() - 1))).unwrap_or_default();
            games.push(Written { line: index + 1, start, words: moves.split_whitespace().collect() });
        }
    }
    games
}

/// How games end, in chess and in draughts.
const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0"];

/// The games of a PGN file.
fn pgn(text: &str) -> Vec<Written<'_>> {
    let mut file = Pgn::default();
    for (index, line) in text.lines().enumerate() {
        file.line(index + 1, line);
    }
    file.games.extend(file.game);
    file.games
}

/// A PGN file, as far as it was read.
#[derive(Default)]
struct Pgn<'t> {
    games: Vec<Written<'t>>,
    /// The game that has begun.
    game: Option<Written<'t>>,
    /// Inside a comment.
    commented: bool,
    /// Inside so many variations.
    variations: usize,
}

impl<'t> Pgn<'t> {
    fn game(&mut self, line: usize) -> &mut Written<'t> {
        self.game.get_or_insert_with(|| Written { line, ..Written::default() })
    }

    fn line(&mut self, number: usize, line: &'t str) {
        if !self.commented && line.starts_with('%') {
            return;
        }
        if !self.commented && self.variations == 0 && line.trim_start().starts_with('[') {
            // A tag behind moves belongs to the next game, whether or not the one before has a result.
            self.games.extend(self.game.take_if(|game| !game.words.is_empty()));
            let game = self.game(number);
            game.start = tag(line, "FEN").or(game.start.take());
            return;
        }
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let after = rest[first.len_utf8()..].trim_start();
            rest = match first {
                _ if self.commented => {
                    self.commented = first != '}';
                    after
                }
                ';' => break,
                '{' => {
                    self.commented = true;
                    after
                }
                '(' => {
                    self.variations += 1;
                    after
                }
                ')' => {
                    self.variations = self.variations.saturating_sub(1);
                    after
                }
                _ => {
                    let length = rest.find(|letter: char| letter.is_whitespace() || "{;()".contains(letter)).unwrap_or(rest.len());
                    self.word(number, &rest[..length]);
                    rest[length..].trim_start()
                }
            };
        }
    }

    fn word(&mut self, line: usize, word: &'t str) {
        if self.variations > 0 {
            return;
        }
        if RESULTS.contains(&word) {
            self.games.extend(self.game.take());
        } else if let Some(mv) = move_of(word) {
            self.game(line).words.push(mv);
        }
    }
}

/// What a word says of a move, without its number and what somebody thinks of it.
fn move_of(word: &str) -> Option<&str> {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let word = if behind.starts_with('.') { behind.trim_start_matches('.') } else { word };
    Some(word.trim_end_matches(['!', '?'])).filter(|word| !word.is_empty() && !word.starts_with('$'))
}

/// The value of a tag, if the line is that tag.
fn tag(line: &str, name: &str) -> Option<String> {
    let (found, rest) = line.trim().strip_prefix('[')?.trim_start().split_once(char::is_whitespace)?;
    let value = rest.trim().strip_suffix(']')?.trim().strip_prefix('"')?.strip_suffix('"')?;
    (found == name).then(|| value.replace("\\\"", "\"").replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::record::Record;
    use crate::play::{Ending, Played, Ply, Winner};
    use crate::testing::arena;

    fn moves(game: &str, text: &str) -> Vec<Vec<String>> {
        games(&*arena(game), text).unwrap().into_iter().map(|line| line.moves).collect()
    }

    #[test]
    fn pgn_is_moves_without_what_others_say_of_them() {
        let text = "\u{feff}[Event \"a [b]\"]\n[Result \"1-0\"]\n\n1. e4 {best; (by test)\n[even here]} e5! (1... c5 2. Nf3 (2. c3)) 2.Qh5?! $6 Nc6 3. Bc4 ; d6\n% e6\nNf6?? 4. Qxf7# 1-0\n\n\
            [Event \"no result\"]\n1. d4 d5\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n1... Kd7 2. e4 *\n";
        let found = games(&*arena("chess"), text).unwrap();
        let lines: Vec<String> = found.iter().map(|line| line.moves.join(" ")).collect();
        assert_eq!(lines, ["e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", "d2d4 d7d5", "e8d7 e2e4"]);
        assert_eq!(found[2].start.as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"));
    }

    #[test]
    fn what_we_write_we_read() {
        let arena = arena("breakthrough");
        let opening = Line { start: None, moves: vec!["a2a3".into()] };
        let ply = |mv: &str, second| Ply { mv: mv.into(), second, score: Some(7), depth: 3, nodes: 100 };
        let played = Played { winner: Winner::Second, ending: Ending::Length, plies: vec![ply("b7b6", true), ply("c2c3", false)] };
        let record = Record {
            arena: &*arena,
            event: "x",
            round: "1".into(),
            players: ["A", "B"],
            opening: &opening,
            pace: ["1 node a move".into(), "1 node a move".into()],
            played: &played,
        };
        let text = format!("{record}\n{record}");
        assert_eq!(moves("breakthrough", &text), [["a2a3", "b7b6", "c2c3"]; 2]);
    }

    #[test]
    fn a_table_has_a_game_a_line() {
        let (plain, named) = ("D00\t1-0\ta2a3 b7b6\n", "#moves (all)\tplies\nb2b3 a7a6\t2\n\n# more\n");
        assert_eq!(moves("breakthrough", plain), [["a2a3", "b7b6"]]);
        assert_eq!(moves("breakthrough", named), [["b2b3", "a7a6"]]);
        let start = "#start\tmoves\n8/8/8/8/8/3p4/p7/7P w\th1h2\nBreakthrough\ta2a3\n";
        let found = games(&*arena("breakthrough"), start).unwrap();
        assert_eq!((found[0].start.as_deref(), found[1].start.as_deref()), (Some("8/8/8/8/8/3p4/p7/7P w"), None));
    }

    #[test]
    fn a_game_in_one_word_is_taken_apart_and_passes_are_put_in() {
        // Black has no move after h6.
        let arena = arena("othello");
        let before = games(&*arena, "f5f6d3g5h5h4f7h6").unwrap().remove(0);
        assert_eq!((before.moves.len(), before.moves[7].as_str()), (8, "h6"));
        let mut board = arena.board(&before).unwrap();
        assert_eq!(board.moves(), ["pass"]);
        board.play("pass").unwrap();
        let next = board.moves().remove(0);
        let gone_on = moves("othello", &format!("f5f6d3g5h5h4f7h6{next}\nf5 f6 d3 g5 h5 h4 f7 h6 {next}"));
        let expected: Vec<String> = before.moves.into_iter().chain(["pass".into(), next]).collect();
        assert_eq!(gone_on, [expected.clone(), expected]);
    }

    #[test]
    fn what_goes_on_after_the_end_is_left_out() {
        let again = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
        assert_eq!(moves("chess", &again)[0].len(), 8, "the start is there for the third time");
    }

    #[test]
    fn who_cannot_be_read_is_named() {
        let error = |text: &str| games(&*arena("breakthrough"), text).unwrap_err().to_string();
        let wrong = error("a2a3 b7b6\n\nb2b3 b2b4\n");
        assert!(wrong.contains("game 2, on line 3 of the file, after 1 plies") && wrong.contains("b2b4"), "{wrong}");
        assert!(error("#start\tmoves\nnowhere\ta2a3\n").contains("game 1, on line 2 of the file: "));
        assert!(error("").contains("no games") && error("# nothing\n").contains("no games"));
    }
}
