use plysmith::net::{Activation, Hidden, Layout};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::learn::{Example, Rprop};

/// Random positions of two views, whose targets are what another network answers.
fn examples(layout: &Layout, count: usize, seed: u64) -> Vec<Example> {
    let teacher = Network::seeded(layout.clone(), 1_000).unwrap();
    let (mut scratch, mut rng) = (Default::default(), Pcg64Mcg::seed_from_u64(seed));
    let mut list = |share: u32| -> Vec<u16> { (0..layout.inputs as u16).filter(|_| rng.random_ratio(share, 8)).collect() };
    let mut taught = Vec::new();
    for index in 0..count {
        let views = [list(2), list(2)];
        let wanted: Vec<u16> =
            (0..layout.outputs as u16).filter(|output| (index + usize::from(*output)) % 3 != 0 || layout.outputs == 1).collect();
        let mut targets = Vec::new();
        teacher.forward(&[&views[0], &views[1]], &wanted, &mut scratch, &mut targets);
        taught.push(Example { views, wanted, targets });
    }
    taught
}

fn layout() -> Layout {
    let hidden = vec![Hidden { units: 5, activation: Activation::Tanh }];
    Layout { first: 16, views: 2, hidden, direct: true, output: Activation::Sigmoid, ..Layout::of(24, 7) }
}

const SMALL: Training = Training {
    objective: Objective { loss: Loss::Squared, leak: LEAK },
    batch: 200,
    epochs: 3,
    rate: 0.01,
    last_rate: 0.001,
    adam: Adam { mean: 0.9, square: 0.999, epsilon: 1e-8 },
    seed: 5,
};

#[test]
fn weights_are_the_same_on_any_number_of_threads() {
    let examples = examples(&layout(), 1_037, 2);
    let adam = |threads: usize| {
        let mut network = Network::seeded(layout(), 1).unwrap();
        let trained = SMALL.run(&mut network, &examples[..], threads, &mut |_| true).unwrap();
        (network.to_bytes(), trained)
    };
    let rprop = |threads: usize| {
        let mut network = Network::seeded(layout(), 1).unwrap();
        let plan = FullBatch { epochs: 12, ..FullBatch::default() };
        let trained = plan.run(&mut network, &examples[..900], &examples[900..], threads, &mut |_| true).unwrap();
        (network.to_bytes(), trained)
    };
    let (by_adam, by_rprop) = (adam(1), rprop(1));
    for threads in 2..=4 {
        assert!(adam(threads) == by_adam, "{threads} threads");
        assert!(rprop(threads) == by_rprop, "{threads} threads");
    }
    let measured = |threads| measure(&Network::seeded(layout(), 1).unwrap(), &examples[..], Loss::Squared, threads);
    assert_eq!(measured(1), measured(3));
    assert_eq!(measured(1).examples, 1_037);
}

#[test]
fn a_network_learns_what_another_answers() {
    let layout = Layout { first: 16, views: 2, ..Layout::of(24, 1) };
    let (learned, other) = (examples(&layout, 4_000, 2), examples(&layout, 500, 3));
    let mut network = Network::seeded(layout, 1).unwrap();
    let before = measure(&network, &other[..], Loss::Squared, 2).mean_loss();
    let mut losses = Vec::new();
    let training = Training { epochs: 30, batch: 100, ..SMALL };
    let trained = training.run(&mut network, &learned[..], 2, &mut |epoch| {
        losses.push(epoch.measured.mean_loss());
        true
    });
    let after = measure(&network, &other[..], Loss::Squared, 2).mean_loss();
    assert!(after < before / 20.0, "{before} to {after}");
    assert_eq!((losses.len(), trained.unwrap().loss), (30, losses[29]));
}

