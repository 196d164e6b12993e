//! Forge: from a game to an engine that is proven to be better than the one it began with, and what it is worth.
//!
//! The run goes through the list [`STAGES`] in rounds, for as long as there is time. A stage proposes another spec in its own way; a [`Proof`] by games at the pace of the user, of which the stage knows
//! nothing, decides whether it is kept. What a stage leaves of its time goes to the proof that was most promising and not decided, and then to the next round. If several
//! proposals were kept, all of them together play a final match against the start. The end is for what the outcome is worth: a ladder of engines by games, what its parts do, and
//! where it plays differently.
//!
//! A budget in time is kept by asking the clock at fixed points and recording the answers with the run: a run that was killed goes on with the same decisions. What a stage may do, at
//! which pace a proof plays and which difference it is to find follow from the budget; the error of five per cent is shared by all proofs.

mod advice;
mod clock;
mod context;
mod ladder;
mod proof;
mod stages;

use std::sync::Arc;
use std::time::Duration;

use plysmith::search::limits::Clock;
use plysmith::{Arena, Spec};

pub use clock::RecordedClock;
use context::FEWEST_NODES;
pub use context::{ForgeContext, Order};
use ladder::{differences, ladder_by_games, parts, parts_by_games, rungs};
pub use proof::{Claim, Proof, proof_games, simulated};
pub use stages::STAGES;

use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::report::{Block, Cell, Code, Column, Details, Outcome, Report, Section, Table, grouped};
use crate::trial::SpecText;

/// A stage of the run.
pub trait Stage: Sync {
    /// The word for it.
    fn name(&self) -> &'static str;
    /// A heading.
    fn title(&self) -> &'static str;
    /// How much of the time it should have beside the other stages, for its work and for its proof.
    fn shares(&self, budget: Duration) -> Shares;
    /// Whether it is worth trying once more when time is left, although it was not cut short.
    fn tries_again(&self) -> bool {
        true
    }
    /// Why it has nothing to propose, if that is known beforehand. Then it takes no time.
    fn hindrance(&self, arena: &dyn Arena, budget: Duration, current: &Spec) -> Option<String>;
    /// Proposes a spec instead of the current one, and tells how it came about; `proof` is the time that the proof will have.
    fn propose(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec, proof: Duration) -> Result<Proposal, LabError>;
}

/// How much of the time a stage should have beside the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// To make its proposal.
    pub work: f64,
    /// To prove it.
    pub proof: f64,
}

/// What a stage proposes.
pub struct Proposal {
    /// The spec; `None` if there is nothing better to propose.
    pub spec: Option<Spec>,
    /// How it came about.
    pub sections: Vec<Section>,
    /// It could not do all that it wanted to do for lack of time: it comes before others when time is left.
    pub cut_short: bool,
}

impl Proposal {
    fn nothing(sections: Vec<Section>) -> Proposal {
        Proposal { spec: None, sections, cut_short: false }
    }
}

/// What was forged.
pub struct Forged {
    /// The outcome: what was proven, or the start.
    pub spec: SpecText,
    /// It is something else than the start.
    pub changed: bool,
    /// What was decided, and why.
    pub report: Report,
    /// Candidates that looked good and were not decided.
    pub undecided: Vec<Undecided>,
    /// Every proof of the run, in its order.
    pub proofs: Vec<Proved>,
}

/// A candidate that was not decided, with what goes on proving it.
#[derive(Clone, Debug)]
pub struct Undecided {
    /// The stage and the round.
    pub name: String,
    /// The candidate.
    pub spec: SpecText,
    /// What it was compared with.
    pub current: SpecText,
    /// Milliseconds a move in its proof.
    pub milliseconds: u64,
    /// What its test looked for, in normalised Elo.
    pub sought: f64,
    /// The errors of its test.
    pub errors: (f64, f64),
    /// How it stands.
    pub sentence: String,
}

/// How a proof went.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The stage and the round.
    pub name: String,
    /// How it ended.
    pub outcome: Outcome,
    /// The share of the points of what was proposed.
    pub score: f64,
    /// Games.
    pub games: u64,
}

