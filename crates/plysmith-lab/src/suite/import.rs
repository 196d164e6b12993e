//! Positions from files of others: EPD with its operations, FEN or any position a line, tab files with names in their first line.

use std::collections::HashMap;

use plysmith::Arena;
use plysmith::arena::{Board, Line};
use plysmith::game::TextError;

use super::file::complete;
use super::{Kind, Known, Split, Suite, SuiteEntry, is_suite};
use crate::suite::SuiteError;

/// Operation codes of EPD. What stands before the first one is the position.
const OPERATIONS: &[&str] = &[
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
    "c7",
    "c8",
    "c9",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
    "v0",
    "v1",
    "v2",
    "v3",
    "v4",
    "v5",
    "v6",
    "v7",
    "v8",
    "v9",
];

/// Names of columns that hold a position, the side to move, the right moves, the length of a win, and values of moves.
pub(crate) const POSITION: &[&str] = &["position", "board", "fen", "epd", "start"];
const SIDE: &[&str] = &["to_move", "side", "side_to_move"];
const RIGHT: &[&str] = &["winning_moves", "best", "best_moves", "bm"];
const AVOID: &[&str] = &["avoid", "am"];
const PLIES: &[&str] = &["win_in", "win_in_plies"];
const SCORES: &[&str] = &["scores", "all_listed_moves"];

/// So many lines that are left out are mentioned.
const MENTIONED: usize = 5;

/// A row of a file, before anybody knows what it means.
#[derive(Default)]
struct ImportedRow {
    name: Option<String>,
    position: String,
    right: Vec<String>,
    avoid: Vec<String>,
    plies: Option<u32>,
    scores: Vec<(String, i32)>,
}

impl ImportedRow {
    /// Whether what is known of it is enough for a suite of this kind.
    fn is(&self, kind: Kind) -> bool {
        match kind {
            Kind::Wins => self.plies.is_some() && !self.right.is_empty(),
            Kind::Scores => !self.scores.is_empty(),
            Kind::Moves => !self.right.is_empty() || !self.avoid.is_empty(),
            Kind::Positions | Kind::Sequences => true,
        }
    }
}

/// The positions of a file of any of these kinds.
pub fn positions(arena: &dyn Arena, text: &str) -> Result<Vec<Line>, SuiteError> {
    let lines: Vec<Line> = if is_suite(text) {
        Suite::read(arena, text)?.entries.into_iter().map(|entry| entry.line).collect()
    } else {
        suite(arena, text, "positions")?.entries.into_iter().map(|entry| entry.line).collect()
    };
    Ok(lines)
}

/// A suite, or what can be taken for one.
pub fn any(arena: &dyn Arena, text: &str, name: &str) -> Result<Suite, SuiteError> {
    if is_suite(text) { Suite::read(arena, text) } else { suite(arena, text, name) }
}

/// A suite out of a file of any of these kinds. A position that is there twice is taken once, and one of which less is known than of the others is left
/// out; the provenance says so. `name` says where they come from.
pub fn suite(arena: &dyn Arena, text: &str, name: &str) -> Result<Suite, SuiteError> {
    let mut known: HashMap<String, usize> = HashMap::new();
    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for (line, row) in rows_of(text)? {
        let board = arena.board(&Line::at(row.position.clone())).map_err(|error| SuiteError::Text { line, error })?;
        if board.outcome().is_some() {
            left_out.push(format!("line {line}, where the game is over"));
        } else if let Some(before) = known.get(&board.text()) {
            left_out.push(format!("line {line}, which repeats line {before}"));
        } else {
            known.insert(board.text(), line);
            rows.push((line, row, board));
        }
    }
    // The kind of which most is known, out of those that there are.
    let kinds = [Kind::Wins, Kind::Scores, Kind::Moves];
    let kind = kinds.into_iter().find(|&kind| rows.iter().any(|(_, row, _)| row.is(kind))).unwrap_or(Kind::Positions);
    rows.retain(|(line, row, _)| {
        if !row.is(kind) {
            left_out.push(format!("line {line}, of which nothing is known"));
        }
        row.is(kind)
    });
    if rows.is_empty() {
        return Err(SuiteError::Empty);
    }
    let mut entries = Vec::new();
    for (index, (line, row, board)) in rows.into_iter().enumerate() {
        let id = (index + 1).to_string();
        let source = row.name.clone().unwrap_or_else(|| format!("{name}:{line}")).replace('\t', " ");
        let known = meaning(kind, row, &*board).map_err(|error| SuiteError::Text { line, error })?;
        complete(&known, &*board, line)?;
        // Nobody but the maker knows which positions belong together, so that all of them are to measure on.
        entries.push(SuiteEntry { id, split: Split::Heldout, source, line: Line::at(board.text()), known });
    }
    let mut provenance = vec![("imported from".into(), name.into())];
    if !left_out.is_empty() {
        let more = if left_out.len() > MENTIONED { format!(" and {} more", left_out.len() - MENTIONED) } else { String::new() };
        left_out.truncate(MENTIONED);
        provenance.push(("left out".into(), format!("{}{more}", left_out.join("; "))));
    }
    Ok(Suite { game: arena.card().name, kind, provenance, entries })
}

