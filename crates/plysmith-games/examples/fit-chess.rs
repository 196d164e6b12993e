//! Fits the evaluation `hand` of chess to the results of games, and prints the source of `src/chess/evaluation/fitted.rs`.
//!
//! ```sh
//! cargo run --release -p plysmith-games --example fit-chess -- ../shared/data/chess-games/train_a_60k.tsv.zst
//! ```
//!
//! Each line of the file is a game: opening, result, two ratings, year, and the moves as in UCI, between tabs. Positions are taken where nobody
//! is in check and the moves before and behind are no captures. The result is predicted by a logistic curve of the value (400 for odds of ten
//! to one); descent by Adam in random batches, with a pull of weights and of the king's table to where they begin and of the other tables to zero. The last tenth of the games
//! is held out. In the end everything is scaled so that a pawn is worth 100 between the middle game and the ending.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::error::Error;
use std::fmt::Write;
use std::io::{BufRead, BufReader};

use cozy_chess::{Color, Piece};
use plysmith::game::Game;
use plysmith_games::chess::Chess;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// One in so many positions is taken.
const THIN: f64 = 0.15;
const EPOCHS: usize = 40;
const BATCH: usize = 8_192;
const MATERIAL_PULL: f32 = 1e-5;
/// The value of even odds times ten.
const ODDS: f32 = std::f32::consts::LN_10 / 400.0;

/// Where the weights begin, for the middle game and the ending: a guess.
const BEGIN: &[(&str, [f32; 2])] = &[
    ("pawn", [80.0, 110.0]),
    ("knight", [310.0, 290.0]),
    ("bishop", [330.0, 310.0]),
    ("rook", [460.0, 530.0]),
    ("queen", [950.0, 950.0]),
    ("bishop_pair", [25.0, 40.0]),
    ("knight_mobility", [4.0, 3.0]),
    ("bishop_mobility", [4.0, 4.0]),
    ("rook_mobility", [2.0, 4.0]),
    ("queen_mobility", [1.0, 3.0]),
    ("doubled", [-8.0, -14.0]),
    ("isolated", [-10.0, -12.0]),
    ("backward", [-8.0, -8.0]),
    ("supported", [7.0, 5.0]),
    ("passed", [1.0, 4.0]),
    ("passed_free", [1.0, 4.0]),
    ("passed_kings", [0.0, 3.0]),
    ("rook_open", [25.0, 10.0]),
    ("rook_half_open", [12.0, 8.0]),
    ("rook_seventh", [5.0, 20.0]),
    ("outpost", [20.0, 12.0]),
    ("pawn_threat", [45.0, 40.0]),
    ("minor_threat", [30.0, 25.0]),
    ("hanging", [15.0, 20.0]),
    ("king_shield", [6.0, 0.0]),
    ("king_files", [-12.0, 0.0]),
    ("king_attack", [3.0, 0.0]),
];

/// A position: what is in it, and what became of it, for the side to move.
struct Sample {
    /// The weights that matter, with their amounts.
    amounts: Vec<(u16, f32)>,
    result: f32,
}

/// How the weights lie in one list: those of the terms, then the tables.
struct Layout {
    terms: usize,
    scale: f32,
}

impl Layout {
    fn tables(&self) -> usize {
        self.terms - Piece::NUM - 1
    }

    fn weights(&self) -> usize {
        self.terms + Piece::NUM * 2 * 64
    }