/// The share of the budget for what the outcome is worth: ladder, parts and differences.
const WORTH: f64 = 0.13;
/// The shares of that for the parts by cost, for the differences, and in a long run for the parts by games.
const EXPLAINED: [f64; 3] = [0.18, 0.1, 0.4];
/// The share for a final match, when something was kept and more may come.
const FINAL: f64 = 0.1;
/// What remains is for what nobody has foreseen.
const RESERVE: f64 = 0.02;
/// A round is not begun with less of the budget, nor with less time; and with less than this of the budget it is only about one stage, one that was cut short or the first, which then has all of the time.
const ROUND: (f64, Duration) = (0.12, Duration::from_secs(20));
const WHOLE_ROUND: f64 = 0.4;
/// The probability that anything is accepted that is no better, over all proofs, and which part of what is left of it each of them has.
const ERROR: f64 = 0.05;
const SPENT: f64 = 0.4;

/// Forges.
pub fn forge(lab: &mut Lab, order: Order, clock: Arc<dyn Clock>) -> Result<Forged, LabError> {
    let context = ForgeContext::new(lab, order, clock)?;
    let start = context.order.start.clone();
    let mut run = Run {
        current: start,
        context,
        kept: Vec::new(),
        open: Vec::new(),
        cut_short: Vec::new(),
        error: ERROR,
        log: Vec::new(),
        sections: Vec::new(),
        proofs: Vec::new(),
    };
    loop {
        let began = run.context.now(lab, "the round begins")?;
        let tried = run.round(lab)?;
        run.settle(lab)?;
        let left = run.left(lab, "the round is over")?;
        let budget = run.context.order.budget;
        // A round that took next to no time has nothing left to try, as in a small game.
        let idle = run.context.now(lab, "how long the round took")?.saturating_sub(began) < budget.mul_f64(0.02);
        if tried == 0 || idle || left < budget.mul_f64(ROUND.0).max(ROUND.1) {
            break;
        }
        run.context.round += 1;
    }
    run.finish(lab)
}

/// A run under way.
struct Run {
    context: ForgeContext,
    current: Spec,
    /// What was accepted, in order, each against what was current then.
    kept: Vec<Proof>,
    /// Proofs that were not decided.
    open: Vec<Proof>,
    /// Stages that wanted more time than they had, in their order.
    cut_short: Vec<&'static str>,
    /// What is left of the error.
    error: f64,
    log: Vec<StageEntry>,
    sections: Vec<Section>,
    proofs: Vec<Proved>,
}

/// What became of a stage.
struct StageEntry {
    round: usize,
    stage: &'static str,
    decision: String,
    score: Cell,
    games: Cell,
    time: Duration,
}

impl Run {
    /// The time left for stages and proofs.
    fn left(&mut self, lab: &mut Lab, point: &str) -> Result<Duration, LabError> {
        let later = WORTH + RESERVE + if self.kept.is_empty() { 0.0 } else { FINAL };
        let end = self.context.order.budget.mul_f64(1.0 - later);
        let now = self.context.now(lab, point)?;
        Ok(end.saturating_sub(now))
    }

