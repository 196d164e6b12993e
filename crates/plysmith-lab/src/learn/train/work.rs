//! What the threads of a training do: gradients of pieces of a batch, then the steps of shares of the weights.
//!
//! A batch is cut into pieces by its length alone, and the weights into shares by their number alone. The gradient of a piece is added up in the piece's own room; a share adds up the pieces in their order. No sum depends
//! on how many threads there are, so neither do the weights.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plysmith::net::{Network, Scratch};

use super::crew::{Crew, together};
use super::shuffle::Shuffle;
use super::{Measured, Objective};
use crate::learn::{AdamState, Backward, Example, Examples, Pace, Rprop};

/// A piece of a batch has at least so many examples.
const PIECE: usize = 64;
/// A share has at least so many weights.
const SHARE: usize = 4_096;
/// There are at most so many pieces and shares, and so many threads can work at them.
const MOST: usize = 16;
/// So many examples are fetched before the first of them is learned from: they come from all over the memory, and waiting for several at once is hardly longer than for one.
const AHEAD: usize = 16;

/// How a share of the weights is changed.
pub(super) enum Optimiser {
    Adam(AdamState),
    Rprop(Rprop, Vec<Pace>),
}

/// Which examples a batch has.
#[derive(Clone, Copy)]
pub(super) struct Batch {
    pub epoch: u64,
    /// All in their order, or those from a place of a random order on.
    pub order: Option<(Shuffle, usize)>,
    pub count: usize,
}

impl Batch {
    fn index(&self, place: usize) -> usize {
        self.order.map_or(place, |(shuffle, start)| shuffle.at(start + place))
    }
}

#[derive(Clone, Copy)]
enum Job {
    /// Add up gradients.
    Learn(Batch),
    /// Look how good the network is on the examples to validate with.
    Measure,
    /// Change the weights by the mean gradient of so many pieces of so many examples.
    Step { pieces: usize, count: usize, rate: f32 },
}

/// What a piece of a batch adds up to.
#[derive(Default)]
struct Piece {
    gradient: Vec<f32>,
    measured: Measured,
}

/// Some of the weights, and what is kept of them between steps.
struct Share {
    range: Range<usize>,
    weights: Vec<f32>,
    gradient: Vec<f32>,
    optimiser: Optimiser,
    finite: bool,
}

/// What the threads share.
struct Shared<'t, E: ?Sized, V: ?Sized> {
    examples: &'t E,
    validation: &'t V,
    crew: Crew,
    job: RwLock<Job>,
    network: RwLock<Network>,
    pieces: Vec<RwLock<Piece>>,
    shares: Vec<Mutex<Share>>,
}

/// A weight is no finite number any more, or the loss is not.
pub(super) struct Exploded;

/// The thread that leads a training.
pub(super) struct Leader<'s, 't, E: Examples + ?Sized, V: Examples + ?Sized> {
    shared: &'s Shared<'t, E, V>,
    hand: Hand,
}

/// Has `lead` lead a training of this network on so many threads; `optimiser` makes what is kept of so many weights.
pub(super) fn teach<R, E: Examples + ?Sized, V: Examples + ?Sized>(
    objective: Objective,
    network: &Network,
    (examples, validation): (&E, &V),
    threads: usize,
    optimiser: impl Fn(usize) -> Optimiser,
    lead: impl FnOnce(Leader<E, V>) -> R,
) -> R {
    let weights = network.weights();
    let shares = (weights.len() / SHARE).clamp(1, MOST);
    let share = |number: usize| {
        let range = number * weights.len() / shares..(number + 1) * weights.len() / shares;
        let optimiser = optimiser(range.len());
        Mutex::new(Share { weights: weights[range.clone()].to_vec(), gradient: Vec::new(), optimiser, finite: true, range })
    };
    let shared = Shared {
        examples,
        validation,
        crew: Crew::default(),
        job: RwLock::new(Job::Measure),
        network: RwLock::new(network.clone()),
        pieces: (0..MOST).map(|_| RwLock::default()).collect(),
        shares: (0..shares).map(share).collect(),
    };
    let lead = || lead(Leader { shared: &shared, hand: Hand::new(objective) });
    let serve = || {
        let mut hand = Hand::new(objective);
        shared.crew.serve(|number| hand.work(&shared, number));
    };
    together(&shared.crew, threads.max(1), lead, serve)
}

