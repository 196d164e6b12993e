//! The way of a selection: step by step to a better spec.

use std::collections::HashSet;

use plysmith::Spec;

use super::candidates::{additions, companions, removals, settings, swaps};
use super::comparison::{Comparison, ERROR, Ledger, Look, Runner, Tried, text};
use super::{Method, Metric, Patience, Round, Sought, Step, Taken};
use crate::lab::{Lab, LabError};
use crate::measure::{Difference, SpecChange, Variant, differences};
use crate::statistics::Interval;

/// So many of the most promising candidates are tried before the others, if it is known which these are.
const PROMISING: usize = 4;
/// So many settings of an enhancement are changed at most, each time that it is tuned; where games judge, one.
const SETTINGS: usize = 3;
/// What another setting has to save at least, as a share of the cost: a selection ends, and nobody reads sixty steps. And what anything else has to.
const WORTH: [f64; 2] = [0.005, 0.001];
/// The share of the way to what is clear after which a step is likely to help: where games judge, and where cost does. Many small savings add up, and those that are luck cost little: with 0.5
/// for both, what greedy took and floating did not was worth 4 % of the nodes in Lose Checkers on held-out sequences.
const LIKELY: [f64; 2] = [0.5, 0.1];
/// The error, to both sides together, with which other entries judge what was taken.
const JUDGED: f64 = 0.2;

/// What a selection works with.
pub(super) struct Means<'m, 'l, 'p> {
    pub(super) lab: &'m mut Lab<'l>,
    pub(super) ledger: &'m mut Ledger,
    pub(super) patience: &'m mut Patience<'p>,
}

/// A selection under way.
pub(super) struct Selection {
    /// The spec that current.
    pub(super) current: Spec,
    /// How it came about.
    pub(super) path: Vec<Step>,
    /// Specs that stood before: nobody goes in circles.
    stood: HashSet<String>,
    /// Changes that gained nothing the last time. They are most of the searches and seldom gain anything a step later, so that they wait until nothing else is found.
    resting: HashSet<SpecChange>,
}

impl Selection {
    pub(super) fn new(start: Spec) -> Selection {
        let stood = HashSet::from([start.to_string()]);
        Selection { current: start, path: Vec::new(), stood, resting: HashSet::new() }
    }

    /// Goes through a round.
    pub(super) fn round(&mut self, means: &mut Means, round: &Round) -> Result<(), LabError> {
        let start = self.current.clone();
        match round.method {
            Method::Greedy => while self.greedy(means, round)? {},
            Method::Floating => {
                // Where cost counts things may go, and before that what is on is to be at its best. Where quality counts, what is missing matters more.
                if round.comparison.metric.is_cost() {
                    self.tune(means, round)?;
                }
                self.resting.clear();
                loop {
                    let nobody_rests = self.resting.is_empty();
                    let mut found = self.forward(means, round)?;
                    while self.backward(means, round)? {
                        found = true;
                    }
                    if !found && nobody_rests {
                        break;
                    }
                    if !found {
                        self.resting.clear();
                    }
                }
                self.tune(means, round)?;
                // Games without a judge here have one elsewhere: a proof.
                if round.comparison.metric.is_cost() || round.judge.is_some() {
                    self.hold(means, round, &start)?;
                }
            }
        }
        if let Some(limit) = round.confirm {
            let deeper = Round { comparison: Comparison { limit, ..round.comparison.clone() }, ..round.clone() };
            while self.return_to(means, &deeper, &start)? {}
        }
        Ok(())
    }

    /// Takes the best of the changes that are named, so many times at most, and never looks again at what gained nothing.
    pub(super) fn advance(
        &mut self,
        means: &mut Means,
        round: &Round,
        most: usize,
        changes: &dyn Fn(&Spec) -> Vec<Variant>,
    ) -> Result<(), LabError> {
        for _ in 0..most {
            let variants = self.unknown(changes(&self.current));
            if !self.clearest(means, round, Sought::Addition, "additions", variants)? {
                break;
            }
        }
        Ok(())
    }

    /// The choice whose return to what was started from is clearest.
    fn return_to(&mut self, means: &mut Means, round: &Round, start: &Spec) -> Result<bool, LabError> {
        // Every return leaves fewer differences, so that this ends even if it leads to what stood before.
        let variants = differences(means.lab.arena(), &self.current, start);
        let words = format!("returns at {}", round.comparison.limit);
        self.clearest(means, round, Sought::Return, &words, variants)
    }

