//! What one thread of a training does: gradients of pieces of a batch, then the steps of its share of the weights.
//!
//! A batch is cut into pieces by its length alone. Whoever is free takes the next piece and adds up its gradient in the piece's own room; then every thread adds up the pieces, in their order, for its share of the
//! weights. No sum depends on how many threads there are, so neither do the weights.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plysmith::net::{Network, Scratch};

use super::team::Barrier;
use super::{Measured, Objective};
use crate::learn::{Backward, Example, Examples};

/// A piece of a batch has at least so many examples.
const PIECE: usize = 64;
/// A batch has at most so many pieces, and so many threads can work at it.
const MOST_PIECES: usize = 16;

/// So many examples are fetched before the first of them is learned from: they come from all over the memory, and waiting for several at once is hardly longer than for one.
const AHEAD: usize = 16;

/// What the pieces of a batch add up to.
#[derive(Default)]
struct Piece {
    gradient: Vec<f32>,
    measured: Measured,
}

/// What the threads share.
pub(super) struct Shared {
    pub objective: Objective,
    pub barrier: Barrier,
    pieces: Vec<RwLock<Piece>>,
    /// How many pieces were taken since the beginning.
    taken: AtomicUsize,
    /// The weights, a share for each thread.
    shares: Vec<RwLock<Vec<f32>>>,
    exploded: AtomicBool,
    stopped: AtomicBool,
}

impl Shared {
    pub fn new(objective: Objective, threads: usize) -> Shared {
        let threads = threads.max(1);
        let rooms = |count: usize| (0..count).map(|_| RwLock::default()).collect();
        Shared {
            objective,
            barrier: Barrier::new(threads),
            pieces: rooms(MOST_PIECES),
            taken: AtomicUsize::new(0),
            shares: (0..threads).map(|_| RwLock::default()).collect(),
            exploded: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
        }
    }

    /// Says that all should end; known to all behind the next barrier.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn piece(&self, number: usize) -> RwLockReadGuard<'_, Piece> {
        // A panic of whoever wrote it ends the whole training.
        self.pieces[number].read().unwrap_or_else(PoisonError::into_inner)
    }

    fn piece_to_write(&self, number: usize) -> RwLockWriteGuard<'_, Piece> {
        self.pieces[number].write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thread.
pub(super) struct Member<'s> {
    shared: &'s Shared,
    number: usize,
    /// Its own copy, the same in all threads.
    pub network: Network,
    scratch: Scratch,
    out: Vec<f32>,
    slopes: Vec<f32>,
    backward: Backward,
    /// Examples that were fetched.
    ahead: [Example; AHEAD],
    /// The gradient of its share.
    gradient: Vec<f32>,
    /// How many pieces there were so far.
    pieces: usize,
}

/// A weight is no finite number any more, or the loss is not.
pub(super) struct Exploded;

