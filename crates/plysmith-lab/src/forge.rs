//! Forge: from a game to an engine that is proven to be better than its default, or the default.
//!
//! The run is the list [`STAGES`], read from top to bottom. A stage proposes another spec in its own way; a proof by games, of which the stage knows
//! nothing, decides whether it is kept. In the end what stands plays a final match against the default from openings that nobody has seen, and only
//! if that accepts it is it the outcome.
//!
//! A budget in time is kept by asking the clock at fixed points and recording the answers with the run: a run that was killed goes on with the same
//! decisions. What a stage may do, how many games a proof may take and which difference it is to find follow from the budget; the error of five per
//! cent is shared by all proofs.

mod proof;
mod stages;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use plysmith::Spec;
use plysmith::search::limits::Clock;

pub use proof::{Proof, Proven};
pub use stages::STAGES;
pub use watch::Watch;

use crate::lab::{Lab, LabError};
use crate::measure::{Speed, speeds};
use crate::report::{Block, Cell, Code, Column, Outcome, Report, Section, Table};
use crate::select::{Material, Metric, Size};
use crate::trial::SpecText;

/// What is to be forged.
pub struct Order {
    /// The spec to begin with, and to beat.
    pub default: Spec,
    /// How long it may take.
    pub budget: Duration,
    /// The seed of everything.
    pub seed: u64,
}

/// A stage of the run.
pub trait Stage: Sync {
    /// The word for it.
    fn name(&self) -> &'static str;
    /// A heading.
    fn title(&self) -> &'static str;
    /// The share of the budget after which it ends, counted from its beginning, and the share of its proof, which comes after that.
    fn shares(&self, budget: Duration) -> Shares;
    /// Proposes a spec instead of the one that stands, and tells how it came about.
    fn propose(&self, lab: &mut Lab, smithy: &mut Smithy, stands: &Spec) -> Result<Proposal, LabError>;
}

/// What a stage may take of the budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// To make its proposal.
    pub work: f64,
    /// To prove it.
    pub proof: f64,
}

impl Shares {
    fn total(self) -> f64 {
        self.work + self.proof
    }
}

/// What a stage proposes.
pub struct Proposal {
    /// The spec; `None` if there is nothing better to propose.
    pub spec: Option<Spec>,
    /// How it came about.
    pub sections: Vec<Section>,
}

/// What the stages share.
pub struct Smithy {
    /// What was asked for.
    pub order: Order,
    /// The clock of the run.
    pub watch: Watch,
    /// What a node of the default costs.
    pub speed: Speed,
    /// When the stage that is under way is to end.
    pub deadline: Duration,
}

impl Smithy {
    /// How many nodes of the default all threads together search in so long a time.
    pub fn nodes_in(&self, lab: &Lab, time: Duration) -> u64 {
        (time.as_secs_f64() * 1e12 / self.speed.node.max(1) as f64 * lab.threads as f64) as u64
    }

    /// How long the stage that is under way may still take; asked once at every point, and recorded.
    pub fn left(&mut self, lab: &mut Lab, point: &str) -> Result<Duration, LabError> {
        let now = self.watch.elapsed(lab, point)?;
        Ok(self.deadline.saturating_sub(now))
    }
}

/// What was forged.
pub struct Forged {
    /// The outcome: what the final match has accepted, or the default.
    pub spec: SpecText,
    /// It is something else than the default.
    pub changed: bool,
    /// What was decided, and why.
    pub report: Report,
}

/// The share of the budget that is left for the final match if every stage takes its own.
const FINAL: f64 = 0.2;
/// What remains is for what nobody has foreseen.
const RESERVE: f64 = 0.04;
/// With less than this the effort goes to the selection first.
const AMPLE: Duration = Duration::from_secs(600);
/// The probability that anything is accepted that is no better, over all proofs.
const ERROR: f64 = 0.05;

