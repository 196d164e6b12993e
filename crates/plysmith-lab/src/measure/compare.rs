//! Two specs on the same entries, tested by pairs, with an early end when the answer is clear.
//!
//! Results are looked at in batches of a fixed size, in the order of the entries. Half of the error that is allowed is for the last look, and the looks
//! before it share the other half (Bonferroni): looking often does not find differences that are not there, and costs the last look little.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::on_suite::{Measured, Totals, trial};
use crate::lab::{Lab, LabError, Stage};
use crate::statistics::{Bootstrap, Interval, Level, mcnemar, sign_test};
use crate::suite::{Kind, SuiteEntry};
use crate::trial::{Limit, SpecText};

/// By what two specs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// Nodes at equal depth.
    Nodes,
    /// Time at equal depth, by what a node of each costs.
    Time,
    /// Solved positions.
    Solved,
    /// Points lost.
    Loss,
}

/// When a comparison ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Racing {
    /// Entries between two looks; 0 to look only at the end.
    pub batch: usize,
    /// The seed of the bootstrap.
    pub seed: u64,
}

/// The probability to see a difference that is not there, over all looks.
const ERROR: f64 = 0.05;

/// How two specs compare.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// By what.
    pub criterion: Criterion,
    /// The first spec, on the entries that were looked at.
    pub base: Totals,
    /// The other.
    pub other: Totals,
    /// Entries there were.
    pub available: u64,
    /// Nodes of the other spec for each of the first, with its 95 % interval.
    pub nodes: Option<Interval>,
    /// The same for time.
    pub time: Option<Interval>,
    /// Entries where the other cost less, and more, by the criterion: nodes, or time.
    pub less_more: [u64; 2],
    /// Entries that only the first solved, and only the other.
    pub only_solved: [u64; 2],
    /// Points that the other lost more than the first, a position, with its 95 % interval.
    pub loss: Option<Interval>,
    /// The probability of such a difference in the criterion if there were none, for as many looks as were planned.
    pub p: f64,
    /// It was clear before all entries were looked at.
    pub early: bool,
}

/// The two measurements of an entry.
pub(super) type Pair = (Measured, Measured);

