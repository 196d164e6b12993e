//! What experiments about `forge` share: a forge from a spec, and fresh games of what came of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use plysmith::Spec;
use plysmith::search::limits::Clock;
use plysmith_lab::compare::Material;
use plysmith_lab::forge::{Forged, Order, Proved, forge};
use plysmith_lab::lab::Lab;
use plysmith_lab::measure::speeds;
use plysmith_lab::report::Outcome;
use plysmith_lab::trial::SpecText;
use plysmith_lab::verify::{EqualTimeMatch, EqualTimeSettings, Pentanomial, Rating};

use super::Scale;

/// The time since something began.
pub struct Since(pub Instant);

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// How long a forge may take.
pub fn budget(scale: Scale) -> Duration {
    Duration::from_secs(scale.of(20, 600, 3_600))
}

/// Fresh games of an outcome.
pub fn games(scale: Scale) -> usize {
    scale.of(8, 200, 400)
}

/// Fresh games of an outcome against the default: they tell how near it comes, and decide nothing.
pub fn games_beside(scale: Scale) -> usize {
    scale.of(8, 60, 400)
}

/// How long a move takes in those.
pub fn move_time(scale: Scale) -> Duration {
    Duration::from_millis(scale.of(1, 20, 20))
}

/// The pace of a forge, and its openings are other ones than those that an outcome is judged from.
const PACE: Duration = Duration::from_millis(100);
const OTHER_SEED: u64 = 0x0066_7265_7368;

/// Forges under a name, so that several forges of a run are told apart.
pub fn forged(lab: &mut Lab, name: &str, start: &Spec, scale: Scale, seed: u64) -> Result<Forged> {
    forged_in(lab, name, start, budget(scale), seed)
}

/// The same in so much time.
pub fn forged_in(lab: &mut Lab, name: &str, start: &Spec, budget: Duration, seed: u64) -> Result<Forged> {
    let order = Order { start: start.clone(), budget, pace: PACE, seed, only: None };
    Ok(lab.within(name, |lab| forge(lab, order, Arc::new(Since(Instant::now()))))?)
}

/// Fresh games at equal time between two specs: a fixed number, from openings that nothing was learned from.
pub fn judged(lab: &mut Lab, name: &str, specs: [&Spec; 2], games: usize, time: Duration, seed: u64) -> Result<Pentanomial> {
    let texts = [SpecText::new(lab.arena(), specs[0])?, SpecText::new(lab.arena(), specs[1])?];
    let lines = Material::lines(lab, seed)?;
    let cost = speeds(lab, &format!("speed of the other, {name}"), &texts[1..], &lines)?.remove(0);
    let nodes = (time.as_nanos() as f64 * 1_000.0 / cost.node.max(1) as f64) as u64;
    let settings = EqualTimeSettings { name, specs: [&texts[0], &texts[1]], nodes, lines: &lines, seed: seed ^ OTHER_SEED };
    let mut played = EqualTimeMatch::new(lab, settings)?;
    played.go_on(lab, games.div_ceil(2), None, &mut |_| false)?;
    Ok(played.pairs())
}

/// The score in per cent with its lower bound, for verdicts.
pub fn score(pairs: Pentanomial) -> (f64, f64) {
    Rating::of(pairs).map_or((50.0, 0.0), |rating| (100.0 * rating.score.value, 100.0 * rating.score.low))
}

/// The proofs of a forge in words.
pub fn told(proofs: &[Proved]) -> String {
    let one = |proved: &Proved| {
        format!("{} {} with {:.1} % of {}", proved.name, proved.outcome.word(), 100.0 * proved.score, proved.games)
    };
    if proofs.is_empty() { "nothing was proposed".into() } else { proofs.iter().map(one).collect::<Vec<_>>().join("; ") }
}

/// Proposals, and how many of them had less than half of the points in their proof.
pub fn counted(proofs: &[Proved]) -> (usize, usize) {
    (
        proofs.len(),
        proofs.iter().filter(|proved| proved.games > 0 && proved.score < 0.5 && proved.outcome != Outcome::Proven).count(),
    )
}