    /// Goes through the stages once. Answers how many of them tried something.
    fn round(&mut self, lab: &mut Lab) -> Result<usize, LabError> {
        let budget = self.context.order.budget;
        let mut tried = 0;
        let short = self.context.round > 1 && self.left(lab, "the round")? < budget.mul_f64(WHOLE_ROUND);
        // What is left of the time goes to the stage that was cut short before it goes to others.
        let next = next_alone(&self.cut_short, |name| hindrance(name, lab.arena(), budget, &self.current).is_none());
        let only = self.context.order.only.or(short.then_some(next));
        self.cut_short.retain(|name| only.is_some_and(|only| only != *name));
        for (at, stage) in STAGES.iter().enumerate() {
            let began = self.context.now(lab, &format!("{} begins", stage.name()))?;
            if only.is_some_and(|only| only != stage.name()) {
                continue;
            }
            if let Some(why) = stage.hindrance(lab.arena(), budget, &self.current) {
                self.enter(*stage, format!("nothing to propose: {why}"), None, Duration::ZERO);
                continue;
            }
            let left = self.left(lab, &format!("time for {}", stage.name()))?;
            // A stage that cannot propose holds nothing back.
            let current = &self.current;
            let wanted = |stage: &dyn Stage| only.is_none_or(|only| only == stage.name());
            let able = |stage: &&&dyn Stage| wanted(**stage) && stage.hindrance(lab.arena(), budget, current).is_none();
            let later: f64 = STAGES[at + 1..].iter().filter(able).map(|stage| total(stage.shares(budget))).sum();
            let shares = stage.shares(budget);
            let own = left.mul_f64(total(shares) / (total(shares) + later).max(f64::MIN_POSITIVE));
            if own < Duration::from_secs(3) {
                self.cut_short.push(stage.name());
                self.enter(*stage, "no time was left for it".into(), None, Duration::ZERO);
                continue;
            }
            tried += 1;
            let work = own.mul_f64(shares.work / total(shares));
            let proof = own - work;
            self.context.deadline = began + work;
            let current = self.current.clone();
            let proposal = stage.propose(lab, &mut self.context, &current, proof)?;
            self.take(proposal.sections);
            self.cut_short.extend(proposal.cut_short.then_some(stage.name()));
            let now = self.context.now(lab, &format!("{} has proposed", stage.name()))?;
            // By their whole texts: what is said and what is left out by default may be the same.
            let same = |spec: &Spec| Ok::<bool, LabError>(text(lab, spec)? == text(lab, &current)?);
            let spec = match proposal.spec {
                Some(spec) if !same(&spec)? => spec,
                _ => {
                    self.enter(*stage, "nothing to propose".into(), None, now.saturating_sub(began));
                    continue;
                }
            };
            self.prove(lab, *stage, spec, began, now + proof)?;
        }
        Ok(tried)
    }

    /// Proves a proposal until some time.
    fn prove(&mut self, lab: &mut Lab, stage: &dyn Stage, spec: Spec, began: Duration, until: Duration) -> Result<(), LabError> {
        let name = if self.context.round == 1 {
            stage.name().to_string()
        } else {
            format!("{}, round {}", stage.name(), self.context.round)
        };
        let now = self.context.now(lab, &format!("{name}, its proof"))?;
        let error = SPENT * self.error;
        self.error -= error;
        let seed = self.context.seed(100 + self.proofs.len() as u64);
        let claim = Claim { name: &name, candidate: &spec, current: &self.current, error, seed, time: until.saturating_sub(now) };
        let mut proof = Proof::new(lab, &self.context, claim)?;
        proof.go_on(lab, &mut self.context, until)?;
        let ended = self.context.now(lab, &format!("{name} was proven"))?;
        let decision = match proof.outcome() {
            Outcome::Proven => "kept",
            Outcome::Undecided => "undecided",
            _ => "not kept",
        };
        self.enter(stage, decision.into(), Some(&proof), ended.saturating_sub(began));
        self.sort(proof);
        Ok(())
    }

    /// Puts a proof where it belongs.
    fn sort(&mut self, proof: Proof) {
        let counts = proof.pairs();
        let score = counts.points() / counts.games().max(1) as f64;
        let proved = Proved { name: proof.name.clone(), outcome: proof.outcome(), score, games: counts.games() };
        match self.proofs.iter_mut().find(|known| known.name == proved.name) {
            Some(known) => *known = proved,
            None => self.proofs.push(proved),
        }
        let section =
            proof.section(&format!("{}-proof", proof.name.replace([' ', ','], "-")), &format!("The proof of {}", proof.name));
        self.sections.retain(|known| known.id != section.id);
        self.sections.push(section);
        match proof.outcome() {
            Outcome::Proven => {
                self.current = proof.candidate.clone();
                self.kept.push(proof);
            }
            Outcome::Undecided => self.open.push(proof),
            _ => {}
        }
    }