// A lock is poisoned only if a thread panicked, which ends the whole training.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<E: Examples + ?Sized, V: Examples + ?Sized> Leader<'_, '_, E, V> {
    /// The network as it is.
    pub fn network(&self) -> RwLockReadGuard<'_, Network> {
        read(&self.shared.network)
    }

    /// A step by the mean gradient of a batch, which must not be empty; answers how good the network was before it.
    pub fn descend(&mut self, batch: Batch, rate: f32) -> Result<Measured, Exploded> {
        let pieces = pieces(batch.count);
        self.run(Job::Learn(batch), pieces);
        let measured = self.measured(pieces);
        let shares = &self.shared.shares;
        self.run(Job::Step { pieces, count: batch.count, rate }, shares.len());
        let mut network = write(&self.shared.network);
        let mut finite = measured.loss.is_finite();
        for share in shares {
            let share = locked(share);
            network.weights_mut()[share.range.clone()].copy_from_slice(&share.weights);
            finite &= share.finite;
        }
        if finite { Ok(measured) } else { Err(Exploded) }
    }

    /// How good the network is on the examples to validate with.
    pub fn measure(&mut self) -> Measured {
        let pieces = pieces(self.shared.validation.len());
        self.run(Job::Measure, pieces);
        self.measured(pieces)
    }

    fn run(&mut self, job: Job, pieces: usize) {
        *write(&self.shared.job) = job;
        self.shared.crew.run(pieces as u32, |number| self.hand.work(self.shared, number));
    }

    fn measured(&self, pieces: usize) -> Measured {
        let mut measured = Measured::default();
        self.shared.pieces[..pieces].iter().for_each(|piece| measured.add(&read(piece).measured));
        measured
    }
}

/// Into how many pieces so many examples are cut.
fn pieces(count: usize) -> usize {
    (count / PIECE).clamp(1, MOST)
}

/// Which of so many examples belong to a piece.
fn places(number: usize, count: usize) -> Range<usize> {
    let pieces = pieces(count);
    number * count / pieces..(number + 1) * count / pieces
}

impl Share {
    /// Changes the weights by the mean gradient of these pieces of so many examples.
    fn step(&mut self, pieces: &[RwLock<Piece>], count: usize, rate: f32) {
        self.gradient.clear();
        self.gradient.resize(self.weights.len(), 0.0);
        for piece in pieces {
            let slopes = &read(piece).gradient[self.range.clone()];
            self.gradient.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
        let scale = 1.0 / count as f32;
        self.gradient.iter_mut().for_each(|slope| *slope *= scale);
        match &mut self.optimiser {
            Optimiser::Adam(adam) => adam.step(rate, &self.gradient, &mut self.weights),
            Optimiser::Rprop(rprop, paces) => rprop.step(paces, &self.gradient, &mut self.weights),
        }
        self.finite = all_finite(&self.weights);
    }
}

/// Room of one thread that is used again.
struct Hand {
    objective: Objective,
    scratch: Scratch,
    out: Vec<f32>,
    slopes: Vec<f32>,
    backward: Backward,
    /// Examples that were fetched.
    ahead: [Example; AHEAD],
}

impl Hand {
    fn new(objective: Objective) -> Hand {
        let backward = Backward::new(objective.leak);
        Hand { objective, scratch: Scratch::default(), out: Vec::new(), slopes: Vec::new(), backward, ahead: Default::default() }
    }

