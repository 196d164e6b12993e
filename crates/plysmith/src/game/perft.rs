//! Perft: the number of move sequences of a given length, the usual proof that rules are right.

use super::{Game, TextError};

/// The number of move sequences of exactly `depth` plies from `state`; a finished game has no successors.
///
/// ```
/// # use plysmith::game::perft;
/// # fn count<G: plysmith::Game>(game: G) -> u64 {
/// perft::count(&game, &game.start(), 5)
/// # }
/// ```
pub fn count<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut levels: Vec<Level<G>> = (0..depth).map(|_| Level { state: state.clone(), moves: Vec::new() }).collect();
    match levels.split_first_mut() {
        None => 1,
        Some((top, rest)) => descend(game, top, rest),
    }
}

/// The count below each legal move, in generation order.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 && game.outcome(state).is_none() {
        game.moves(state, &mut moves);
    }
    let below = |mv| {
        let mut child = state.clone();
        game.play(&mut child, mv);
        count(game, &child, depth - 1)
    };
    moves.into_iter().map(|mv| (mv, below(mv))).collect()
}

struct Level<G: Game> {
    state: G::State,
    moves: Vec<G::Move>,
}

/// The last ply is counted without being played.
fn descend<G: Game>(game: &G, here: &mut Level<G>, rest: &mut [Level<G>]) -> u64 {
    if game.outcome(&here.state).is_some() {
        return 0;
    }
    let Some((child, rest)) = rest.split_first_mut() else {
        return game.count_moves(&here.state, &mut here.moves) as u64;
    };
    here.moves.clear();
    game.moves(&here.state, &mut here.moves);
    let mut total = 0;
    for &mv in &here.moves {
        child.state.clone_from(&here.state);
        game.play(&mut child.state, mv);
        total += descend(game, child, rest);
    }
    total
}

/// A row of a file of published counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// The game as the file names it.
    pub game: String,
    /// The position, `startpos` for the starting one.
    pub position: String,
    /// Plies.
    pub depth: u32,
    /// How many sequences there are.
    pub count: u64,
}

/// Reads a CSV file of counts: a header, then game, position (in quotes if it has commas), depth, count; further columns are ignored.
pub fn read_rows(csv: &str) -> Result<Vec<PerftRow>, TextError> {
    csv.lines().skip(1).filter(|line| !line.trim().is_empty()).map(read_row).collect()
}

fn read_row(line: &str) -> Result<PerftRow, TextError> {
    let wrong = || TextError { what: "row of counts", input: line.into(), expected: "game,position,depth,count".into() };
    let (game, rest) = line.split_once(',').ok_or_else(wrong)?;
    let (position, rest) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once("\",").ok_or_else(wrong)?,
        None => rest.split_once(',').ok_or_else(wrong)?,
    };
    let mut numbers = rest.split(',');
    let mut number = || numbers.next().and_then(|text| text.trim().parse::<u64>().ok()).ok_or_else(wrong);
    let depth = u32::try_from(number()?).map_err(|_| wrong())?;
    Ok(PerftRow { game: game.into(), position: position.into(), depth, count: number()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_positions_keep_their_commas() {
        let rows = read_rows("game,position,depth,count,source\ncheckers,\"B:W1,2:B3\",2,49,x\nttt,startpos,1,9\n").unwrap();
        assert_eq!(rows[0], PerftRow { game: "checkers".into(), position: "B:W1,2:B3".into(), depth: 2, count: 49 });
        assert_eq!(rows[1].count, 9);
    }

    #[test]
    fn a_damaged_row_is_named() {
        let error = read_rows("header\nttt,startpos,one,9").unwrap_err();
        assert!(error.to_string().contains("ttt,startpos,one,9"), "{error}");
    }
}