    /// What the stages left goes to the most promising proof that was not decided, as long as it is about the current spec.
    fn settle(&mut self, lab: &mut Lab) -> Result<(), LabError> {
        loop {
            let number = self.proofs.len() + self.kept.len();
            let left = self.left(lab, &format!("settling, {number} proofs, {} open", self.open.len()))?;
            let current = &self.current;
            let hopes = self.open.iter().enumerate().filter(|(_, proof)| proof.current == *current);
            // One that would take much longer than there is time for is not worth the rest of the run.
            let hopes =
                hopes.filter_map(|(at, proof)| Some((proof.missing()?, at))).filter(|(missing, _)| *missing < left.mul_f64(1.5));
            let Some((missing, at)) = hopes.min() else { return Ok(()) };
            if left < Duration::from_secs(2) {
                return Ok(());
            }
            let mut proof = self.open.remove(at);
            let now = self.context.now(lab, &format!("settling {}, {number} proofs", proof.name))?;
            let until = now + left.min(missing.mul_f64(3.0).max(Duration::from_secs(5)));
            proof.go_on(lab, &mut self.context, until)?;
            let ended = self.context.now(lab, &format!("settled {}, {number} proofs", proof.name))?;
            let still = proof.outcome() == Outcome::Undecided;
            let decision = if still {
                "still undecided"
            } else if proof.outcome() == Outcome::Proven {
                "kept"
            } else {
                "not kept"
            };
            let (score, games) = proof.cells();
            let entry = StageEntry {
                round: self.context.round,
                stage: "going on",
                decision: format!("{}: {decision}", proof.name),
                score,
                games,
                time: ended.saturating_sub(now),
            };
            self.log.push(entry);
            self.sort(proof);
            if still {
                return Ok(());
            }
        }
    }

    /// The final match, what the outcome is worth, and the report.
    fn finish(mut self, lab: &mut Lab) -> Result<Forged, LabError> {
        let budget = self.context.order.budget;
        let start = self.context.order.start.clone();
        let mut outcome = start.clone();
        let mut verdict = None;
        if let Some(first) = self.kept.first() {
            outcome = first.candidate.clone();
            verdict = Some(format!("The forged engine is proven to be stronger than what it began with: {}", first.sentence()));
        }
        if self.kept.len() > 1 {
            // Several steps, each proven against the one before: together they have to be proven against the start.
            let now = self.context.now(lab, "the final match")?;
            let until = budget.mul_f64(1.0 - WORTH - RESERVE).max(now + budget.mul_f64(FINAL / 3.0));
            let seed = self.context.seed(990);
            let candidate = self.current.clone();
            let claim = Claim {
                name: "final match",
                candidate: &candidate,
                current: &start,
                error: ERROR,
                seed,
                time: until.saturating_sub(now),
            };
            let mut last = Proof::new(lab, &self.context, claim)?;
            last.go_on(lab, &mut self.context, until)?;
            let ended = self.context.now(lab, "the final match is over")?;
            let accepted = last.outcome() == Outcome::Proven;
            let (score, games) = last.cells();
            let decision = if accepted { "accepted" } else { "what was proven first stays" };
            self.log.push(StageEntry {
                round: self.context.round,
                stage: "final match",
                decision: decision.into(),
                score,
                games,
                time: ended.saturating_sub(now),
            });
            self.sections.push(last.section("final", "The final match against the start"));
            if accepted {
                outcome = candidate;
                verdict = Some(format!("The forged engine is proven to be stronger than what it began with: {}", last.sentence()));
            }
        }
        let explained = self.explain(lab, &start, &outcome)?;
        let undecided = self.undecided(lab)?;
        // What it is worth is told first where there is nothing new to tell.
        let worth = explained
            .first()
            .and_then(|ladder| ladder.verdict.as_ref())
            .map_or_else(String::new, |verdict| verdict.sentence.clone());
        let verdict =
            verdict.unwrap_or_else(|| format!("{worth} It is what it began with: nothing better was proven within this budget."));
        let [spec, begun] = [text(lab, &outcome)?, text(lab, &start)?];
        let report = self.report(lab, verdict, explained, &begun, &spec, &undecided)?;
        Ok(Forged { changed: spec != begun, spec, report, undecided, proofs: self.proofs })
    }

