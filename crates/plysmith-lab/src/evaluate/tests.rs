use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::testing::arena;

/// Positions with random amounts of three terms, whose results follow the curve of these weights, ten to a group and each with a result of its own.
fn drawn(weights: [f64; 3], count: u32, seed: u64) -> Vec<Sample> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let one = |number: u32| {
        let amounts: Vec<(u16, f64)> = (0..3).map(|at| (at, f64::from(rng.random_range(-4..=4)))).collect();
        let value: f64 = amounts.iter().map(|&(at, amount)| weights[usize::from(at)] * amount).sum();
        let won = rng.random_bool(1.0 / (1.0 + (-value).exp()));
        Sample { amounts, result: f64::from(u8::from(won)), group: number / 10 }
    };
    (0..count).map(one).collect()
}

const WIDE: [(i32, i32); 3] = [(-1_000, 1_000); 3];

fn fitted(parts: &[Vec<Sample>; 3], present: &[i32; 3], ranges: &[(i32, i32); 3], threads: usize) -> Fitted {
    Wanted { train: &parts[0], validation: &parts[1], present, ranges, threads }.fit().unwrap()
}

fn parts(weights: [f64; 3], seed: u64) -> [Vec<Sample>; 3] {
    [(6_000, 0), (2_000, 1), (2_000, 2)].map(|(count, part)| drawn(weights, count, 10 * seed + part))
}

#[test]
fn weights_that_made_the_results_are_found_again() {
    for seed in 0..5 {
        let parts = parts([0.5, -0.2, 0.05], seed);
        let found = fitted(&parts, &[100, 100, 100], &WIDE, 2);
        // The scale is free: what counts is how the weights relate to each other.
        let steep = found.steep_after;
        for (at, truth) in [0.5, -0.2, 0.05].into_iter().enumerate() {
            let error = steep * found.errors[at].unwrap();
            let away = (steep * f64::from(found.weights[at]) - truth).abs();
            assert!(error < 0.02 && away < 4.0 * error, "seed {seed}, term {at}: {away} away with an error of {error}");
        }
        let loss = compare(&parts[2], &[100, 100, 100], &found, seed).unwrap();
        assert!(loss.ratio.high < 1.0 && loss.after < loss.before, "{loss:?}");
    }
}

#[test]
fn from_noise_nothing_is_learned() {
    let clear = (0..10).filter(|&seed| {
        let parts = parts([0.0; 3], seed);
        let found = fitted(&parts, &[100, 50, 20], &WIDE, 2);
        compare(&parts[2], &[100, 50, 20], &found, seed).unwrap().ratio.high < 1.0
    });
    assert!(clear.count() <= 1, "an interval of 95 % is wrong on one side in forty");
}

/// The present weights made the results: no others can be clearly better.
#[test]
fn weights_that_are_right_stay_about_where_they_are() {
    for seed in 0..5 {
        let parts = parts([0.4, -0.2, 0.1], seed);
        let found = fitted(&parts, &[400, -200, 100], &WIDE, 1);
        for (at, truth) in [400, -200, 100].into_iter().enumerate() {
            let error = found.errors[at].unwrap();
            assert!(f64::from((found.weights[at] - truth).abs()) < 4.0 * error + 1.0, "seed {seed}: {found:?}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let parts = parts([0.5, -0.2, 0.05], 7);
    let one = fitted(&parts, &[100, 100, 100], &WIDE, 1);
    for threads in [2, 5] {
        assert_eq!(fitted(&parts, &[100, 100, 100], &WIDE, threads), one);
    }
}

#[test]
fn weights_are_whole_stay_in_range_and_keep_the_scale() {
    let parts = parts([0.5, -0.2, 0.05], 3);
    let both: Vec<Sample> = parts[0].iter().chain(&parts[1]).cloned().collect();
    let size = |weights: &[i32]| logistic::size(&both, &weights.iter().map(|&weight| weight.into()).collect::<Vec<f64>>(), 1);
    for present in [[100, 100, 100], [3, 3, 3], [1_000, 1, 1]] {
        for ranges in [WIDE, [(-1_000, 1_000), (0, 1_000), (-1_000, 1_000)]] {
            let found = fitted(&parts, &present, &ranges, 1);
            let inside = found.weights.iter().zip(&ranges).all(|(weight, range)| (range.0..=range.1).contains(weight));
            assert!(inside, "{found:?}");
            let ratio = size(&found.weights) / size(&present);
            assert!((0.8..1.25).contains(&ratio), "{present:?} became {:?}: {ratio}", found.weights);
        }
    }
}

fn learn(game: &str, plan: &FitPlan, threads: usize) -> Evaluated {
    let arena = arena(game);
    let mut lab = Lab::new(&*arena, "").threads(threads);
    let subject = Subject::of(&*arena, &arena.preset("default").unwrap()).unwrap();
    evaluate(&mut lab, &subject, plan, None).unwrap()
}

#[test]
fn games_of_an_engine_teach_it_the_same_with_any_number_of_threads() {
    let plan = FitPlan { games: 240, nodes: 200, seed: 1 };
    let one = learn("breakthrough-5x5", &plan, 1);
    assert!(one.games > 200 && one.positions.iter().all(|&count| count > 100), "{one:?}");
    let held_out = one.held_out.unwrap();
    assert!(held_out.openings >= FEWEST && held_out.before > 0.0 && held_out.before < 1.0, "{held_out:?}");
    let arena = arena("breakthrough-5x5");
    arena.check_spec(&one.spec.spec().unwrap()).unwrap();
    for threads in [2, 5] {
        assert_eq!(learn("breakthrough-5x5", &plan, threads), one);
    }
}

#[test]
fn few_games_teach_nothing_and_say_so() {
    let few = learn("breakthrough-5x5", &FitPlan { games: 10, nodes: 100, seed: 1 }, 2);
    assert!(!few.is_clear() && few.held_out.is_none() && few.start == few.spec, "{few:?}");
    assert!(few.sentence().contains("too few"), "{}", few.sentence());
}

#[test]
fn patience_that_is_over_ends_the_games() {
    let arena = arena("breakthrough-5x5");
    let mut lab = Lab::new(&*arena, "");
    let subject = Subject::of(&*arena, &arena.preset("default").unwrap()).unwrap();
    let mut asked = 0;
    let mut patience = |_: &mut Lab, _: &str| -> Result<bool, LabError> {
        asked += 1;
        Ok(asked <= 1)
    };
    let plan = FitPlan { games: 400, nodes: 100, seed: 1 };
    let found = evaluate(&mut lab, &subject, &plan, Some(&mut patience)).unwrap();
    assert!(asked == 2 && (1..100).contains(&found.games), "{asked} {}", found.games);
}

#[test]
fn an_evaluation_without_terms_is_no_subject() {
    let arena = arena("tic-tac-toe");
    let mut spec = arena.preset("default").unwrap();
    assert!(Subject::of(&*arena, &spec).is_some());
    spec.weights.clear();
    spec.evaluate_by("nothing");
    assert!(Subject::of(&*arena, &spec).is_none());
}
