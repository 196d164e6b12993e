//! Where inputs are on the board, found out by looking: an input and a piece on a square that always come together are the same thing.

use std::collections::HashMap;

use plysmith::Arena;
use plysmith::arena::Line;
use plysmith::game::{Side, TextError, hash};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::report::{Axis, HeatMap, HeatRow, Plot};

/// What inputs weigh on the squares of the board, for a kind of piece as the first side sees it when it is to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardWeights {
    /// How the board shows the piece, and whose it is: the first side's if so.
    pub piece: (String, Option<bool>),
    /// The names of the files, from the left, and of the rows, from the top.
    pub names: [Vec<String>; 2],
    /// The inputs of the squares, row by row.
    pub inputs: Vec<Option<u16>>,
}

/// Random games that are looked at, and how many plies of each.
const GAMES: u64 = 120;
const PLIES: usize = 120;

/// For each kind of piece the inputs of its squares; nothing for a game without a picture.
pub fn on_the_board(arena: &dyn Arena) -> Result<Vec<BoardWeights>, TextError> {
    let (mut inputs, mut squares): (HashMap<u16, u64>, HashMap<_, u64>) = Default::default();
    let (mut shape, mut number) = (None, 0);
    for game in 0..GAMES {
        let mut rng = Pcg64Mcg::seed_from_u64(hash::mix(game));
        let (mut board, mut line) = (arena.board(&Line::start())?, Line::start());
        let mut views = vec![board.view()];
        for _ in 0..PLIES {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())].clone();
            board.play(&mv)?;
            line.moves.push(mv);
            views.push(board.view());
        }
        // Where a game is over nobody is asked.
        for (at, view) in arena.inputs_along(&line, false)?.iter().zip(views) {
            let Some(picture) = view.picture.filter(|_| view.side == Side::First && view.outcome.is_none()) else { continue };
            number += 1;
            let mark = hash::mix(number);
            at.active.iter().for_each(|&input| add(inputs.entry(input).or_default(), mark));
            for (place, square) in picture.squares.iter().enumerate().filter(|(_, square)| !square.text.is_empty()) {
                let piece = (square.text.clone(), square.owner.map(|owner| owner == Side::First));
                add(squares.entry((piece, place)).or_default(), mark);
            }
            shape = Some([picture.file_labels, picture.row_labels]);
        }
    }
    let Some(names) = shape else { return Ok(Vec::new()) };
    // What two inputs or two squares share tells neither of them apart.
    let mut known: HashMap<u64, Option<u16>> = HashMap::new();
    for (&input, &marks) in &inputs {
        known.entry(marks).and_modify(|known| *known = None).or_insert(Some(input));
    }
    let mut pieces: Vec<_> = squares.keys().map(|(piece, _)| piece.clone()).collect();
    pieces.sort();
    pieces.dedup();
    let of_piece = |piece: (String, Option<bool>)| {
        let input = |place| known.get(squares.get(&(piece.clone(), place))?).copied().flatten();
        let inputs: Vec<_> = (0..names[0].len() * names[1].len()).map(input).collect();
        BoardWeights { piece, names: names.clone(), inputs }
    };
    Ok(pieces.into_iter().map(of_piece).filter(|found| found.inputs.iter().flatten().count() > 1).collect())
}

fn add(sum: &mut u64, mark: u64) {
    *sum = sum.wrapping_add(mark);
}

impl BoardWeights {
    /// The picture, with how much each input weighs.
    pub fn plot(&self, weights: &[f64]) -> Plot {
        let [files, rows] = &self.names;
        let cell = |input: &Option<u16>| input.and_then(|input| weights.get(usize::from(input)).copied());
        let row =
            |(label, inputs): (&String, &[Option<u16>])| HeatRow { label: label.clone(), cells: inputs.iter().map(cell).collect() };
        let rows = rows.iter().zip(self.inputs.chunks(files.len().max(1))).map(row).collect();
        let map = HeatMap { value: Axis::linear("weight").unit("points"), files: files.clone(), rows };
        let (text, first) = &self.piece;
        let whose = match first {
            Some(true) => "of the first side",
            Some(false) => "of the second side",
            None => "of nobody",
        };
        Plot::new(format!("What `{text}` {whose} weighs on each square"), map)
            .note("For the first side, when it is to move; as if every unit were between its limits, relative to an empty square.")
    }
}
