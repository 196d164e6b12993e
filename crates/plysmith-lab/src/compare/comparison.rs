//! Where a selection compares specs: a suite with a limit, or openings for games, and what counts there.
//!
//! Value-preserving enhancements are judged by what they cost at equal depth, the others by quality at equal cost: a spec whose nodes cost more gets
//! fewer of them. All candidates of a step race each other batch by batch on the same entries, and one that is far behind is given up. What remains is
//! judged by an interval that is wide enough for as many candidates as there were.

use std::collections::HashSet;

use plysmith::Spec;
use plysmith::arena::Line;
use serde::{Deserialize, Serialize};

use super::games::{Games, Rival};
use crate::lab::{Lab, LabError};
use crate::measure::{Measured, SpecChange, Speed, Variant, measure, quick_speeds, trial};
use crate::statistics::{Bootstrap, Interval, Level, sign_test};
use crate::suite::{Kind, SuiteEntry};
use crate::trial::{Limit, SpecText};

/// What counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Nodes at equal depth.
    Nodes,
    /// Time at equal depth: nodes, each by what it costs.
    Time,
    /// Positions solved at equal cost.
    Solved,
    /// Points lost a position, at equal cost.
    Loss,
    /// Games at equal cost.
    Match,
}

impl Metric {
    /// It is about cost at equal depth, not about quality at equal cost.
    pub fn is_cost(self) -> bool {
        matches!(self, Metric::Nodes | Metric::Time)
    }

    /// What is likely to gain something is taken, and all of it judged in the end: step by step only large gains would be clear. Positions that are solved or lost have
    /// no second judge.
    pub(super) fn takes_likely(self) -> bool {
        self.is_cost() || self == Metric::Match
    }

    /// The unit of a gain, as it is written behind the number.
    pub fn unit(self) -> &'static str {
        match self {
            Metric::Nodes => "% fewer nodes",
            Metric::Time => "% less time",
            Metric::Solved => "% more solved",
            Metric::Loss => "points saved a position",
            Metric::Match => "% above even",
        }
    }

    /// By what a gain is multiplied to be written in that unit.
    pub fn scale(self) -> f64 {
        if self == Metric::Loss { 1.0 } else { 100.0 }
    }
}

/// Where specs are compared.
#[derive(Clone, Debug)]
pub struct Comparison<'g> {
    /// What counts.
    pub metric: Metric,
    /// What the entries are.
    pub kind: Kind,
    /// The entries; for games, positions on which nodes are timed.
    pub entries: Vec<&'g SuiteEntry>,
    /// The seed of the openings of games.
    pub openings: u64,
    /// Pairs of games that a candidate plays at most.
    pub pairs: usize,
    /// How far the spec that current searches. Where quality counts it is a number of nodes, and the others have as many as their speed allows.
    pub limit: Limit,
    /// Where games count: the comparison that takes their place in a phase of the game, since all games begin in the first.
    pub instead: Option<Box<Comparison<'g>>>,
    /// The seed of the bootstrap.
    pub seed: u64,
}

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// What was changed.
    pub change: SpecChange,
    /// What it gains, with an interval for all candidates of the step together; more is better, and 0 is no difference.
    pub gain: Interval,
    /// On so many entries, or pairs of games.
    pub entries: usize,
    /// It was far behind and not looked at any longer.
    pub given_up: bool,
}

/// A candidate with what became of it.
pub(crate) struct Runner {
    pub(crate) variant: Variant,
    pub(crate) tried: Tried,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Entries searched, each different spec, entry and limit once.
    pub searches: u64,
    /// Games played.
    pub games: u64,
}

impl std::ops::Add for Effort {
    type Output = Effort;

    fn add(self, other: Effort) -> Effort {
        Effort { searches: self.searches + other.searches, games: self.games + other.games }
    }
}

/// Remembers what was searched, to count it once.
#[derive(Default)]
pub struct Ledger {
    known: HashSet<[u8; 32]>,
    pub(crate) effort: Effort,
}

impl Ledger {
    fn enter(&mut self, spec: &SpecText, entries: &[&SuiteEntry], limit: Limit) {
        for entry in entries {
            let digest = blake3::hash(format!("{}\0{}\0{limit}", spec.as_str(), entry.id).as_bytes());
            self.effort.searches += u64::from(self.known.insert(digest.into()));
        }
    }
}