    /// What the outcome is worth, first of all the ladder.
    fn explain(&mut self, lab: &mut Lab, start: &Spec, outcome: &Spec) -> Result<Vec<Section>, LabError> {
        let budget = self.context.order.budget;
        let began = self.context.now(lab, "what it is worth")?;
        let end = budget.mul_f64(1.0 - RESERVE).max(began + budget.mul_f64(WORTH / 4.0));
        let time = end.saturating_sub(began);
        // However much the stages left over, the parts and the differences need no more than this.
        let share = |share: f64| time.mul_f64(share).min(budget.mul_f64(0.04)).min(Duration::from_secs(300));
        let mut sections = Vec::new();
        self.context.deadline = began + share(EXPLAINED[0]);
        let parts = parts(lab, &mut self.context, outcome)?;
        let now = self.context.now(lab, "the parts begin to play")?;
        self.context.deadline = now + time.mul_f64(EXPLAINED[2]);
        let played = parts_by_games(lab, &mut self.context, outcome)?;
        let now = self.context.now(lab, "the parts are explained")?;
        self.context.deadline = now + share(EXPLAINED[1]);
        let nodes = self
            .kept
            .last()
            .map_or_else(|| self.context.nodes_for(budget.mul_f64(0.2), proof_games(budget)), |proof| proof.nodes()[1]);
        let differences = differences(lab, &mut self.context, start, outcome, nodes)?;
        self.context.deadline = end;
        let rungs = rungs(lab, start, outcome)?;
        sections.push(ladder_by_games(lab, &mut self.context, &rungs)?);
        sections.extend(differences);
        sections.extend(played);
        sections.extend(parts);
        let ended = self.context.now(lab, "it is known what it is worth")?;
        let entry = StageEntry {
            round: self.context.round,
            stage: "what it is worth",
            decision: "ladder, parts, differences".into(),
            score: "–".into(),
            games: "–".into(),
            time: ended.saturating_sub(began),
        };
        self.log.push(entry);
        Ok(sections)
    }

    /// What looked good and was not decided.
    fn undecided(&self, lab: &Lab) -> Result<Vec<Undecided>, LabError> {
        let promising = self.open.iter().filter(|proof| proof.missing().is_some());
        promising
            .map(|proof| {
                Ok(Undecided {
                    name: proof.name.clone(),
                    spec: text(lab, &proof.candidate)?,
                    current: text(lab, &proof.current)?,
                    milliseconds: (proof.move_time().as_secs_f64() * 1_000.0).round().max(1.0) as u64,
                    sought: proof.sprt().elo1(),
                    errors: (proof.sprt().alpha(), proof.sprt().beta()),
                    sentence: proof.sentence(),
                })
            })
            .collect()
    }

    fn enter(&mut self, stage: &dyn Stage, decision: String, proof: Option<&Proof>, time: Duration) {
        let (score, games) = proof.map_or((Cell::from("–"), Cell::from("–")), Proof::cells);
        self.log.push(StageEntry { round: self.context.round, stage: stage.name(), decision, score, games, time });
    }

    /// Sections of a later round have names of their own.
    fn take(&mut self, sections: Vec<Section>) {
        let round = self.context.round;
        self.sections.extend(sections.into_iter().map(|section| match round {
            1 => section,
            _ => Section { id: format!("{}-{round}", section.id), title: format!("{}, round {round}", section.title), ..section },
        }));
    }