    fn place(&self, piece: usize, ending: usize, square: usize) -> usize {
        self.terms + (piece * 2 + ending) * 64 + square
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file with records: see the head of this program")?;
    let game = Chess::new();
    let card = game.evaluations()[0];
    let layout = Layout { terms: card.terms.len(), scale: card.scale as f32 };
    let mut samples = read(&path, &game, &layout)?;
    let held_out = samples.split_off(samples.len() * 9 / 10);
    eprintln!("{} positions to learn from, {} held out", samples.len(), held_out.len());
    let mut weights = vec![0.0; layout.weights()];
    for (term, weight) in card.terms[..layout.tables()].chunks(2).zip(weights.chunks_mut(2)) {
        let begin = BEGIN.iter().find(|(name, _)| *name == term[0].name);
        weight.copy_from_slice(&begin.ok_or_else(|| format!("say in BEGIN where {} begins", term[0].name))?.1);
    }
    for square in 0..64 {
        let [middle, ending] = expected_of_a_king(square);
        weights[layout.place(Piece::King as usize, 0, square)] = middle;
        weights[layout.place(Piece::King as usize, 1, square)] = ending;
    }
    eprintln!("loss in the beginning: {:.5}", loss(&held_out, &weights));
    fit(&mut samples, &held_out, &mut weights, &layout);
    println!("{}", source(&weights, &layout));
    Ok(())
}

/// Masters keep their kings at home, so their games cannot tell what it costs to leave it: near a corner at first, near the centre later.
fn expected_of_a_king(square: usize) -> [f32; 2] {
    let (file, rank) = (square as f32 % 8.0, (square / 8) as f32);
    let from_centre = (file - 3.5).abs().max((rank - 3.5).abs());
    [5.0 * (file - 3.5).abs() - 25.0 * rank.min(4.0), 25.0 - 10.0 * from_centre]
}

fn read(path: &str, game: &Chess, layout: &Layout) -> Result<Vec<Sample>, Box<dyn Error>> {
    let file = ruzstd::decoding::StreamingDecoder::new(std::fs::File::open(path)?)?;
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut samples = Vec::new();
    for line in BufReader::new(file).lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, result, _, _, _, moves] = fields[..] else { continue };
        let white = match result {
            "1-0" => 1.0,
            "0-1" => 0.0,
            _ => 0.5,
        };
        let mut state = game.start();
        let mut before = true;
        for (ply, text) in moves.split(' ').enumerate() {
            if game.outcome(&state).is_some() {
                // Nobody claimed the draw.
                break;
            }
            let mv = game.read_move(&state, text)?;
            let loud = game.tactical(&state, mv) > 0;
            let quiet = !loud && !before && state.board().checkers().is_empty();
            if ply >= 12 && quiet && rng.random_bool(THIN) {
                let to_move = state.board().side_to_move();
                let result = if to_move == Color::White { white } else { 1.0 - white };
                samples.push(Sample { amounts: amounts(game, &state, layout), result });
            }
            before = loud;
            game.play(&mut state, mv);
        }
    }
    Ok(samples)
}

fn amounts(game: &Chess, state: &<Chess as Game>::State, layout: &Layout) -> Vec<(u16, f32)> {
    let mut terms = Vec::new();
    game.terms(state, &mut terms);
    terms[layout.tables()..layout.terms - 1].fill(0);
    let mut amounts: Vec<(u16, f32)> = Vec::new();
    amounts
        .extend((0u16..).zip(&terms).filter(|(_, amount)| **amount != 0).map(|(at, &amount)| (at, amount as f32 / layout.scale)));
    let board = state.board();
    let phase = |kind: Piece, parts: u32| board.pieces(kind).len() * parts;
    let left =
        (phase(Piece::Knight, 1) + phase(Piece::Bishop, 1) + phase(Piece::Rook, 2) + phase(Piece::Queen, 4)).min(24) as f32 / 24.0;
    for color in Color::ALL {
        let sign = if color == board.side_to_move() { 1.0 } else { -1.0 };
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                let at = |ending| layout.place(piece as usize, ending, square.relative_to(color) as usize) as u16;
                amounts.push((at(0), sign * left));
                amounts.push((at(1), sign * (1.0 - left)));
            }
        }
    }
    amounts
}

fn predict(sample: &Sample, weights: &[f32]) -> f32 {
    let value: f32 = sample.amounts.iter().map(|&(at, amount)| weights[usize::from(at)] * amount).sum();
    1.0 / (1.0 + (-value * ODDS).exp())
}