fn meaning(kind: Kind, row: ImportedRow, board: &dyn Board) -> Result<Known, TextError> {
    let read = |moves: Vec<String>| moves.iter().map(|mv| board.read_move(mv)).collect::<Result<Vec<_>, _>>();
    Ok(match kind {
        Kind::Wins => Known::Wins { plies: row.plies.unwrap_or(0), moves: read(row.right)? },
        Kind::Moves => Known::Moves { best: read(row.right)?, avoid: read(row.avoid)? },
        Kind::Scores => {
            let scores = row.scores.into_iter().map(|(mv, score)| Ok((board.read_move(&mv)?, score)));
            Known::Scores(scores.collect::<Result<_, TextError>>()?)
        }
        Kind::Sequences | Kind::Positions => Known::Nothing,
    })
}

/// The rows with the numbers of their lines.
fn rows_of(text: &str) -> Result<Vec<(usize, ImportedRow)>, SuiteError> {
    let mut columns: Option<Vec<String>> = None;
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if let Some(head) = line.strip_prefix('#') {
            if head.contains('\t') && columns.is_none() {
                columns = Some(head.split('\t').map(column_name).collect());
            }
        } else if !line.is_empty() {
            let row = match &columns {
                Some(columns) => tab_row(columns, line),
                None => Ok(epd_row(line)),
            };
            rows.push((index + 1, row.map_err(|problem| SuiteError::Row { line: index + 1, problem })?));
        }
    }
    Ok(rows)
}

/// The name of a column, without what stands in brackets.
pub(crate) fn column_name(text: &str) -> String {
    text.split('(').next().unwrap_or_default().trim().to_lowercase().replace(' ', "_")
}

fn tab_row(columns: &[String], line: &str) -> Result<ImportedRow, String> {
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    let cell = |names: &[&str]| {
        let at = columns.iter().position(|column| names.contains(&column.as_str()))?;
        cells.get(at).copied().filter(|cell| !cell.is_empty())
    };
    let words = |text: Option<&str>| text.unwrap_or_default().split_whitespace().map(String::from).collect::<Vec<_>>();
    let position = cell(POSITION).ok_or_else(|| format!("no column is named {}", POSITION.join(", ")))?;
    let position = match cell(SIDE) {
        Some(side) => format!("{position} {side}"),
        None => position.into(),
    };
    let plies = cell(PLIES).map(|plies| plies.parse().map_err(|_| format!("`{plies}` is no number of plies"))).transpose()?;
    let mut scores = Vec::new();
    for word in words(cell(SCORES)) {
        let pair = word.rsplit_once([':', '=']).and_then(|(mv, score)| Some((mv.to_string(), score.parse().ok()?)));
        scores.push(pair.ok_or_else(|| format!("`{word}` is no move with its score, such as a2:+38"))?);
    }
    Ok(ImportedRow { name: None, position, right: words(cell(RIGHT)), avoid: words(cell(AVOID)), plies, scores })
}

/// A line of EPD, or a position alone.
fn epd_row(line: &str) -> ImportedRow {
    let words: Vec<&str> = line.split(' ').collect();
    // `c3` may also be a square of the position; a comment has an operand in quotes.
    let is_comment = |at: usize| words.get(at + 1).is_some_and(|next| next.starts_with('"'));
    let is_operation =
        |at: usize, word: &str| OPERATIONS.contains(&word) && (word.len() != 2 || !word.starts_with('c') || is_comment(at));
    let operations = (0..words.len()).find(|&at| is_operation(at, words[at])).filter(|_| line.contains(';'));
    let Some(at) = operations else {
        return ImportedRow { position: line.trim_end_matches(';').trim().into(), ..ImportedRow::default() };
    };
    let mut row = ImportedRow { position: words[..at].join(" ").trim().into(), ..ImportedRow::default() };
    for operation in split_operations(&words[at..].join(" ")) {
        let (code, operand) = operation.split_once(' ').unwrap_or((&operation, ""));
        let moves = || operand.split_whitespace().map(String::from).collect();
        match code {
            "bm" => row.right = moves(),
            "am" => row.avoid = moves(),
            "id" => row.name = Some(operand.trim_matches('"').into()),
            _ => {}
        }
    }
    row
}