/// What is compared.
pub struct Contest<'c> {
    /// The first spec and its limit, and the other's.
    pub specs: [(&'c SpecText, Limit); 2],
    /// How many times as much a node of the other costs, if that was measured.
    pub cost: Option<Interval>,
    /// By what.
    pub criterion: Criterion,
}

/// Compares two specs.
pub fn compare(
    lab: &mut Lab,
    name: &str,
    kind: Kind,
    entries: &[&SuiteEntry],
    contest: &Contest,
    racing: Racing,
) -> Result<Compared, LabError> {
    let looks = if racing.batch == 0 { 1 } else { entries.len().div_ceil(racing.batch).max(1) };
    let mut pairs: Vec<Pair> = Vec::new();
    let mut first: Option<Measured> = None;
    let mut early = false;
    let ahead = if racing.batch == 0 { 0 } else { 2 * racing.batch };
    lab.each(
        Stage { ahead, ..Stage::new(name, 2 * entries.len()) },
        |index| {
            let (spec, limit) = contest.specs[index % 2];
            trial(kind, entries[index / 2], spec, limit)
        },
        |index, searched| {
            let measured = Measured::new(entries[index / 2], contest.specs[index % 2].1, &searched);
            let Some(base) = first.take() else {
                first = Some(measured);
                return ControlFlow::Continue(None);
            };
            pairs.push((base, measured));
            let look = racing.batch > 0 && pairs.len().is_multiple_of(racing.batch) && pairs.len() < entries.len();
            if look && is_clear(&pairs, contest, racing.seed, looks) {
                early = true;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(None)
        },
    )?;
    let judged = judge(&pairs, contest, racing.seed);
    let p = (judged.p * looked(early, looks)).min(1.0);
    Ok(Compared { early, available: entries.len() as u64, p, ..judged })
}

/// By what the p of one look is multiplied, if there are so many in all and this is one of the early ones or the last.
fn looked(early: bool, looks: usize) -> f64 {
    match (looks, early) {
        (0 | 1, _) => 1.0,
        (_, false) => 2.0,
        (looks, true) => 2.0 * (looks - 1) as f64,
    }
}

/// The difference is there before the last look, by the test of the criterion, and for amounts also by the interval.
fn is_clear(pairs: &[Pair], contest: &Contest, seed: u64, looks: usize) -> bool {
    let error = ERROR / looked(true, looks);
    if p(pairs, contest) >= error {
        return false;
    }
    let Ok(level) = Level::new(1.0 - error) else { return false };
    // The share of resamples that lie outside has to be seen at all.
    let resamples = (20.0 / error).ceil().max(2_000.0) as u32;
    let bootstrap = Bootstrap { level, resamples: resamples as _, ..Bootstrap::new(seed) };
    let excludes =
        |interval: Option<Interval>, even: f64| interval.is_some_and(|interval| interval.low > even || interval.high < even);
    match contest.criterion {
        Criterion::Nodes => excludes(ratio(pairs, &bootstrap), 1.0),
        Criterion::Time => excludes(ratio(pairs, &bootstrap).and_then(|ratio| in_time(ratio, contest)), 1.0),
        Criterion::Loss => excludes(loss(pairs, &bootstrap), 0.0),
        Criterion::Solved => true,
    }
}

fn judge(pairs: &[Pair], contest: &Contest, seed: u64) -> Compared {
    let (base, other): (Vec<Measured>, Vec<Measured>) = pairs.iter().copied().unzip();
    let bootstrap = Bootstrap::new(seed);
    let nodes = ratio(pairs, &bootstrap);
    Compared {
        criterion: contest.criterion,
        base: Totals::of(&base),
        other: Totals::of(&other),
        available: 0,
        nodes,
        time: nodes.and_then(|nodes| in_time(nodes, contest)),
        less_more: less_more(pairs, if contest.criterion == Criterion::Time { cost(contest).value } else { 1.0 }),
        only_solved: only_solved(pairs),
        loss: loss(pairs, &bootstrap),
        p: p(pairs, contest),
        early: false,
    }
}

/// The probability of such a difference by chance.
fn p(pairs: &[Pair], contest: &Contest) -> f64 {
    match contest.criterion {
        Criterion::Solved => {
            let [first, second] = only_solved(pairs);
            mcnemar(first, second)
        }
        Criterion::Loss => {
            let losses = losses(pairs);
            let better = losses.iter().filter(|(other, base)| other < base).count();
            let worse = losses.iter().filter(|(other, base)| other > base).count();
            sign_test(better as u64, worse as u64)
        }
        Criterion::Nodes => {
            let [less, more] = less_more(pairs, 1.0);
            sign_test(less, more)
        }
        Criterion::Time => {
            // What a node costs is known only within its interval: the ends that speak against a difference count.
            let at = |cost: f64| {
                let [less, more] = less_more(pairs, cost);
                (less.cmp(&more), sign_test(less, more))
            };
            let ((low, p_low), (high, p_high)) = (at(cost(contest).low), at(cost(contest).high));
            if low == high { p_low.max(p_high) } else { 1.0 }
        }
    }
}

fn ratio(pairs: &[Pair], bootstrap: &Bootstrap) -> Option<Interval> {
    let nodes: Vec<(f64, f64)> = pairs.iter().map(|(base, other)| (other.nodes as f64, base.nodes as f64)).collect();
    bootstrap.ratio_of_sums(&nodes).ok()
}

/// What a node of the other costs, as a multiple.
fn cost(contest: &Contest) -> Interval {
    contest.cost.unwrap_or(Interval { value: 1.0, low: 1.0, high: 1.0 })
}

/// The ratio in time: as uncertain as both the nodes and what they cost.
fn in_time(nodes: Interval, contest: &Contest) -> Option<Interval> {
    let cost = contest.cost?;
    Some(Interval { value: nodes.value * cost.value, low: nodes.low * cost.low, high: nodes.high * cost.high })
}

fn loss(pairs: &[Pair], bootstrap: &Bootstrap) -> Option<Interval> {
    bootstrap.mean_difference(&losses(pairs)).ok()
}

/// What the other lost, and the first, where both are known.
fn losses(pairs: &[Pair]) -> Vec<(f64, f64)> {
    pairs.iter().filter_map(|(base, other)| Some((other.counted_loss()?, base.counted_loss()?))).collect()
}

/// Entries where the other costs less, and more, if its nodes cost so many times as much.
fn less_more(pairs: &[Pair], cost: f64) -> [u64; 2] {
    let count = |holds: fn(f64, f64) -> bool| {
        pairs.iter().filter(|(base, other)| holds(other.nodes as f64 * cost, base.nodes as f64)).count() as u64
    };
    [count(|other, base| other < base), count(|other, base| other > base)]
}

/// Entries that only one of them solved.
fn only_solved(pairs: &[Pair]) -> [u64; 2] {
    let count = |first: bool| {
        let only = |(base, other): &&Pair| base.solved == Some(first) && other.solved == Some(!first);
        pairs.iter().filter(only).count() as u64
    };
    [count(true), count(false)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Players, Suite, make};
    use crate::testing::{arena, spec};

    const GAME: &str = "breakthrough-6x6";

    fn suite(count: usize) -> Suite {
        let arena = arena(GAME);
        let players = Players {
            specs: vec![spec(GAME, "default")],
            depth: 2,
            temperatures: vec![300],
            random_plies: 4,
            longest: 200,
            setups: false,
        };
        let plan = make::SuitePlan { players, seed: 3, count, shares: [1, 0, 0] };
        make::sequences(&mut Lab::new(&*arena, ""), &plan, 2).unwrap()
    }

    fn race(base: &str, other: &str, criterion: Criterion, count: usize, threads: usize) -> Compared {
        let (arena, suite) = (arena(GAME), suite(count));
        let limit = Limit::depth(4);
        let (base, other) = (spec(GAME, base), spec(GAME, other));
        let contest = Contest {
            specs: [(&base, limit), (&other, limit)],
            cost: Some(Interval { value: 3.0, low: 2.5, high: 4.0 }),
            criterion,
        };
        let racing = Racing { batch: 10, seed: 1 };
        compare(&mut Lab::new(&*arena, "").threads(threads), "race", suite.kind, &suite.split(None), &contest, racing).unwrap()
    }

    #[test]
    fn a_clear_difference_ends_the_race_at_the_same_entry_whatever_the_number_of_threads() {
        let compared = race("plain", "negamax", Criterion::Nodes, 100, 1);
        assert!(compared.early && compared.base.entries < 100, "{compared:?}");
        assert!(compared.nodes.unwrap().low > 1.0 && compared.less_more[0] == 0, "{compared:?}");
        assert_eq!(compared, race("plain", "negamax", Criterion::Nodes, 100, 2));
        assert_eq!(compared, race("plain", "negamax", Criterion::Nodes, 100, 5));
    }

    #[test]
    fn a_spec_does_not_differ_from_itself() {
        let compared = race("default", "default", Criterion::Nodes, 40, 2);
        assert!(!compared.early && compared.p == 1.0, "{compared:?}");
        assert_eq!(compared.nodes.unwrap(), Interval { value: 1.0, low: 1.0, high: 1.0 });
        assert_eq!(compared.time.unwrap(), Interval { value: 3.0, low: 2.5, high: 4.0 }, "but its nodes may cost more");
    }

    #[test]
    fn a_difference_in_time_is_clear_only_beyond_the_noise_of_the_clock() {
        let told = |cost: Interval| {
            let pairs: Vec<Pair> = (0..20).map(|_| (measured(None), measured(None))).collect();
            let text = spec(GAME, "plain");
            let limit = Limit::depth(1);
            let contest = Contest { specs: [(&text, limit), (&text, limit)], cost: Some(cost), criterion: Criterion::Time };
            (p(&pairs, &contest), is_clear(&pairs, &contest, 1, 2))
        };
        assert_eq!(told(Interval { value: 1.1, low: 0.9, high: 1.3 }), (1.0, false));
        let (p, clear) = told(Interval { value: 1.2, low: 1.1, high: 1.3 });
        assert!(p < 0.001 && clear);
    }

    fn measured(solved: Option<bool>) -> Measured {
        Measured { nodes: 1, positions: 1, depth: 1, height: 1, capped: false, solved, nodes_to_solution: None, loss: None }
    }

    #[test]
    fn looking_often_finds_no_more_differences_that_are_not_there_than_promised() {
        // Solved or not by a fair coin, 200 entries looked at every ten: of 400 such races about 5 % may see a difference, early or at the end.
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        let text = spec(GAME, "plain");
        let limit = Limit::nodes(1);
        let contest = Contest { specs: [(&text, limit), (&text, limit)], cost: None, criterion: Criterion::Solved };
        let mut wrong = 0;
        for _ in 0..400 {
            let pairs: Vec<Pair> = (0..200).map(|_| (measured(Some(rng.random())), measured(Some(rng.random())))).collect();
            let early = (1..20).any(|look| is_clear(&pairs[..10 * look], &contest, 1, 20));
            wrong += usize::from(early || p(&pairs, &contest) * looked(false, 20) < ERROR);
        }
        assert!(wrong <= 33, "{wrong} of 400; 20 are allowed, and 13 more by chance");
    }
}