/// Forges.
pub fn forge(lab: &mut Lab, order: Order, clock: Arc<dyn Clock>) -> Result<Forged, LabError> {
    let default = text(lab, &order.default)?;
    let mut watch = Watch::new(clock);
    let lines = Material::lines(lab, order.seed)?;
    let speed = speeds(lab, "speed of the default", std::slice::from_ref(&default), &lines)?.remove(0);
    watch.elapsed(lab, "the beginning")?;
    let mut smithy = Smithy { order, watch, speed, deadline: Duration::ZERO };
    let errors = ERROR / (STAGES.len() + 1) as f64;
    let budget = smithy.order.budget;
    let mut stands = smithy.order.default.clone();
    let (mut sections, mut rows) = (Vec::new(), Vec::new());
    for (at, stage) in STAGES.iter().enumerate() {
        let began = smithy.watch.elapsed(lab, &format!("{} begins", stage.name()))?;
        let shares = stage.shares(budget);
        let later: f64 = STAGES[at + 1..].iter().map(|stage| stage.shares(budget).total()).sum();
        smithy.deadline = began + share_of(budget, began, shares.work, shares.proof + later);
        let proposal = stage.propose(lab, &mut smithy, &stands)?;
        sections.extend(proposal.sections);
        // By their whole texts: what is said and what is left out by default may be the same.
        let standing = text(lab, &stands)?;
        let Some(spec) = proposal.spec.filter(|spec| text(lab, spec).is_ok_and(|text| text != standing)) else {
            rows.push(row(stage.name(), "nothing to propose", None));
            continue;
        };
        let now = smithy.watch.elapsed(lab, &format!("{} is to be proven", stage.name()))?;
        smithy.deadline = now + share_of(budget, now, shares.proof, later);
        let proof = Proof { name: stage.name(), candidate: &spec, stands: &stands, error: errors, seed: smithy.order.seed };
        let proven = proof.play(lab, &mut smithy)?;
        rows.push(row(stage.name(), if proven.is_accepted() { "kept" } else { "not kept" }, Some(&proven)));
        sections.push(proven.section(&format!("{}-proof", stage.name()), &format!("{}: the proof", stage.title())));
        if proven.is_accepted() {
            stands = spec;
        }
    }
    let mut accepted = false;
    let verdict = if stands == smithy.order.default {
        "The default stands: no stage has proven anything better within this budget.".to_string()
    } else {
        smithy.deadline = budget.mul_f64(1.0 - RESERVE);
        let now = smithy.watch.elapsed(lab, "the final match begins")?;
        // A proof that comes too late is still given a moment.
        smithy.deadline = smithy.deadline.max(now + budget.mul_f64(FINAL / 5.0));
        let default = smithy.order.default.clone();
        let seed = smithy.order.seed.wrapping_add(0x0f1a_a100);
        let proof = Proof { name: "final match", candidate: &stands, stands: &default, error: errors, seed };
        let proven = proof.play(lab, &mut smithy)?;
        accepted = proven.is_accepted();
        rows.push(row("final match", if accepted { "accepted" } else { "the default stays" }, Some(&proven)));
        sections.push(proven.section("final", "The final match against the default"));
        match accepted {
            true => format!("The forged spec is proven stronger than the default: {}", proven.sentence()),
            false => format!("The default stays: the final match did not accept what was forged. {}", proven.sentence()),
        }
    };
    let spec = text(lab, if accepted { &stands } else { &smithy.order.default })?;
    let report = report(lab, &smithy, verdict, rows, sections, &default, &spec);
    Ok(Forged { changed: accepted, spec, report })
}

/// How long a part of the run may take that has this share, if others with so much are to come: what was not used before is there for all of them, and what was used too much is missing.
fn share_of(budget: Duration, now: Duration, own: f64, later: f64) -> Duration {
    let left = budget.mul_f64(1.0 - FINAL - RESERVE).saturating_sub(now);
    left.mul_f64(own / (own + later).max(f64::MIN_POSITIVE))
}

fn row(stage: &str, decision: &str, proven: Option<&Proven>) -> Vec<Cell> {
    let (score, games) = proven.map_or((Cell::from("–"), Cell::from("–")), Proven::cells);
    vec![Cell::from(stage), Cell::from(decision), score, games]
}

