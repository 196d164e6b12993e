//! Training a network on examples, with any number of threads, which leave no trace in the weights.
//!
//! [`Training`] takes steps of Adam by small batches in a random order; [`FullBatch`] takes steps of RPROP by all examples at once, and stops when other examples are predicted no better.
//! Both say after each epoch how it went and can be stopped there.
//!
//! ```
//! use plysmith::net::{Layout, Network};
//! use plysmith_lab::learn::{Example, Loss, Objective, Training};
//!
//! // Whether exactly one of the two inputs is on.
//! let examples = [(vec![], 0.0), (vec![0], 1.0), (vec![1], 1.0), (vec![0, 1], 0.0)]
//!     .map(|(active, target)| Example { views: [active, vec![]], wanted: vec![0], targets: vec![target] });
//! let mut network = Network::seeded(Layout { first: 8, ..Layout::of(2, 1) }, 1).unwrap();
//! let training = Training { objective: Objective::of(Loss::CrossEntropy), epochs: 500, rate: 0.02, ..Training::default() };
//! let trained = training.run(&mut network, &examples[..], 1, &mut |_| true).unwrap();
//! assert!(trained.loss < 0.1);
//! ```

mod crew;
mod full_batch;
mod shuffle;
#[cfg(test)]
mod tests;
mod work;

use plysmith::net::{LEAK, Network};

use super::{Adam, Examples, Loss, Rprop, cosine};
pub use full_batch::{FullBatch, Measure};
use shuffle::Shuffle;
use work::{Batch, Exploded, Leader, Optimiser, teach};

/// What is to be made small.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    /// How wrong an answer is.
    pub loss: Loss,
    /// Which share of a gradient clipped units pass on at their limits.
    pub leak: f32,
}

impl Objective {
    /// This loss, with the usual leak.
    pub fn of(loss: Loss) -> Objective {
        Objective { loss, leak: LEAK }
    }
}

/// How good a network is on examples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// How many examples there were.
    pub examples: u64,
    /// The losses of all outputs of all examples, added up.
    pub loss: f64,
    /// How many examples had another output first than one of those with the highest target.
    pub wrong: u64,
}

impl Measured {
    fn add(&mut self, other: &Measured) {
        self.examples += other.examples;
        self.loss += other.loss;
        self.wrong += other.wrong;
    }

    /// The loss of an average example: of its outputs together.
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.examples.max(1) as f64
    }

    /// The share of examples whose best output was not ranked first.
    pub fn error_rate(&self) -> f64 {
        self.wrong as f64 / self.examples.max(1) as f64
    }
}

/// Steps of Adam by batches in a random order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// What is to be made small.
    pub objective: Objective,
    /// Examples a step, at most: an epoch is cut into batches that are equally long, but for one example.
    pub batch: usize,
    /// How often every example is seen.
    pub epochs: u64,
    /// The rate of the first step.
    pub rate: f32,
    /// The rate of the last; it falls along a cosine.
    pub last_rate: f32,
    /// What Adam keeps.
    pub adam: Adam,
    /// The seed of the order.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Training {
        let objective = Objective::of(Loss::Squared);
        Training { objective, batch: 512, epochs: 10, rate: 2e-3, last_rate: 2e-5, adam: Adam::default(), seed: 1 }
    }
}

/// How an epoch went.
#[derive(Clone, Copy, Debug)]
pub struct Epoch<'n> {
    /// Which, from 1 on.
    pub number: u64,
    /// How good the network was on the examples while it learned from them.
    pub measured: Measured,
    /// How good it is now on the examples to validate with, if there are any.
    pub validated: Option<Measured>,
    /// The network as it is now.
    pub network: &'n Network,
}

/// How a training ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trained {
    /// How many epochs there were.
    pub epochs: u64,
    /// After which of them the network was as it is kept.
    pub kept: u64,
    /// The mean loss in that epoch, while the network learned.
    pub loss: f64,
    /// How good the network is on the examples to validate with, if there are any.
    pub validated: Option<Measured>,
}