/// The mean cross entropy.
fn loss(samples: &[Sample], weights: &[f32]) -> f64 {
    let one = |sample: &Sample| {
        let chance = f64::from(predict(sample, weights)).clamp(1e-6, 1.0 - 1e-6);
        let result = f64::from(sample.result);
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

fn fit(samples: &mut [Sample], held_out: &[Sample], weights: &mut [f32], layout: &Layout) {
    let begin = weights.to_vec();
    let (mut first, mut second) = (vec![0.0f32; weights.len()], vec![0.0f32; weights.len()]);
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    let mut step = 0;
    for epoch in 1..=EPOCHS {
        samples.shuffle(&mut rng);
        // Large steps at first, small ones in the end.
        let rate = 2.0 * (1.0 - (epoch as f32 - 1.0) / EPOCHS as f32).powi(2);
        for batch in samples.chunks(BATCH) {
            let mut slope = vec![0.0f32; weights.len()];
            for sample in batch {
                let error = predict(sample, weights) - sample.result;
                sample.amounts.iter().for_each(|&(at, amount)| slope[usize::from(at)] += error * amount);
            }
            step += 1;
            for at in 0..weights.len() {
                let pull = match at {
                    // Who gives up material in games of masters gets something for it that no term sees.
                    at if at < 2 * (Piece::NUM - 1) => MATERIAL_PULL,
                    at if at < layout.terms => 2e-7,
                    _ => 4e-6,
                };
                let slope = slope[at] / batch.len() as f32 + pull * (weights[at] - begin[at]);
                first[at] = 0.9 * first[at] + 0.1 * slope;
                second[at] = 0.999 * second[at] + 0.001 * slope * slope;
                let (mean, spread) = (first[at] / (1.0 - 0.9f32.powi(step)), second[at] / (1.0 - 0.999f32.powi(step)));
                weights[at] -= rate * mean / (spread.sqrt() + 1e-8);
            }
        }
        eprintln!("epoch {epoch} of {EPOCHS}: loss {:.5}, held out {:.5}", loss(samples, weights), loss(held_out, weights));
    }
}

/// The tables around zero, what that takes from them in the value of the piece, all of it in hundredths of a pawn.
fn source(weights: &[f32], layout: &Layout) -> String {
    let mut weights = weights.to_vec();
    for piece in 0..Piece::NUM {
        for ending in 0..2 {
            let squares = if piece == 0 { 8..56 } else { 0..64 };
            let count = squares.len() as f32;
            let mean = squares.clone().map(|square| weights[layout.place(piece, ending, square)]).sum::<f32>() / count;
            squares.for_each(|square| weights[layout.place(piece, ending, square)] -= mean);
            if piece != Piece::King as usize {
                weights[2 * piece + ending] += mean;
            }
        }
    }
    let unit = 200.0 / (weights[0] + weights[1]);
    let round = |weight: f32| (weight * unit).round() as i32;
    let mut text = String::from("//! Written by `examples/fit-chess.rs`, from games of masters.\n\n/// For the move.\n");
    let _ = writeln!(text, "pub const TO_MOVE: i32 = {};\n", round(weights[layout.terms - 1]));
    let amounts = layout.tables() / 2;
    let _ =
        writeln!(text, "/// Middle game and ending, in the order of the amounts.\npub const WEIGHTS: [[i32; 2]; {amounts}] = [");
    for pair in weights[..layout.tables()].chunks(2) {
        let _ = writeln!(text, "    [{}, {}],", round(pair[0]), round(pair[1]));
    }
    text.push_str("];\n\n/// For each kind of piece the middle game and the ending, from a1 to h8 as its own side sees the board.\n#[rustfmt::skip]\n");
    text.push_str("pub const TABLES: [[[i8; 64]; 2]; 6] = [\n");
    for piece in 0..Piece::NUM {
        text.push_str("    [\n");
        for ending in 0..2 {
            text.push_str("        [\n");
            for rank in 0..8 {
                let value = |file: usize| round(weights[layout.place(piece, ending, 8 * rank + file)]).clamp(-128, 127);
                let row: Vec<String> = (0..8).map(|file| format!("{:>4}", value(file))).collect();
                let _ = writeln!(text, "           {},", row.join(","));
            }
            text.push_str("        ],\n");
        }
        text.push_str("    ],\n");
    }
    text.push_str("];");
    text
}
