//! Steps of RPROP by all examples at once, until other examples are predicted no better.

use plysmith::net::Network;

use super::member::{Exploded, Member, Shared};
use super::team::together;
use super::{Epoch, LearnError, Loss, Measured, Objective, Trained, positive};
use crate::learn::{Examples, Rprop};

/// What of a network should fall on the examples to validate with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The mean loss.
    Loss,
    /// The share of examples whose best output is not ranked first.
    ErrorRate,
}

impl Measure {
    fn of(self, measured: &Measured) -> f64 {
        match self {
            Measure::Loss => measured.mean_loss(),
            Measure::ErrorRate => measured.error_rate(),
        }
    }
}

/// Training by all examples at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FullBatch {
    /// What is to be made small.
    pub objective: Objective,
    /// How long steps are.
    pub rprop: Rprop,
    /// What should fall on the examples to validate with.
    pub measure: Measure,
    /// Epochs at most.
    pub epochs: u64,
    /// After so many epochs that were no better than the best, training ends.
    pub patience: u64,
}

impl Default for FullBatch {
    fn default() -> FullBatch {
        let objective = Objective::of(Loss::Squared);
        FullBatch { objective, rprop: Rprop::default(), measure: Measure::Loss, epochs: 1_000, patience: 100 }
    }
}

impl FullBatch {
    /// Trains the network on so many threads and keeps it as it was best on the examples to validate with; `progress` is told of every epoch and says whether to go on. The weights are the same, byte for byte,
    /// on any number of threads.
    ///
    /// # Panics
    /// If an example names an input or an output that the network does not have, or has not as many targets as wanted outputs.
    pub fn run<E: Examples + ?Sized, V: Examples + ?Sized>(
        &self,
        network: &mut Network,
        examples: &E,
        validation: &V,
        threads: usize,
        progress: &mut dyn FnMut(&Epoch) -> bool,
    ) -> Result<Trained, LearnError> {
        positive("number of epochs", self.epochs as f64)?;
        positive("patience", self.patience as f64)?;
        for (purpose, empty) in [("learn from", examples.is_empty()), ("validate with", validation.is_empty())] {
            if empty {
                return Err(LearnError::NoExamples { purpose });
            }
        }
        let shared = Shared::new(self.objective, threads);
        let start = &*network;
        let member = |number| Member::new(&shared, number, start.clone());
        let ended = together(
            &shared.barrier,
            || self.follow(&shared, member(0), examples, validation, Some(progress)),
            |number| drop(self.follow(&shared, member(number), examples, validation, None)),
        );
        let found = self.rprop.most;
        let (learned, trained) = ended.map_err(|epoch| LearnError::Exploded { epoch, setting: "longest step of RPROP", found })?;
        *network = learned;
        Ok(trained)
    }

    /// What every thread does; the first reports, and keeps the best. The error is the epoch that went wrong.
    fn follow<E: Examples + ?Sized, V: Examples + ?Sized>(
        &self,
        shared: &Shared,
        mut member: Member,
        examples: &E,
        validation: &V,
        mut progress: Option<&mut dyn FnMut(&Epoch) -> bool>,
    ) -> Result<(Network, Trained), u64> {
        let mut paces = vec![self.rprop.start(); member.share().len()];
        let mut best = member.network.clone();
        let mut trained = Trained { epochs: 0, kept: 0, loss: f64::INFINITY, validated: None };
        for epoch in 1..=self.epochs {
            let step = |gradient: &[f32], weights: &mut [f32]| self.rprop.step(&mut paces, gradient, weights);
            let descended = member.descend(examples, epoch - 1, examples.len(), |place| place, step);
            let measured = descended.map_err(|Exploded| epoch)?;
            let validated = member.measure(validation);
            trained.epochs = epoch;
            // All threads find the same, and so agree on when to end.
            if trained.validated.is_none_or(|best| self.measure.of(&validated) < self.measure.of(&best)) {
                trained = Trained { epochs: epoch, kept: epoch, loss: measured.mean_loss(), validated: Some(validated) };
                if progress.is_some() {
                    best.weights_mut().copy_from_slice(member.network.weights());
                }
            }
            if let Some(progress) = &mut progress
                && !progress(&Epoch { number: epoch, measured, validated: Some(validated), network: &member.network })
            {
                shared.stop();
            }
            shared.barrier.wait();
            if shared.stopped() || epoch - trained.kept >= self.patience {
                break;
            }
        }
        Ok((best, trained))
    }
}