/// Why nothing was learned. The network is then as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// Nothing to learn from, or to validate with.
    #[error("there are no examples to {purpose}; play more games, or hold fewer of them out")]
    NoExamples {
        /// What for.
        purpose: &'static str,
    },
    /// A setting that makes no sense.
    #[error("the {setting} of a training is {found} and should be {wanted}")]
    Setting {
        /// Which.
        setting: &'static str,
        /// What it is.
        found: f64,
        /// What it should be.
        wanted: &'static str,
    },
    /// The weights, or the loss, are no finite numbers any more.
    #[error(
        "training exploded in epoch {epoch}: a weight or the loss is no finite number any more; take a lower {setting} than {found}"
    )]
    Exploded {
        /// In which epoch.
        epoch: u64,
        /// What was too high.
        setting: &'static str,
        /// What it was.
        found: f64,
    },
}

impl Training {
    /// Trains the network on so many threads; `progress` is told of every epoch and says whether to go on. The weights are the same, byte for byte, on any number of threads.
    ///
    /// # Panics
    /// If an example names an input or an output that the network does not have, or has not as many targets as wanted outputs.
    pub fn run<E: Examples + ?Sized>(
        &self,
        network: &mut Network,
        examples: &E,
        threads: usize,
        progress: &mut dyn FnMut(&Epoch) -> bool,
    ) -> Result<Trained, LearnError> {
        let rate = f64::from(self.rate);
        positive("rate", rate)?;
        positive("batch", self.batch as f64)?;
        positive("number of epochs", self.epochs as f64)?;
        if examples.is_empty() {
            return Err(LearnError::NoExamples { purpose: "learn from" });
        }
        let optimiser = |weights: usize| Optimiser::Adam(self.adam.start(weights));
        let ended = teach(self.objective, network, (examples, examples), threads, optimiser, |leader| {
            self.lead(leader, examples, progress)
        });
        let (learned, trained) = ended.map_err(|epoch| LearnError::Exploded { epoch, setting: "rate", found: rate })?;
        *network = learned;
        Ok(trained)
    }

    /// The epochs; the error is the one that went wrong.
    fn lead<E: Examples + ?Sized>(
        &self,
        mut leader: Leader<E, E>,
        examples: &E,
        progress: &mut dyn FnMut(&Epoch) -> bool,
    ) -> Result<(Network, Trained), u64> {
        let (examples, together) = (examples.len(), examples.together());
        let batches = examples.div_ceil(self.batch);
        let mut trained = Trained { epochs: 0, kept: 0, loss: 0.0, validated: None };
        for epoch in 0..self.epochs {
            let order = Shuffle::new(examples, together, self.seed, epoch);
            let mut measured = Measured::default();
            for batch in 0..batches {
                let [start, end] = [batch, batch + 1].map(|batch| batch * examples / batches);
                let done = (epoch as f64 + batch as f64 / batches as f64) / self.epochs as f64;
                let batch = Batch { epoch, order: Some((order, start)), count: end - start };
                let descended = leader.descend(batch, cosine(self.rate, self.last_rate, done));
                measured.add(&descended.map_err(|Exploded| epoch + 1)?);
            }
            trained = Trained { epochs: epoch + 1, kept: epoch + 1, loss: measured.mean_loss(), validated: None };
            if !progress(&Epoch { number: epoch + 1, measured, validated: None, network: &leader.network() }) {
                break;
            }
        }
        let network = leader.network().clone();
        Ok((network, trained))
    }
}

/// How good a network is on examples, found out on so many threads.
pub fn measure<E: Examples + ?Sized>(network: &Network, examples: &E, loss: Loss, threads: usize) -> Measured {
    if examples.is_empty() {
        return Measured::default();
    }
    // Nothing is changed, so nothing is kept of the weights.
    let optimiser = |_: usize| Optimiser::Rprop(Rprop::default(), Vec::new());
    teach(Objective::of(loss), network, (examples, examples), threads, optimiser, |mut leader| leader.measure())
}

fn positive(setting: &'static str, found: f64) -> Result<(), LearnError> {
    if found > 0.0 && found.is_finite() { Ok(()) } else { Err(LearnError::Setting { setting, found, wanted: "more than 0" }) }
}
