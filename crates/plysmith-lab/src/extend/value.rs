//! What a feature is worth: which positions of a suite a search solves with it; and how much better than its parent a feature has to be.

use serde::{Deserialize, Serialize};

use super::disjunction::PLY;
use crate::statistics::mcnemar;

/// What a search with some moves at another cost did on a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// What a move costs that has the feature, in 1/64 ply.
    pub cost: i64,
    /// Whether each position was solved, in the order of the suite; one that was not looked at was not.
    pub which: Vec<bool>,
    /// Whether each position was looked at; empty if all were. Not all are if it was clear before that the feature is no better than its parent.
    pub seen: Vec<bool>,
    /// Right moves with a score that proves the win.
    pub proven: usize,
    /// Right moves that the last two iterations agree on, or that are proven.
    pub stable: usize,
    /// Mean depth of the last complete iteration.
    pub depth: f64,
    /// Mean length of the deepest line.
    pub height: f64,
    /// The share of the moves searched that have the feature.
    pub frequency: f64,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes visited until each position was solved, and all of them where it was not, added up.
    pub nodes_to_solve: u64,
    /// Fewer positions were looked at than there are.
    pub early: bool,
}

impl Value {
    /// Positions solved, of those that were looked at: the value in the narrow sense.
    pub fn solved(&self) -> usize {
        self.which.iter().filter(|&&solved| solved).count()
    }

    /// Positions that were looked at.
    pub fn looked(&self) -> usize {
        if self.seen.is_empty() { self.which.len() } else { self.seen.iter().filter(|&&seen| seen).count() }
    }

    /// Whether the position at this place of the suite was solved, if it was looked at.
    pub fn at(&self, place: usize) -> Option<bool> {
        let seen = self.seen.get(place).copied().unwrap_or(self.seen.is_empty());
        self.which.get(place).copied().filter(|_| seen)
    }

    /// What its moves take of the depth of a line beyond a ply each, on average; what saves depth takes less than nothing.
    pub fn takes(&self) -> f64 {
        self.frequency * (PLY - self.cost) as f64
    }

    /// It is no more frequent than a cap allows. That is for moves that cost less than a ply: these take depth from all others, the more the more frequent they are; what costs more gives
    /// depth back.
    pub fn fits(&self, cap: f64) -> bool {
        self.cost > PLY || self.frequency <= cap
    }

    /// Positions that this one solves and the other does not.
    pub fn beyond(&self, other: &Value) -> usize {
        self.which.iter().zip(&other.which).filter(|(this, other)| **this && !**other).count()
    }
}

/// How much better than its first parent a feature has to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// By so many positions at least.
    Margin(i64),
    /// By McNemar's test on the same positions, at this level.
    Paired(f64),
}

/// What a candidate has to pass.
#[derive(Clone, Copy, Debug)]
pub struct Hurdle<'v> {
    /// The value of its first parent.
    pub parent: &'v Value,
    /// By how much it has to be better.
    pub rule: Rule,
}