    /// Does one piece of the job.
    fn work<E: Examples + ?Sized, V: Examples + ?Sized>(&mut self, shared: &Shared<E, V>, number: usize) {
        // The job stays as it is until all its pieces are done.
        let job = *read(&shared.job);
        match job {
            Job::Learn(batch) => {
                let (network, mut piece) = (read(&shared.network), write(&shared.pieces[number]));
                piece.measured = Measured::default();
                piece.gradient.clear();
                piece.gradient.resize(network.weights().len(), 0.0);
                let indices = places(number, batch.count).map(|place| batch.index(place));
                self.each(shared.examples, batch.epoch, indices, |hand, example| hand.learn(&network, example, &mut piece));
            }
            Job::Measure => {
                let (network, mut piece) = (read(&shared.network), write(&shared.pieces[number]));
                piece.measured = Measured::default();
                let indices = places(number, shared.validation.len());
                self.each(shared.validation, 0, indices, |hand, example| {
                    hand.answer(&network, example);
                    piece.measured.add(&hand.judge(example));
                });
            }
            Job::Step { pieces, count, rate } => locked(&shared.shares[number]).step(&shared.pieces[..pieces], count, rate),
        }
    }

    /// Does something with each of these examples, in their order.
    fn each(
        &mut self,
        examples: &(impl Examples + ?Sized),
        epoch: u64,
        mut indices: impl ExactSizeIterator<Item = usize>,
        mut work: impl FnMut(&mut Hand, &Example),
    ) {
        let mut ahead = std::mem::take(&mut self.ahead);
        while indices.len() > 0 {
            let count = indices.len().min(AHEAD);
            ahead.iter_mut().zip(indices.by_ref().take(count)).for_each(|(example, index)| examples.example(index, epoch, example));
            ahead[..count].iter().for_each(|example| work(self, example));
        }
        self.ahead = ahead;
    }

    /// Adds the gradient of an example.
    fn learn(&mut self, network: &Network, example: &Example, piece: &mut Piece) {
        self.answer(network, example);
        piece.measured.add(&self.judge(example));
        let Objective { loss, leak } = self.objective;
        let output = network.layout().output;
        let answers = self.scratch.sums().iter().zip(&self.out).zip(&example.targets);
        self.slopes.clear();
        self.slopes.extend(answers.map(|((&sum, &answer), &target)| loss.slope(output, leak, sum, answer, target)));
        let [first, second] = &example.views;
        let views = &[&first[..], &second[..]][..network.layout().views];
        self.backward.add(network, views, &example.wanted, &self.scratch, &self.slopes, &mut piece.gradient);
    }

    /// Asks the network about an example.
    fn answer(&mut self, network: &Network, example: &Example) {
        let [first, second] = &example.views;
        assert_eq!(example.wanted.len(), example.targets.len(), "an example has a target for each wanted output");
        network.forward(&[first, second], &example.wanted, &mut self.scratch, &mut self.out);
    }

    /// How good the answer is.
    fn judge(&self, example: &Example) -> Measured {
        let (loss, targets) = (self.objective.loss, &example.targets);
        let answers = self.scratch.sums().iter().zip(&self.out).zip(targets);
        let loss = answers.map(|((&sum, &answer), &target)| f64::from(loss.of(sum, answer, target))).sum();
        let first = |numbers: &[f32]| (0..numbers.len()).reduce(|best, at| if numbers[at] > numbers[best] { at } else { best });
        // By the sums: a sigmoid is flat where it is nearly 1. One output alone is always first.
        let wrong = targets.len() > 1
            && first(self.scratch.sums()).zip(first(targets)).is_some_and(|(found, best)| targets[found] < targets[best]);
        Measured { examples: 1, loss, wrong: wrong.into() }
    }
}

/// Whether all are finite; without a branch for each, so that vectors are compared.
fn all_finite(weights: &[f32]) -> bool {
    let largest = weights.iter().fold(0, |largest: u32, weight| largest.max(weight.abs().to_bits()));
    largest < f32::INFINITY.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_found() {
        assert!(all_finite(&[1.0, -f32::MAX, 0.0, -0.0]));
        for wrong in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(!all_finite(&[1.0, wrong, 0.0]), "{wrong}");
        }
    }

    #[test]
    fn pieces_hold_every_example_once() {
        for count in [1, 2, 63, 64, 129, 512, 1_000, 70_001] {
            let all: Vec<usize> = (0..pieces(count)).flat_map(|number| places(number, count)).collect();
            assert!(all.iter().enumerate().all(|(place, example)| place == *example) && all.len() == count, "{count}");
        }
    }
}
