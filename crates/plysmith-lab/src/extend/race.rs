//! Racing a candidate: in which order the positions are looked at, and when to give it up.
//!
//! Every feature that was valued before says which positions can be solved at all. A position that nobody solves costs a whole search and tells nothing, so those come last; what the first
//! parent solves, and what features with an atom in common solve beside it, come first, the likely ones before others.
//!
//! A candidate is like its first parent, like its second, or like the neutral feature, as a rare feature is: by how well each explains what was seen, all three say how many of the positions
//! left it will solve. It keeps an unknown share of what the one that it is like solves, and gains on the others an unknown multiple of their rates: a beta-binomial and a
//! negative binomial number. It is given up when it will hardly reach what it has to. What it risks: a feature that would have passed. So it takes more to give up
//! one that would be among the best.

use statrs::function::beta::ln_beta;
use statrs::function::gamma::ln_gamma;

use super::focus::Valued;
use super::value::{Hurdle, Rule, Value};
use crate::statistics::mcnemar;

/// A candidate is given up when it passes with less than this probability,
const LEVEL: f64 = 0.03;
/// or with less than this, if it would then be among so many of the best.
const LEVEL_OF_BEST: f64 = 0.001;
const BEST: usize = 10;
/// How likely a candidate is like its first parent, its second, and the neutral feature, before anything was seen.
const LIKE: [f64; 3] = [0.5, 0.2, 0.3];
/// How much of what these solve a candidate keeps: as if so many had been kept and lost before.
const KEPT: [f64; 2] = [1.5, 1.0];
/// How many times the rates it gains, about once: as if so many had been gained where as many were expected. Most gain nothing, a few much.
const GAINED: f64 = 0.3;
/// Every position is taken to have been solved so many times,
const SOLVED: f64 = 0.4;
/// by so many features more than were valued.
const FEATURES: f64 = 10.0;
/// What the results of others count beside those of features with an atom in common, and those of the three that the candidate may be like.
const UNRELATED: f64 = 0.3;
const MODEL: f64 = 2.0;

/// A candidate among what is known before.
#[derive(Clone, Debug)]
pub struct Race<'v> {
    /// The places of the positions, as they are to be looked at.
    order: Vec<usize>,
    /// What it may be like: its first parent, its second, and the neutral feature.
    models: [&'v Value; 3],
    /// How often each position is solved by features like it.
    rates: Vec<f64>,
    /// How many have to be solved at least.
    needed: i64,
    level: f64,
}

impl<'v> Race<'v> {
    /// For a feature that has to pass a hurdle; `earlier` are all that were valued before. None if too little is known.
    pub fn new(feature: u64, hurdle: Hurdle<'v>, second: &'v Value, earlier: &'v [Valued]) -> Option<Race<'v>> {
        let neutral = &earlier.iter().find(|valued| valued.feature == 0)?.value;
        let models = [hurdle.parent, second, neutral];
        let size = neutral.which.len();
        if models.iter().any(|model| model.early || model.which.len() != size) {
            return None;
        }
        let rates = rates(feature, models, earlier);
        let margin = match hurdle.rule {
            Rule::Margin(margin) => margin,
            // With fewer nobody is clearly better.
            Rule::Paired(level) => (1..64).find(|&more| mcnemar(0, more) < level).map_or(64, |more| more as i64),
        };
        let needed = hurdle.parent.solved() as i64 + margin;
        let mut best: Vec<usize> = earlier.iter().filter(|one| !one.value.early).map(|one| one.value.solved()).collect();
        best.sort_unstable_by(|one, other| other.cmp(one));
        let among_best = best.get(BEST - 1).is_none_or(|&last| needed >= last as i64);
        let level = if among_best { LEVEL_OF_BEST } else { LEVEL };
        Some(Race { order: order(hurdle.parent, &rates, earlier), models, rates, needed, level })
    }

    /// The places of the positions, as they are to be looked at.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// It will hardly pass, by whether each of the first positions in this order was solved.
    pub fn is_lost(&self, so_far: &[bool]) -> bool {
        so_far.len() < self.order.len() && self.chance(so_far) < self.level
    }

    /// How likely it passes.
    fn chance(&self, so_far: &[bool]) -> f64 {
        let solved = so_far.iter().filter(|&&solved| solved).count() as i64;
        let missing = usize::try_from(self.needed - solved).unwrap_or(0);
        let views = self.models.map(|model| self.view(model, so_far));
        let most = views.iter().map(|view| view.fit).fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut all) = (0.0, 0.0);
        for (view, like) in views.iter().zip(LIKE) {
            let weight = like * (view.fit - most).exp();
            sum += weight * view.at_least(missing);
            all += weight;
        }
        sum / all
    }