    /// Where steps are taken that are likely to help, luck could add up. So all of them together must clearly be better than the start on other entries, or, where there are none,
    /// by an interval for everything that was tried; otherwise the last spec current of which that is true.
    fn hold(&mut self, means: &mut Means, round: &Round, start: &Spec) -> Result<(), LabError> {
        let own = |step: &&Step| step.round == round.name;
        let looks: usize = self.path.iter().filter(own).map(|step| step.tried.len()).sum();
        let stood: Vec<Spec> = self.path.iter().filter(own).filter_map(|step| step.taken.as_ref()?.spec.spec().ok()).collect();
        let (comparison, error) = match &round.judge {
            Some(judge) => (judge, JUDGED),
            None => (&round.comparison, ERROR / looks.max(1) as f64),
        };
        let look = Look { races: false, error };
        let mut tried = Vec::new();
        let dear = comparison.metric == Metric::Match;
        let mut kept = stood.len();
        while kept > 0 {
            let (back, spec) = (stood.len() - kept, &stood[kept - 1]);
            let variant = Variant { change: SpecChange::words(format!("all but the last {back} steps")), spec: spec.clone() };
            let runners = comparison.tries(means.lab, &self.name(round, "all of it"), start, vec![variant], look, means.ledger)?;
            if runners.iter().any(is_clear) {
                return if back == 0 { Ok(()) } else { self.back_to(means.lab, round, back, tried, spec) };
            }
            tried.extend(runners);
            kept = if dear { kept / 2 } else { kept - 1 };
        }
        if stood.is_empty() { Ok(()) } else { self.back_to(means.lab, round, stood.len(), tried, start) }
    }

    /// Goes back to a spec that stood before.
    fn back_to(&mut self, lab: &Lab, round: &Round, back: usize, tried: Vec<Runner>, spec: &Spec) -> Result<(), LabError> {
        let nothing = Interval { value: 0.0, low: 0.0, high: 0.0 };
        let change = SpecChange::words(format!("back by {back} steps, which are not clear together"));
        let taken = Taken { change, gain: nothing, spec: text(lab, spec)? };
        let tried = tried.into_iter().map(|runner| runner.tried).collect();
        self.current = spec.clone();
        self.path.push(Step {
            round: round.name.into(),
            metric: round.comparison.metric,
            sought: Sought::Return,
            taken: Some(taken),
            tried,
        });
        Ok(())
    }

    /// The addition that lowers the sum most; one that changes nothing at all may come last.
    fn greedy(&mut self, means: &mut Means, round: &Round) -> Result<bool, LabError> {
        let variants = additions(means.lab.arena(), &self.current, &round.choices, false);
        let name = self.name(round, "additions");
        if !(means.patience)(means.lab, round.name, &name)? {
            return Ok(false);
        }
        let runners = round.comparison.tries(means.lab, &name, &self.current, variants, Look::WHOLE, means.ledger)?;
        let best = best(&runners, |runner| runner.tried.gain.value).filter(|&at| runners[at].tried.gain.value >= 0.0);
        self.enter(means.lab, round, Sought::Addition, runners, best)
    }

    /// The clearest addition, of one or of several together, or swap.
    fn forward(&mut self, means: &mut Means, round: &Round) -> Result<bool, LabError> {
        let mut variants = additions(means.lab.arena(), &self.current, &round.choices, true);
        variants.extend(swaps(means.lab.arena(), &self.current, &round.choices));
        variants.extend(companions(means.lab.arena(), &self.current, &round.choices));
        let variants = self.unknown(variants);
        self.clearest(means, round, Sought::Addition, "additions", variants)
    }

    /// The clearest removal.
    fn backward(&mut self, means: &mut Means, round: &Round) -> Result<bool, LabError> {
        let variants = self.unknown(removals(means.lab.arena(), &self.current, &round.choices));
        self.clearest(means, round, Sought::Removal, "removals", variants)
    }