/// Operations end with a semicolon that is not inside quotes.
fn split_operations(text: &str) -> Vec<String> {
    let mut operations = vec![String::new()];
    let mut quoted = false;
    for letter in text.chars() {
        quoted ^= letter == '"';
        if letter == ';' && !quoted {
            operations.push(String::new());
        } else if let Some(last) = operations.last_mut() {
            last.push(letter);
        }
    }
    operations.into_iter().map(|operation| operation.trim().to_string()).filter(|operation| !operation.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    const START: &str = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w";

    #[test]
    fn epd_is_a_position_with_operations() {
        let row = epd_row("r3kb1r/8/8/8/8/8/8/R3K2R w KQkq - bm d6 Nf3; am Ra1; id \"a; b\"; c0 \"x\";");
        assert_eq!(row.position, "r3kb1r/8/8/8/8/8/8/R3K2R w KQkq -");
        assert_eq!(
            (row.right, row.avoid, row.name.as_deref()),
            (vec!["d6".into(), "Nf3".into()], vec!["Ra1".into()], Some("a; b"))
        );
        assert_eq!(epd_row("8/8/8 w KQkq c3 bm e4; c0 \"x\";").position, "8/8/8 w KQkq c3", "a square is no comment");
        assert_eq!(epd_row("8/8/8 w KQkq - c0 \"x\"; bm e4;").right, ["e4"]);
        assert_eq!(epd_row("8/8/8 w - - 0 1").position, "8/8/8 w - - 0 1");
        assert_eq!(epd_row("8/8/8 w - -;").position, "8/8/8 w - -");
    }

    #[test]
    fn best_moves_make_a_suite_of_moves_and_are_checked_by_the_rules() {
        let arena = arena("breakthrough");
        let suite = suite(&*arena, &format!("{START} bm a2a3; id \"one\";\n\n{START} bm a2a3;\n"), "x.epd").unwrap();
        assert_eq!((suite.kind, suite.entries.len()), (Kind::Moves, 1), "the same position is taken once");
        assert_eq!(suite.entries[0].source, "one");
        assert_eq!(suite.provenance[1], ("left out".into(), "line 3, which repeats line 1".into()));
        let other = START.replace(" w", " b");
        let mixed = self::suite(&*arena, &format!("{START}\n{other} bm a7a6;\n"), "x.epd").unwrap();
        assert_eq!((mixed.kind, mixed.entries.len()), (Kind::Moves, 1), "what is known is not thrown away");
        let error = self::suite(&*arena, &format!("# comment\n{START} bm a2a4;"), "x.epd").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("a2a4"), "{error}");
    }

    #[test]
    fn tab_files_are_read_by_the_names_of_their_columns() {
        let arena = arena("breakthrough");
        let text = format!("#position(as FEN)\twin_in_plies\twinning_moves(all)\tmore\n{START}\t7\ta2a3 b2b3\tx\n");
        let suite = suite(&*arena, &text, "x.tsv").unwrap();
        assert_eq!(suite.entries[0].known, Known::Wins { plies: 7, moves: vec!["a2a3".into(), "b2b3".into()] });
        let few = "8/8/8/8/8/3p4/p7/7P w";
        let scored = format!("#number\tboard\tall listed moves\n1\t{few}\th1h2:+38 h1g2:-4\n");
        let suite = self::suite(&*arena, &scored, "x.tsv").unwrap();
        assert_eq!(suite.entries[0].known, Known::Scores(vec![("h1h2".into(), 38), ("h1g2".into(), -4)]));
        let error = self::suite(&*arena, &scored.replace(" h1g2:-4", ""), "x.tsv").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("1 of 2 legal moves"), "{error}");
        assert!(self::suite(&*arena, "#a\tb\nx\ty\n", "x").unwrap_err().to_string().contains("no column"));
    }

    #[test]
    fn positions_come_from_suites_as_well() {
        let arena = arena("breakthrough");
        let made = suite(&*arena, START, "x").unwrap();
        assert_eq!(made.kind, Kind::Positions);
        assert_eq!(positions(&*arena, &made.to_string()).unwrap(), positions(&*arena, START).unwrap());
        assert!(matches!(positions(&*arena, ""), Err(SuiteError::Empty)));
    }
}