    fn report(
        &mut self,
        lab: &mut Lab,
        verdict: String,
        explained: Vec<Section>,
        start: &SpecText,
        spec: &SpecText,
        undecided: &[Undecided],
    ) -> Result<Report, LabError> {
        let card = lab.arena().card();
        let mut report = Report::new(format!("An engine for {}", card.identity()), card.name.clone(), verdict);
        let mut explained = explained.into_iter();
        if let Some(ladder) = explained.next() {
            let told =
                ladder.verdict.map(|verdict| verdict.sentence).filter(|sentence| !report.verdict.contains(sentence.as_str()));
            report.summary.extend(told.map(Block::paragraph));
            report.summary.extend(ladder.blocks);
        }
        if let Some(table) = advice::table(lab, &self.context) {
            report.summary.push(table.into());
        }
        for open in undecided {
            report
                .summary
                .push(Block::paragraph(format!("Not decided, and written beside the spec: {}. {}", open.name, open.sentence)));
        }
        let mut table = Table::new(
            "What each stage brought",
            [
                Column::numbers("round"),
                Column::words("stage"),
                Column::words("decision"),
                Column::numbers("score").unit("%"),
                Column::numbers("games"),
                Column::numbers("time").unit("s").decimals(0),
            ],
        );
        for entry in self.log.drain(..) {
            let time = Cell::from(entry.time.as_secs_f64());
            table.row([
                Cell::from(entry.round.to_string()),
                Cell::from(entry.stage),
                Cell::from(entry.decision),
                entry.score,
                entry.games,
                time,
            ]);
        }
        report.summary.push(table.into());
        let changed = spec != start;
        let mut outcome = Section::new("spec", "The outcome").judged(
            if changed { Outcome::Proven } else { Outcome::Informative },
            if changed { "It differs from what it began with in what is marked." } else { "It is what it began with." },
        );
        outcome.blocks.push(Code::compared("compared with what it began with", start.as_str(), spec.as_str()).into());
        report.sections.push(outcome);
        report.sections.extend(explained);
        report.sections.append(&mut self.sections);
        report.sections.push(Section::new("method", "How it was decided").with(Block::Details(Details {
            summary: "What is kept, and when".into(),
            blocks: vec![Block::paragraph(
                "Every proposal plays the current engine at equal time, from openings that its stage has not seen, at the pace of the user or as near to it as about three hundred games of the budget allow. \
                 A sequential test and the exact test for pairs have to accept it, and it must not clearly lose at four or sixteen times the nodes. If several proposals were kept, all of them together play \
                 a final match against the start; where that does not accept them, what was proven first is the outcome.",
            )],
        })));
        let context = &mut self.context;
        let ended = context.now(lab, "the end")?;
        if ended < context.order.budget.mul_f64(0.9) {
            let told = format!("Nothing was left to try after {:.0} of {} s.", ended.as_secs_f64(), context.order.budget.as_secs());
            report.summary.push(Block::paragraph(told));
        }
        report.condition("seed", context.order.seed);
        report
            .condition("budget", format!("{} s, of which {:.0} s were used", context.order.budget.as_secs(), ended.as_secs_f64()));
        report.condition("pace", format!("{} ms a move, {} nodes", context.order.pace.as_millis(), grouped(context.pace_nodes())));
        report.condition("threads", lab.threads);
        report.condition("a node of the start", format!("{:.1} ns", context.speed.nanoseconds()));
        report.condition("nodes a second of all threads", grouped(context.rate as u64));
        report.condition("plies of a game", format!("{:.0}", context.length));
        report.condition("error of all proofs together", format!("{} %", 100.0 * ERROR));
        report.condition("build of the search", plysmith::BUILD);
        report.condition("build of the lab", crate::BUILD);
        Ok(report)
    }
}

/// The stage that has all of a short round: the first that was cut short and can propose, or else the first of all that tries again.
fn next_alone(cut_short: &[&'static str], able: impl Fn(&str) -> bool) -> &'static str {
    let again = STAGES.iter().find(|stage| stage.tries_again()).map_or("", |stage| stage.name());
    cut_short.iter().copied().find(|name| able(name)).unwrap_or(again)
}

/// Why the stage of this name has nothing to propose for a spec, if that is known beforehand.
pub fn hindrance(stage: &str, arena: &dyn Arena, budget: Duration, spec: &Spec) -> Option<String> {
    STAGES.iter().find(|known| known.name() == stage)?.hindrance(arena, budget, spec)
}

/// The error of the first proof of a run.
pub fn first_error() -> f64 {
    SPENT * ERROR
}

/// How long the first proof of a stage that every budget has plays, if every stage has something to propose: the rest of its time is for looking beyond.
pub fn first_proof(budget: Duration) -> Duration {
    let all: f64 = STAGES.iter().map(|stage| total(stage.shares(budget))).sum();
    let own = STAGES.iter().find(|stage| stage.tries_again()).map_or(0.0, |stage| stage.shares(budget).proof);
    budget.mul_f64((1.0 - WORTH - RESERVE) * own / all * proof::PLAYING)
}

fn total(shares: Shares) -> f64 {
    shares.work + shares.proof
}

#[cfg(test)]
mod tests;