impl Hurdle<'_> {
    /// Whether a value is good enough.
    pub fn passes(&self, value: &Value) -> bool {
        !value.early && self.is_over(&value.which, 0)
    }

    /// Even if all positions that are left were solved it would not pass: nobody needs to look at them.
    pub fn is_hopeless(&self, so_far: &[bool]) -> bool {
        !self.is_over(so_far, self.parent.which.len().saturating_sub(so_far.len()))
    }

    /// It will hardly pass, by what was looked at: it would have to gain far more on the positions that are left than it gained or lost on those. What is left is taken to go on as
    /// before, with a deviation for its own chance and for how little is known yet.
    pub fn is_lost(&self, so_far: &[bool]) -> bool {
        /// So many deviations away, with a look every few positions, about one in two hundred would have passed that is given up.
        const FAR: f64 = 3.3;
        let pairs = || so_far.iter().zip(&self.parent.which);
        let count = |of: fn(bool, bool) -> bool| pairs().filter(|(this, parent)| of(**this, **parent)).count() as f64;
        let (only_this, only_parent) = (count(|this, parent| this && !parent), count(|this, parent| !this && parent));
        let (looked, left) = (so_far.len() as f64, self.parent.which.len().saturating_sub(so_far.len()) as f64);
        let margin = match self.rule {
            Rule::Margin(margin) => margin as f64,
            // Whoever is to be clearly better has to be better.
            Rule::Paired(_) => 1.0,
        };
        let ahead = only_this - only_parent;
        let missing = margin - ahead;
        // One more that differs than were seen: nothing seen is not nothing to come.
        let differing = (only_this + only_parent + 1.0) / looked.max(1.0);
        let expected = left * ahead / looked.max(1.0);
        let deviation = (left * differing + left * left * differing / looked.max(1.0)).sqrt();
        so_far.len() < self.parent.which.len() && missing - expected > FAR * deviation
    }

    /// How many positions have to be solved, where that is a number.
    pub fn needed(&self) -> Option<i64> {
        match self.rule {
            Rule::Margin(margin) => Some(self.parent.solved() as i64 + margin),
            Rule::Paired(_) => None,
        }
    }

    /// Whether this would be good enough, with the last `left` positions of the suite solved as well.
    fn is_over(&self, so_far: &[bool], left: usize) -> bool {
        let parent = &self.parent.which;
        let solved = |which: &[bool]| which.iter().filter(|&&solved| solved).count();
        match self.rule {
            Rule::Margin(margin) => (solved(so_far) + left) as i64 >= solved(parent) as i64 + margin,
            Rule::Paired(level) => {
                let rest = parent.get(so_far.len()..).filter(|_| left > 0).unwrap_or_default();
                let pairs = || so_far.iter().zip(parent);
                let only_this = pairs().filter(|(this, parent)| **this && !**parent).count() + rest.len() - solved(rest);
                let only_parent = pairs().filter(|(this, parent)| !**this && **parent).count();
                only_this > only_parent && mcnemar(only_parent as u64, only_this as u64) < level
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Solved positions as ones.
    pub fn value(which: &str) -> Value {
        Value { which: which.chars().map(|letter| letter == '1').collect(), ..Value::default() }
    }

    #[test]
    fn what_is_cheap_takes_more_and_what_is_dear_less_the_more_frequent_it_is() {
        let takes = |cost, frequency| Value { cost, frequency, ..Value::default() }.takes();
        assert!(takes(32, 0.2) > takes(32, 0.1) && takes(32, 0.1) > takes(64, 0.5));
        assert!(takes(64, 0.5) > takes(128, 0.1) && takes(128, 0.1) > takes(128, 0.2) && takes(128, 0.2) > takes(192, 0.2));
    }

    #[test]
    fn a_margin_counts_positions() {
        let parent = value("110000");
        let hurdle = |margin| Hurdle { parent: &parent, rule: Rule::Margin(margin) };
        assert!(hurdle(0).passes(&value("001100")) && !hurdle(1).passes(&value("110000")) && hurdle(1).passes(&value("111000")));
        assert!(!hurdle(0).is_hopeless(&value("0000").which) && hurdle(0).is_hopeless(&value("00000").which));
        assert!(hurdle(-2).passes(&value("000000")));
        assert_eq!(hurdle(3).needed(), Some(5));
    }

    #[test]
    fn a_paired_test_asks_which_positions_differ() {
        let parent = value(&"1000000000".repeat(3));
        let hurdle = Hurdle { parent: &parent, rule: Rule::Paired(0.05) };
        // Six that only the one solves are clear, five are not, and one that only the other solves takes that back.
        assert!(hurdle.passes(&value("111111100010000000001000000000")));
        assert!(!hurdle.passes(&value("111111000010000000001000000000")));
        assert!(!hurdle.passes(&value("111111100000000000001000000000")));
        assert!(!hurdle.is_hopeless(&value("000000000000000").which));
        assert!(hurdle.is_hopeless(&value("0000000000000000000000000").which));
    }

    #[test]
    fn what_is_clearly_behind_is_lost_and_what_is_close_is_not() {
        let parent = value("111111111111000000000000");
        let hurdle = Hurdle { parent: &parent, rule: Rule::Margin(1) };
        assert!(hurdle.is_lost(&value("0000000000").which) && !hurdle.is_hopeless(&value("0000000000").which));
        for close in ["00000", "111111111100", "00000000000011111111111"] {
            assert!(!hurdle.is_lost(&value(close).which), "{close}");
        }
    }

    /// A feature that differs from its parent by chance alone passes a margin of 3 of 300 in a third of all cases; one that solves half as much never. Racing is to find the
    /// second early, and to leave the first alone as long as it can pass.
    #[test]
    fn a_race_gives_up_hardly_anything_that_would_have_passed() {
        let draw = |seed: u64, at: usize, share: f64| {
            let mixed = plysmith::game::hash::mix(seed << 32 | at as u64);
            (mixed >> 11) as f64 / (1_u64 << 53) as f64 <= share
        };
        let (mut wrong, mut passing, mut looked) = (0, 0, 0);
        for seed in 0..400_u64 {
            let parent = Value { which: (0..300).map(|at| draw(3 * seed, at, 0.3)).collect(), ..Value::default() };
            let hurdle = Hurdle { parent: &parent, rule: Rule::Margin(3) };
            // One position in eight comes out otherwise, whatever the parent did.
            let other = |at: usize| if draw(3 * seed + 1, at, 0.125) { draw(3 * seed + 2, at, 0.3) } else { parent.which[at] };
            let equal = Value { which: (0..300).map(other).collect(), ..Value::default() };
            let given_up = |value: &Value| (10..300).step_by(10).find(|&looked| hurdle.is_lost(&value.which[..looked]));
            passing += usize::from(hurdle.passes(&equal));
            wrong += usize::from(hurdle.passes(&equal) && given_up(&equal).is_some());
            let half =
                Value { which: (0..300).map(|at| parent.which[at] && draw(7 * seed, at, 0.5)).collect(), ..Value::default() };
            looked += given_up(&half).unwrap_or(300);
        }
        assert!(passing > 50 && 50 * wrong <= passing, "{wrong} of {passing} that pass are given up");
        assert!(looked < 400 * 100, "what solves half as much is looked at on {} positions", looked / 400);
    }

    #[test]
    fn nothing_that_could_still_pass_is_hopeless() {
        // Every way to solve eight positions, against three parents.
        for parent in ["00000000", "11000000", "10101010"].map(value) {
            for rule in [Rule::Margin(0), Rule::Margin(2), Rule::Paired(0.5), Rule::Paired(0.05)] {
                let hurdle = Hurdle { parent: &parent, rule };
                for bits in 0..256_u32 {
                    let all = value(&format!("{bits:08b}"));
                    let given_up = (0..8).any(|looked| hurdle.is_hopeless(&all.which[..looked]));
                    assert!(!(given_up && hurdle.passes(&all)), "{parent:?} {rule:?} {bits:08b}");
                }
            }
        }
    }
}