#[test]
fn rprop_learns_by_all_examples_at_once() {
    let layout = Layout { first: 8, first_activation: Activation::Tanh, output: Activation::Sigmoid, ..Layout::of(16, 5) };
    let (learned, other) = (examples(&layout, 600, 2), examples(&layout, 200, 3));
    let mut network = Network::seeded(layout, 1).unwrap();
    let before = measure(&network, &other[..], Loss::Squared, 1);
    let rprop = Rprop { first: 0.01, ..Rprop::default() };
    let plan = FullBatch { rprop, measure: Measure::ErrorRate, epochs: 150, patience: 40, ..FullBatch::default() };
    let trained = plan.run(&mut network, &learned[..], &other[..], 2, &mut |_| true).unwrap();
    let after = measure(&network, &other[..], Loss::Squared, 1);
    assert_eq!(trained.validated, Some(after), "the best network is kept");
    assert!(after.error_rate() < before.error_rate() / 2.0, "{before:?} to {after:?}");
}

#[test]
fn patience_ends_what_gets_no_better_and_keeps_the_best() {
    let layout = Layout { direct: true, ..Layout::of(24, 1) };
    // Targets that nothing explains: more training only learns them by heart.
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    let mut noise = examples(&layout, 60, 2);
    noise.iter_mut().for_each(|example| example.targets[0] = rng.random_range(-1.0..1.0));
    let mut network = Network::seeded(layout, 1).unwrap();
    let mut validated = Vec::new();
    let plan = FullBatch { patience: 7, epochs: 400, ..FullBatch::default() };
    let trained = plan.run(&mut network, &noise[..40], &noise[40..], 1, &mut |epoch| {
        validated.extend(epoch.validated.map(|validated| validated.mean_loss()));
        true
    });
    let trained = trained.unwrap();
    let best = (0..validated.len()).min_by(|a, b| validated[*a].total_cmp(&validated[*b])).unwrap();
    assert_eq!((trained.kept, trained.epochs), (best as u64 + 1, best as u64 + 8), "{validated:?}");
    assert_eq!(measure(&network, &noise[40..], Loss::Squared, 1).mean_loss(), validated[best]);
}

#[test]
fn whoever_is_told_can_stop() {
    let examples = examples(&layout(), 300, 2);
    let mut network = Network::seeded(layout(), 1).unwrap();
    let trained = SMALL.run(&mut network, &examples[..], 3, &mut |epoch| epoch.number < 2).unwrap();
    assert_eq!(trained.epochs, 2);
}

#[test]
fn what_explodes_says_so_and_leaves_the_network_alone() {
    let layout = Layout { direct: true, ..Layout::of(24, 1) };
    let mut wild = examples(&layout, 100, 2);
    wild[70].targets[0] = 1e30;
    let start = Network::seeded(layout, 1).unwrap();
    for threads in [1, 2] {
        let mut network = start.clone();
        let error = SMALL.run(&mut network, &wild[..], threads, &mut |_| true).unwrap_err();
        assert!(
            error.to_string().contains("exploded in epoch 1") && error.to_string().contains("a lower rate than 0.0"),
            "{error}"
        );
        assert_eq!(network, start);
    }
}

#[test]
fn what_cannot_be_learned_is_refused() {
    let mut network = Network::seeded(layout(), 1).unwrap();
    let examples = examples(&layout(), 10, 2);
    let mut check = |training: Training, examples: &[Example], wanted: &str| {
        let error = training.run(&mut network, examples, 1, &mut |_| true).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    };
    check(SMALL, &[], "no examples to learn from");
    check(Training { rate: 0.0, ..SMALL }, &examples, "the rate of a training is 0");
    check(Training { batch: 0, ..SMALL }, &examples, "the batch of a training is 0");
    let error = FullBatch::default().run(&mut network, &examples[..], &examples[..0], 1, &mut |_| true).unwrap_err();
    assert!(error.to_string().contains("no examples to validate with"), "{error}");
}

#[test]
fn an_example_that_does_not_fit_ends_all_threads() {
    let mut examples = examples(&layout(), 500, 2);
    examples[400].views[0].push(24);
    let ended = std::panic::catch_unwind(|| {
        let mut network = Network::seeded(layout(), 1).unwrap();
        SMALL.run(&mut network, &examples[..], 2, &mut |_| true).map(|_| ())
    });
    assert!(ended.is_err());
}