/// The probability that a step takes something that gains nothing.
pub(super) const ERROR: f64 = 0.05;
/// Entries between two looks of a race.
const BATCH: usize = 8;
/// Who needs so many times the nodes of the spec that current is not waited for.
const HOPELESS: u64 = 6;

/// How candidates are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    /// Some may be given up early.
    pub(super) races: bool,
    /// The probability that anything that gains nothing looks like a gain, over all candidates.
    pub(super) error: f64,
}

impl Look {
    /// Every candidate to its end.
    pub(crate) const WHOLE: Look = Look { races: false, error: ERROR };
    /// Those far behind are given up.
    pub(super) const RACE: Look = Look { races: true, error: ERROR };
}

/// A candidate under way.
struct Racer {
    text: SpecText,
    limit: Limit,
    cost: Interval,
    measured: Vec<Measured>,
    out: bool,
}

impl Comparison<'_> {
    /// Tries candidates against the spec that current.
    pub(crate) fn tries(
        &self,
        lab: &mut Lab,
        name: &str,
        current: &Spec,
        variants: Vec<Variant>,
        look: Look,
        ledger: &mut Ledger,
    ) -> Result<Vec<Runner>, LabError> {
        if variants.is_empty() {
            return Ok(Vec::new());
        }
        let current = text(lab, current)?;
        let texts = variants.iter().map(|variant| text(lab, &variant.spec)).collect::<Result<Vec<_>, _>>()?;
        let costs = self.costs(lab, &current, &texts)?;
        if self.metric == Metric::Match {
            let limits = costs.into_iter().map(|cost| self.limit_of(cost, &[]));
            let field = variants.into_iter().zip(texts).zip(limits).map(|((variant, text), limit)| Rival { variant, text, limit });
            return Games { comparison: self, name, current: &current }.play(lab, field.collect(), look, ledger);
        }
        let base = measure(lab, &format!("{name}, what current"), self.kind, &self.entries, &current, self.limit)?;
        ledger.enter(&current, &self.entries, self.limit);
        let mut racers: Vec<Racer> = texts
            .into_iter()
            .zip(costs)
            .map(|(text, cost)| Racer { text, limit: self.limit_of(cost, &base), cost, measured: Vec::new(), out: false })
            .collect();
        self.race(lab, name, &base, &mut racers, look.races, ledger)?;
        let error = look.error / racers.len() as f64;
        let level = Level::new(1.0 - error).unwrap_or_default();
        let resamples = (20.0 / error).max(2_000.0) as u32;
        let bootstrap = Bootstrap { level, resamples, seed: self.seed };
        let runners = variants.into_iter().zip(racers).map(|(variant, racer)| {
            let tried = Tried {
                change: variant.change.clone(),
                gain: self.gain(&base, &racer, &bootstrap),
                entries: racer.measured.len(),
                given_up: racer.out,
            };
            Runner { variant, tried }
        });
        Ok(runners.collect())
    }

    /// What a node of each costs beside one of the spec that current.
    fn costs(&self, lab: &mut Lab, current: &SpecText, texts: &[SpecText]) -> Result<Vec<Interval>, LabError> {
        const EVEN: Interval = Interval { value: 1.0, low: 1.0, high: 1.0 };
        if self.metric == Metric::Nodes {
            return Ok(vec![EVEN; texts.len()]);
        }
        let mut all = vec![current.clone()];
        all.extend(texts.iter().cloned());
        let lines: Vec<Line> = self.entries.iter().take(8).map(|entry| entry.line.clone()).collect();
        let name = all.iter().fold(blake3::Hasher::new(), |mut hasher, text| {
            hasher.update(text.as_str().as_bytes()).update(&[0]);
            hasher
        });
        let name = format!("speed {}", &name.finalize().to_hex()[..16]);
        let speeds: Vec<Speed> = quick_speeds(lab, &name, &all, &lines)?;
        Ok(speeds[1..].iter().map(|speed| speeds[0].times(speed)).collect())
    }

    fn limit_of(&self, cost: Interval, base: &[Measured]) -> Limit {
        if !self.metric.is_cost() {
            let nodes = self.limit.nodes.unwrap_or(1) as f64 / cost.value.max(0.01);
            return Limit::nodes(nodes.round().max(1.0) as u64);
        }
        let most = base.iter().map(|measured| measured.nodes / measured.positions.max(1)).max().unwrap_or(0);
        Limit { nodes: Some(HOPELESS * most + 10_000), ..self.limit }
    }

    fn race(
        &self,
        lab: &mut Lab,
        name: &str,
        base: &[Measured],
        racers: &mut [Racer],
        races: bool,
        ledger: &mut Ledger,
    ) -> Result<(), LabError> {
        let batch = if races { BATCH } else { self.entries.len().max(1) };
        for (at, entries) in self.entries.chunks(batch).enumerate() {
            let running: Vec<usize> = (0..racers.len()).filter(|&racer| !racers[racer].out).collect();
            let mut trials = Vec::new();
            for &racer in &running {
                let Racer { text, limit, .. } = &racers[racer];
                ledger.enter(text, entries, *limit);
                trials.extend(entries.iter().map(|entry| trial(self.kind, entry, text, *limit)));
            }
            let many = if running.len() == 1 { String::new() } else { format!(" of {} candidates", running.len()) };
            let results = lab.all(&format!("{name}{many}"), &trials)?;
            for (&racer, results) in running.iter().zip(results.chunks(entries.len())) {
                let limit = racers[racer].limit;
                let measured = entries.iter().zip(results).map(|(entry, searched)| Measured::new(entry, limit, searched));
                racers[racer].measured.extend(measured);
            }
            if (at + 1) * batch < self.entries.len() {
                self.give_up(base, racers);
            }
        }
        Ok(())
    }

    /// Takes those out that are behind the spec that current or the best of the others, by the sum and by most of the entries, and those that cost exactly what current costs in every
    /// entry: they change nothing. To give up all that cost no less than what current after two batches saves a third of the searches, and makes the specs that come out up to 20 % dearer.
    fn give_up(&self, base: &[Measured], racers: &mut [Racer]) {
        let prices =
            |racer: &Racer| racer.measured.iter().map(|measured| self.price(measured, racer.cost.value)).collect::<Vec<_>>();
        let done = racers.iter().filter(|racer| !racer.out).map(|racer| racer.measured.len()).max().unwrap_or(0);
        let base: Vec<f64> = base.iter().take(done).map(|measured| self.price(measured, 1.0)).collect();
        let running = racers.iter().filter(|racer| !racer.out).map(prices);
        let leader = running.chain([base.clone()]).min_by(|a, b| a.iter().sum::<f64>().total_cmp(&b.iter().sum()));
        let Some(leader) = leader else { return };
        for racer in racers.iter_mut().filter(|racer| !racer.out) {
            let own = prices(racer);
            let behind = own.iter().sum::<f64>() > leader.iter().sum::<f64>() * 1.02;
            let less = own.iter().zip(&leader).filter(|(own, leader)| own < leader).count() as u64;
            let more = own.iter().zip(&leader).filter(|(own, leader)| own > leader).count() as u64;
            let capped = racer.measured.iter().any(|measured| measured.capped);
            let idle = self.metric.is_cost() && own == base;
            racer.out = capped || idle || behind && more > less && sign_test(less, more) < 0.1;
        }
    }

    /// What an entry cost: less is better.
    fn price(&self, measured: &Measured, cost: f64) -> f64 {
        match self.metric {
            Metric::Nodes | Metric::Time => measured.nodes as f64 * cost,
            Metric::Solved | Metric::Match => f64::from(measured.solved != Some(true)),
            Metric::Loss => measured.counted_loss().unwrap_or(0.0),
        }
    }

    fn gain(&self, base: &[Measured], racer: &Racer, bootstrap: &Bootstrap) -> Interval {
        const NOTHING: Interval = Interval { value: 0.0, low: 0.0, high: 0.0 };
        let pairs: Vec<(f64, f64)> =
            racer.measured.iter().zip(base).map(|(own, base)| (self.price(own, 1.0), self.price(base, 1.0))).collect();
        if !self.metric.is_cost() {
            let more = bootstrap.mean_difference(&pairs).unwrap_or(NOTHING);
            return Interval { value: -more.value, low: -more.high, high: -more.low };
        }
        let Ok(ratio) = bootstrap.ratio_of_sums(&pairs) else { return NOTHING };
        let Interval { value, low, high } = racer.cost;
        Interval { value: 1.0 - ratio.value * value, low: 1.0 - ratio.high * high, high: 1.0 - ratio.low * low }
    }
}

/// The text of a spec.
pub(crate) fn text(lab: &Lab, spec: &Spec) -> Result<SpecText, LabError> {
    Ok(SpecText::new(lab.arena(), spec)?)
}
