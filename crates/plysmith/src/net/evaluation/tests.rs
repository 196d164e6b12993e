//! Whole-number inference against a reference that is written plainly, and what is kept between evaluations against sums from scratch.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::part::{PartCard, Provenance};
use crate::testing::Heaps;

fn random(card: NetCard, seed: u64) -> Quantised {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut numbers = |count: usize, most: i16| (0..count).map(|_| rng.random_range(-most..=most)).collect::<Vec<i16>>();
    Quantised {
        rows: numbers(card.inputs * card.units, 700),
        bias: numbers(card.units, 700),
        output: numbers(card.heads * card.units, 9_000),
        output_bias: vec![12_345; card.heads],
        shift: 9,
    }
}

/// What the whole numbers mean, without lanes, memory or vectors.
fn reference(card: &NetCard, weights: &Quantised, active: &[u16], side: Side) -> i32 {
    let head = if card.heads == 2 { side.index() } else { 0 };
    let unit = |unit: usize| {
        let rows = active.iter().map(|&input| weights.rows[usize::from(input) * card.units + unit]);
        let sum = rows.fold(weights.bias[unit], |sum, weight| sum.wrapping_add(weight));
        let on = i64::from(sum.clamp(0, ONE));
        on * i64::from(weights.output[head * card.units + unit])
    };
    let sum: i64 = (0..card.units).map(unit).sum::<i64>() + i64::from(weights.output_bias[head]);
    sum.div_euclid(1 << weights.shift) as i32
}

fn card(units: usize, heads: usize, turned: bool) -> NetCard {
    NetCard { inputs: 40, units, heads, turned, ten_to_one: 500 }
}

#[test]
fn whole_numbers_equal_the_plain_reference() {
    for (units, heads) in [(1, 1), (8, 2), (16, 1), (17, 2), (64, 1), (256, 2)] {
        let card = card(units, heads, false);
        let weights = random(card, units as u64);
        let net = EvaluationNet::new(card, None, &weights).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        for _ in 0..50 {
            let active: Vec<u16> = (0..40).filter(|_| rng.random_range(0..3) == 0).collect();
            for side in [Side::First, Side::Second] {
                assert_eq!(net.points_of(&active, side), reference(&card, &weights, &active, side), "{units} units");
            }
        }
    }
}

fn part(card: NetCard, weights: &Quantised, free: Option<&FreeInputs>) -> Part {
    let (body, shape) = weights.write(&card, free);
    let provenance = Provenance { command: "test".into(), seed: 1, build: "b".into(), data: "d".into() };
    let card = PartCard { kind: EvaluationNet::KIND.into(), game: "heaps".into(), shape: shape.into_iter().collect(), provenance };
    Part::new(card, body).unwrap()
}

#[test]
fn a_part_is_read_as_it_was_written_and_anything_else_is_refused() {
    let free = FreeInputs::learn(&Heaps, 1).unwrap();
    for free in [None, Some(&free)] {
        let card = NetCard { inputs: free.map_or(40, FreeInputs::len), ..card(16, 2, true) };
        let weights = random(card, 3);
        let whole = part(card, &weights, free);
        assert_eq!(Quantised::read(&whole).unwrap(), (card, weights.clone(), free.cloned()));
        assert_eq!(EvaluationNet::decode(&whole).unwrap().card(), card);
        let refused = |change: &dyn Fn(&mut PartCard, &mut Vec<u8>)| {
            let (mut card, mut body) = (whole.card().clone(), whole.body().to_vec());
            change(&mut card, &mut body);
            EvaluationNet::decode(&Part::new(card, body).unwrap()).map(|_| ()).unwrap_err().to_string()
        };
        assert!(refused(&|_, body| body.truncate(100)).contains("too few for its shape"));
        if free.is_none() {
            assert!(refused(&|_, body| body.push(0)).contains("too many for its shape"));
        } else {
            assert!(refused(&|_, body| body.truncate(body.len() - 1)).contains("learn it anew"));
        }
        assert!(refused(&|card, _| assert!(card.shape.insert("units".into(), 3_000).is_some())).contains("3000 units"));
        assert!(refused(&|card, _| assert!(card.shape.remove("heads").is_some())).contains("heads"));
        let large =
            Quantised { output: vec![i16::MAX; card.units * card.heads], output_bias: vec![i32::MAX; 2], ..weights.clone() };
        let large = EvaluationNet::decode(&part(card, &large, free)).map(|_| ()).unwrap_err();
        assert!(large.to_string().contains("too large"), "{large}");
    }
}

/// Positions in an order like that of a search, passes included.
#[test]
fn what_a_memory_gives_is_what_is_made_from_scratch() {
    let free = FreeInputs::learn(&Heaps, 1).unwrap();
    let game = Heaps;
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut memory = NetMemory::default();
    for (units, heads) in [(16, 2), (24, 1), (40, 2), (64, 1), (24, 2)] {
        let card = NetCard { inputs: free.len(), ..card(units, heads, false) };
        let net = EvaluationNet::new(card, Some(free.clone()), &random(card, 11)).unwrap();
        // It was of another network before.
        memory.begin(&net);
        for _ in 0..200 {
            let mut state = game.start();
            let mut ply = 0;
            while game.outcome(&state).is_none() {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                // All that a search may do: it tries several moves from a position, comes back, and goes on behind the last one.
                let mut last = None;
                for _ in 0..rng.random_range(1..6) {
                    let mut child = state.clone();
                    if moves.is_empty() || (rng.random_range(0..5) == 0 && game.pass(&mut child)) {
                        if moves.is_empty() {
                            break;
                        }
                    } else {
                        game.play(&mut child, moves[rng.random_range(0..moves.len())]);
                    }
                    // Some positions are not evaluated.
                    if rng.random_range(0..4) > 0 {
                        assert_eq!(net.points(&game, &child, &mut memory, ply + 1), net.evaluate(&game, &child));
                    }
                    last = Some(child);
                }
                let Some(child) = last else { break };
                (state, ply) = (child, ply + 1);
            }
        }
    }
}