    /// What was seen and what is left, if the candidate is like this one.
    fn view(&self, model: &Value, so_far: &[bool]) -> View {
        let mut view = View::default();
        let (mut likelihood, mut expected) = (0.0, 0.0);
        for (at, &place) in self.order.iter().enumerate() {
            let (rate, seen) = (self.rates[place], so_far.get(at));
            match (model.which[place], seen) {
                (true, Some(true)) => view.kept += 1.0,
                (true, Some(false)) => view.lost += 1.0,
                (true, None) => view.to_keep += 1,
                (false, Some(&gained)) => {
                    expected += rate;
                    if gained {
                        view.gained += 1.0;
                        likelihood += rate.ln();
                    }
                }
                (false, None) => {
                    view.to_gain += 1;
                    view.left += rate;
                }
            }
        }
        view.kept += KEPT[0];
        view.lost += KEPT[1];
        view.gained += GAINED;
        view.expected = expected + GAINED;
        view.fit = likelihood + ln_beta(view.kept, view.lost) - ln_beta(KEPT[0], KEPT[1]) + ln_gamma(view.gained)
            - ln_gamma(GAINED)
            + GAINED * GAINED.ln()
            - view.gained * view.expected.ln();
        view
    }
}

/// What was seen of a candidate that is like some other feature, and what is left.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// How well that explains what was seen: the logarithm of its likelihood.
    fit: f64,
    /// Of what the other one solves, with what was assumed before anything was seen.
    kept: f64,
    lost: f64,
    /// Of what it does not solve: so many were solved, and so many would have been by the rates.
    gained: f64,
    expected: f64,
    /// The positions left of either kind, and how many of the second would be solved by the rates.
    to_keep: usize,
    to_gain: usize,
    left: f64,
}

impl View {
    /// How likely at least so many of the positions left are solved.
    fn at_least(&self, missing: usize) -> f64 {
        if missing == 0 {
            return 1.0;
        }
        // Fewer than so many are gained, for every number.
        let share = self.left / (self.expected + self.left);
        let mut gains = Vec::with_capacity(missing);
        let mut one = (self.gained * (1.0 - share).ln()).exp();
        let mut sum = 0.0;
        for count in 0..missing.min(self.to_gain + 1) {
            sum += one;
            gains.push(sum);
            one *= (self.gained + count as f64) / (count + 1) as f64 * share;
        }
        let fewer = |than: usize| if than > self.to_gain { 1.0 } else { gains[than - 1] };
        let (kept, lost, all) = (self.kept, self.lost, self.to_keep as f64);
        let mut keeps = (ln_beta(kept, lost + all) - ln_beta(kept, lost)).exp();
        let mut short = 0.0;
        for count in 0..missing.min(self.to_keep + 1) {
            short += keeps * fewer(missing - count);
            let count = count as f64;
            keeps *= (all - count) / (count + 1.0) * (kept + count) / (lost + all - count - 1.0);
        }
        1.0 - short
    }
}

/// How often each position is solved by features like this one, as far as they were looked at.
fn rates(feature: u64, models: [&Value; 3], earlier: &[Valued]) -> Vec<f64> {
    let size = models[0].which.len();
    let (mut solved, mut looked) = (vec![SOLVED; size], vec![FEATURES; size]);
    for valued in earlier {
        let is_model = models.iter().any(|model| std::ptr::eq(*model, &valued.value));
        let weight = match () {
            () if is_model => MODEL,
            () if valued.feature & feature != 0 => 1.0,
            () => UNRELATED,
        };
        for place in 0..size {
            if let Some(result) = valued.value.at(place) {
                looked[place] += weight;
                solved[place] += if result { weight } else { 0.0 };
            }
        }
    }
    solved.iter().zip(&looked).map(|(solved, looked)| solved / looked).collect()
}

/// What the parent solves side by side with what others solve beside it, each the likely ones first; behind them what nobody has solved.
fn order(parent: &Value, rates: &[f64], earlier: &[Valued]) -> Vec<usize> {
    let (mut own, mut others): (Vec<usize>, Vec<usize>) = (0..rates.len()).partition(|&place| parent.which[place]);
    for places in [&mut own, &mut others] {
        places.sort_by(|&one, &other| rates[other].total_cmp(&rates[one]));
    }
    let is_solved = |place: &&usize| earlier.iter().any(|valued| valued.value.at(**place) == Some(true));
    let can_be = others.iter().filter(is_solved).count().max(1);
    let turn = |at: usize, of: usize| (2 * at + 1) as f64 / of as f64;
    let own = own.iter().enumerate().map(|(at, &place)| (turn(at, own.len()), place));
    let others = others.iter().enumerate().map(|(at, &place)| (turn(at, can_be), place));
    let mut turns: Vec<(f64, usize)> = own.chain(others).collect();
    turns.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    turns.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests;