fn report(
    lab: &Lab,
    smithy: &Smithy,
    verdict: String,
    rows: Vec<Vec<Cell>>,
    mut sections: Vec<Section>,
    default: &SpecText,
    spec: &SpecText,
) -> Report {
    let card = lab.arena().card();
    let mut report = Report::new(format!("An engine for {}", card.name), card.name.clone(), verdict);
    report.summary.push(Block::paragraph(
        "The default is itself a contestant: a stage is kept only if a sequential test accepts it in games at equal time, and what was forged is the outcome only if \
         a final match against the default accepts it from openings that no stage has seen.",
    ));
    let mut table = Table::new(
        "What each stage brought",
        [Column::words("stage"), Column::words("decision"), Column::numbers("score").unit("%"), Column::numbers("games")],
    );
    rows.into_iter().for_each(|row| table.row(row));
    report.summary.push(table.into());
    let mut outcome = Section::new("spec", "The outcome").judged(
        if spec == default { Outcome::Informative } else { Outcome::Proven },
        if spec == default { "It is the default." } else { "It differs from the default in what is marked." },
    );
    outcome.blocks.push(Code::compared("compared with the default", default.as_str(), spec.as_str()).into());
    sections.insert(0, outcome);
    report.sections = sections;
    report.condition("seed", smithy.order.seed);
    report.condition("budget", format!("{} s", smithy.order.budget.as_secs()));
    report.condition("threads", lab.threads);
    report.condition("a node of the default", format!("{:.1} ns", smithy.speed.nanoseconds()));
    report.condition("error of all proofs together", format!("{} %", 100.0 * ERROR));
    report.condition("build of the search", plysmith::BUILD);
    report.condition("build of the lab", crate::BUILD);
    report
}

fn text(lab: &Lab, spec: &Spec) -> Result<SpecText, LabError> {
    crate::select::text(lab, spec)
}

/// How large the material of a selection may be, so that a selection fits into so many nodes, in a game of so many plies.
fn size(nodes: u64, length: usize) -> Size {
    // A selection tries some hundred candidates, of which most are given up after a part.
    const CANDIDATES: u64 = 150;
    let usual = Size::default();
    let of_one = |size: &Size| size.length as u64 * size.nodes / 3;
    let sequences = |size: &Size| (nodes / CANDIDATES / of_one(size).max(1)) as usize;
    let mut size = usual;
    while sequences(&size) < 16 && size.nodes > 10_000 {
        size.nodes /= 2;
    }
    size.sequences = sequences(&size).clamp(12, 80);
    size.positions = (3 * size.sequences).clamp(40, usual.positions);
    // About four times the pairs of a finalist are played in a step, and there should be time for three steps in a third of it.
    const PAIRS: u64 = 36;
    let pair = 2 * length as u64 * size.nodes / 4;
    size.openings = ((nodes / PAIRS / pair.max(1)) as usize).clamp(8, usual.openings);
    size
}

/// What the metrics of a selection in a forge are.
const METRICS: [Metric; 2] = [Metric::Time, Metric::Match];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_part_leaves_is_shared_by_all_that_come() {
        let budget = Duration::from_secs(100);
        let seconds = |now, own, later| share_of(budget, Duration::from_secs(now), own, later).as_secs_f64();
        // 76 of 100 seconds are for the stages.
        assert!((seconds(0, 0.38, 0.38) - 38.0).abs() < 1e-6);
        assert!((seconds(16, 0.1, 0.2) - 20.0).abs() < 1e-6, "a third of the 60 that are left");
        assert_eq!((seconds(80, 0.1, 0.2), seconds(76, 0.1, 0.0)), (0.0, 0.0), "nothing is left");
    }

    #[test]
    fn the_stages_leave_the_final_match_its_share() {
        for budget in [20, 300, 600, 3_600] {
            let shares = STAGES.iter().map(|stage| stage.shares(Duration::from_secs(budget)));
            let taken: f64 = shares.map(|shares| shares.work + shares.proof).sum();
            assert!(taken + FINAL + RESERVE <= 1.0 + 1e-9, "{budget} s: the stages take {taken}");
        }
    }
}
