//! Steps of RPROP by all examples at once, until other examples are predicted no better.

use plysmith::net::Network;

use super::work::{Batch, Exploded, Leader, Optimiser, teach};
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
        let optimiser = |weights: usize| Optimiser::Rprop(self.rprop, vec![self.rprop.start(); weights]);
        let lead = |leader: Leader<E, V>| self.lead(leader, examples.len(), progress);
        let ended = teach(self.objective, network, (examples, validation), threads, optimiser, lead);
        let found = self.rprop.most;
        let (learned, trained) = ended.map_err(|epoch| LearnError::Exploded { epoch, setting: "longest step of RPROP", found })?;
        *network = learned;
        Ok(trained)
    }

    /// The epochs, of so many examples each, and the best network; the error is the epoch that went wrong.
    fn lead<E: Examples + ?Sized, V: Examples + ?Sized>(
        &self,
        mut leader: Leader<E, V>,
        examples: usize,
        progress: &mut dyn FnMut(&Epoch) -> bool,
    ) -> Result<(Network, Trained), u64> {
        let mut best = leader.network().clone();
        let mut trained = Trained { epochs: 0, kept: 0, loss: f64::INFINITY, validated: None };
        for epoch in 1..=self.epochs {
            let batch = Batch { epoch: epoch - 1, order: None, count: examples };
            // RPROP has no rate.
            let measured = leader.descend(batch, 1.0).map_err(|Exploded| epoch)?;
            let validated = leader.measure();
            trained.epochs = epoch;
            if trained.validated.is_none_or(|best| self.measure.of(&validated) < self.measure.of(&best)) {
                trained = Trained { epochs: epoch, kept: epoch, loss: measured.mean_loss(), validated: Some(validated) };
                best.weights_mut().copy_from_slice(leader.network().weights());
            }
            let goes_on = progress(&Epoch { number: epoch, measured, validated: Some(validated), network: &leader.network() });
            if !goes_on || epoch - trained.kept >= self.patience {
                break;
            }
        }
        Ok((best, trained))
    }
}