    /// The clearest setting of each enhancement that is on, again and again as long as there is one.
    fn tune(&mut self, means: &mut Means, round: &Round) -> Result<(), LabError> {
        // Games are dear, and a setting is worth less than what it belongs to.
        let games = round.comparison.metric == Metric::Match;
        let comparison = Comparison { pairs: round.comparison.pairs / 2, ..round.comparison.clone() };
        let round = if games { &Round { comparison, ..round.clone() } } else { round };
        for choice in round.choices.iter().filter(|_| round.tune) {
            self.resting.clear();
            for _ in 0..if games { 1 } else { SETTINGS } {
                let variants = self.unknown(settings(means.lab.arena(), &self.current, &choice.name));
                let sought = format!("settings of {}", choice.name);
                if !self.clearest(means, round, Sought::Setting, &sought, variants)? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn clearest(
        &mut self,
        means: &mut Means,
        round: &Round,
        sought: Sought,
        words: &str,
        variants: Vec<Variant>,
    ) -> Result<bool, LabError> {
        let name = self.name(round, words);
        let point = format!("{name}, number {}", self.path.len());
        if variants.is_empty() || !(means.patience)(means.lab, round.name, &point)? {
            return Ok(false);
        }
        let mut runners: Vec<Runner> = Vec::new();
        for variants in by_promise(round, variants) {
            runners.extend(round.comparison.tries(means.lab, &name, &self.current, variants, Look::RACE, means.ledger)?);
            // What is taken back again has to be clear, and what nobody judges in the end.
            let likely = sought != Sought::Return && round.comparison.metric.takes_likely() && !round.clear;
            let by_cost = round.comparison.metric.is_cost();
            let least = if by_cost { WORTH[usize::from(sought != Sought::Setting)] } else { 0.0 };
            let is_good = |runner: &Runner| {
                runner.tried.gain.value >= least
                    && if likely { is_likely(runner, LIKELY[usize::from(by_cost)]) } else { is_clear(runner) }
            };
            let good = |runner: &Runner| if is_good(runner) { runner.tried.gain.value } else { f64::NEG_INFINITY };
            if let Some(best) = best(&runners, good).filter(|&at| is_good(&runners[at])) {
                return self.enter(means.lab, round, sought, runners, Some(best));
            }
        }
        self.enter(means.lab, round, sought, runners, None)
    }

    fn name(&self, round: &Round, words: &str) -> String {
        let step = self.path.iter().filter(|step| step.round == round.name && step.taken.is_some()).count() + 1;
        format!("{} step {step}, {words}", round.name)
    }

    /// Those that never stood, and do not rest.
    fn unknown(&self, mut variants: Vec<Variant>) -> Vec<Variant> {
        variants.retain(|variant| !self.resting.contains(&variant.change) && !self.stood.contains(&variant.spec.to_string()));
        variants
    }

    /// Writes a step down and goes there. Answers whether anything was taken.
    fn enter(
        &mut self,
        lab: &Lab,
        round: &Round,
        sought: Sought,
        runners: Vec<Runner>,
        best: Option<usize>,
    ) -> Result<bool, LabError> {
        if runners.is_empty() {
            return Ok(false);
        }
        let mut taken = None;
        if let Some(best) = best {
            let Runner { variant, tried } = &runners[best];
            self.current = variant.spec.clone();
            self.stood.insert(variant.spec.to_string());
            taken = Some(Taken { change: variant.change.clone(), gain: tried.gain, spec: text(lab, &variant.spec)? });
        }
        let tried: Vec<Tried> = runners.into_iter().map(|runner| runner.tried).collect();
        self.resting.extend(tried.iter().filter(|tried| tried.gain.value <= 0.0).map(|tried| tried.change.clone()));
        let found = taken.is_some();
        self.path.push(Step { round: round.name.into(), metric: round.comparison.metric, sought, taken, tried });
        Ok(found)
    }
}

/// The candidates in portions: the most promising first, where that is known.
pub(super) fn by_promise(round: &Round, mut variants: Vec<Variant>) -> Vec<Vec<Variant>> {
    if round.expected.is_empty() || variants.len() <= PROMISING {
        return vec![variants];
    }
    let promise = |variant: &Variant| {
        let first = variant.change.first().map_or("", Difference::about);
        round.expected.iter().find(|(label, _)| label == first).map_or(0.0, |(_, gain)| *gain)
    };
    variants.sort_by(|a, b| promise(b).total_cmp(&promise(a)));
    let others = variants.split_off(PROMISING);
    vec![variants, others]
}

/// It gains something, whatever else was tried beside it.
fn is_clear(runner: &Runner) -> bool {
    !runner.tried.given_up && runner.tried.gain.low > 0.0
}

/// It is likely to gain something, among so many: a share of what would make it clear.
fn is_likely(runner: &Runner, share: f64) -> bool {
    let gain = runner.tried.gain;
    !runner.tried.given_up && gain.value > 0.0 && gain.value > share * (gain.value - gain.low)
}

/// The place of the largest; of equals the first.
fn best(runners: &[Runner], of: impl Fn(&Runner) -> f64) -> Option<usize> {
    (0..runners.len()).rev().max_by(|&a, &b| of(&runners[a]).total_cmp(&of(&runners[b])))
}