impl<'s> Member<'s> {
    pub fn new(shared: &'s Shared, number: usize, network: Network) -> Member<'s> {
        Member {
            number,
            network,
            scratch: Scratch::default(),
            out: Vec::new(),
            slopes: Vec::new(),
            backward: Backward::new(shared.objective.leak),
            ahead: Default::default(),
            gradient: Vec::new(),
            pieces: 0,
            shared,
        }
    }

    /// The share of a thread among the weights.
    fn range(&self, number: usize) -> Range<usize> {
        let (weights, threads) = (self.network.weights().len(), self.shared.shares.len());
        // Borders at multiples of eight, so that vectors begin alike.
        let border = |number: usize| if number == threads { weights } else { weights * number / threads / 8 * 8 };
        border(number)..border(number + 1)
    }

    /// Which weights it changes.
    pub fn share(&self) -> Range<usize> {
        self.range(self.number)
    }

    /// A step by the mean gradient of a batch, whose examples are `which` of the numbers from 0 to `count`; `step` is given the gradient and the weights of the share. The batch must not be empty.
    pub fn descend(
        &mut self,
        examples: &(impl Examples + ?Sized),
        epoch: u64,
        count: usize,
        which: impl Fn(usize) -> usize,
        step: impl FnOnce(&[f32], &mut [f32]),
    ) -> Result<Measured, Exploded> {
        let pieces = self.each_piece(count, |member, piece, range| {
            piece.measured = Measured::default();
            piece.gradient.clear();
            piece.gradient.resize(member.network.weights().len(), 0.0);
            member.each_example(examples, epoch, range.map(&which), |member, example| member.learn(example, piece));
        });
        let (own, mut measured) = (self.share(), Measured::default());
        self.gradient.clear();
        self.gradient.resize(own.len(), 0.0);
        for number in 0..pieces {
            let piece = self.shared.piece(number);
            self.gradient.iter_mut().zip(&piece.gradient[own.clone()]).for_each(|(sum, slope)| *sum += slope);
            measured.add(&piece.measured);
        }
        let scale = 1.0 / count as f32;
        self.gradient.iter_mut().for_each(|slope| *slope *= scale);
        let weights = &mut self.network.weights_mut()[own.clone()];
        step(&self.gradient, weights);
        if !(all_finite(weights) && measured.loss.is_finite()) {
            self.shared.exploded.store(true, Ordering::Relaxed);
        }
        // Nobody else's business if nobody else is there.
        if self.shared.shares.len() > 1 {
            let mut share = self.shared.shares[self.number].write().unwrap_or_else(PoisonError::into_inner);
            share.clear();
            share.extend_from_slice(weights);
        }
        self.shared.barrier.wait();
        for other in (0..self.shared.shares.len()).filter(|other| *other != self.number) {
            let range = self.range(other);
            let share = self.shared.shares[other].read().unwrap_or_else(PoisonError::into_inner);
            self.network.weights_mut()[range].copy_from_slice(&share);
        }
        if self.shared.exploded.load(Ordering::Relaxed) { Err(Exploded) } else { Ok(measured) }
    }

    /// How good the network is on all these examples.
    pub fn measure(&mut self, examples: &(impl Examples + ?Sized)) -> Measured {
        let pieces = self.each_piece(examples.len(), |member, piece, range| {
            piece.measured = Measured::default();
            member.each_example(examples, 0, range, |member, example| {
                member.answer(example);
                piece.measured.add(&member.judge(example));
            });
        });
        let mut measured = Measured::default();
        for number in 0..pieces {
            measured.add(&self.shared.piece(number).measured);
        }
        self.shared.barrier.wait();
        measured
    }

    /// Works at the pieces of so many examples together with the other threads, until all are done; answers how many pieces there were.
    fn each_piece(&mut self, count: usize, mut work: impl FnMut(&mut Member, &mut Piece, Range<usize>)) -> usize {
        let pieces = (count / PIECE).clamp(1, MOST_PIECES);
        let (first, end) = (self.pieces, self.pieces.wrapping_add(pieces));
        self.pieces = end;
        let next = |taken: usize| (taken != end).then(|| taken.wrapping_add(1));
        while let Ok(taken) = self.shared.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next) {
            let number = taken.wrapping_sub(first);
            let shared = self.shared;
            work(self, &mut shared.piece_to_write(number), number * count / pieces..(number + 1) * count / pieces);
        }
        self.shared.barrier.wait();
        pieces
    }

    /// Does something with each of these examples, in their order.
    fn each_example(
        &mut self,
        examples: &(impl Examples + ?Sized),
        epoch: u64,
        mut indices: impl ExactSizeIterator<Item = usize>,
        mut work: impl FnMut(&mut Self, &Example),
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
    fn learn(&mut self, example: &Example, piece: &mut Piece) {
        self.answer(example);
        piece.measured.add(&self.judge(example));
        let Objective { loss, leak } = self.shared.objective;
        let output = self.network.layout().output;
        let answers = self.scratch.sums().iter().zip(&self.out).zip(&example.targets);
        self.slopes.clear();
        self.slopes.extend(answers.map(|((&sum, &answer), &target)| loss.slope(output, leak, sum, answer, target)));
        let [first, second] = &example.views;
        let (views, wanted) = ([&first[..], &second[..]], &example.wanted);
        let views = &views[..self.network.layout().views];
        self.backward.add(&self.network, views, wanted, &self.scratch, &self.slopes, &mut piece.gradient);
    }

    /// Asks the network about the example.
    fn answer(&mut self, example: &Example) {
        let [first, second] = &example.views;
        let wanted = &example.wanted;
        assert_eq!(wanted.len(), example.targets.len(), "an example has a target for each wanted output");
        self.network.forward(&[first, second], wanted, &mut self.scratch, &mut self.out);
    }

    /// How good the answer is.
    fn judge(&self, example: &Example) -> Measured {
        let targets = &example.targets;
        let answers = self.scratch.sums().iter().zip(&self.out).zip(targets);
        let loss = answers.map(|((&sum, &answer), &target)| f64::from(self.shared.objective.loss.of(sum, answer, target))).sum();
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
}
