//! The proof of a proposal: games at equal time and at the pace of the user, or as near to it as the budget allows, of which the proposal knows nothing.
//!
//! A proof ends proven, rejected or undecided. One that is undecided can go on later: openings have no end, and nothing is played twice. Which difference it looks for follows from the
//! games that the budget affords. What is accepted must also stand the exact test, which few pairs cannot fool, and must not clearly lose at four or sixteen times the nodes.

use std::time::Duration;

use plysmith::Spec;

use super::{ForgeContext, text};
use crate::lab::{Lab, LabError};
use crate::report::{Axis, Better, Block, Cell, Course, IntervalBar, Intervals, Outcome, Plot, Reference, Section, grouped};
use crate::statistics::no_better;
use crate::verify::{EqualTimeMatch, EqualTimeSettings, Pentanomial, Rating, Sprt, Verdict};

/// A proof under way.
pub struct Proof {
    /// For people, and to tell proofs apart.
    pub name: String,
    /// What is to be better.
    pub candidate: Spec,
    /// Than this.
    pub current: Spec,
    games: EqualTimeMatch,
    sprt: Sprt,
    /// The same at more nodes, as far as there was time.
    deeper: Vec<Deeper>,
    /// How long the pairs took so far, on all threads.
    took: Duration,
    /// What a move of the current spec took.
    move_time: Duration,
    /// How often it was taken up: the clock is asked anew each time.
    sessions: usize,
}

struct Deeper {
    times: u64,
    games: EqualTimeMatch,
}

/// So many games should decide at least, at a pace as near to the user's as they allow; more time is for longer moves and for more games.
const GAMES: f64 = 300.0;
const USUAL_BUDGET: f64 = 300.0;

/// How many games a proof should have, by the budget of the run.
pub fn proof_games(budget: Duration) -> f64 {
    GAMES * (budget.as_secs_f64() / USUAL_BUDGET).max(1.0).powf(0.25)
}
/// The probability to reject what the test looks for.
const MISSED: f64 = 0.1;
/// How many times the nodes are looked at beyond, and the part of the time of the proof that each look may take.
const BEYOND: [(u64, f64); 2] = [(4, 0.12), (16, 0.08)];
/// The part of the time for games at the pace of the proof.
pub(super) const PLAYING: f64 = 0.8;
/// The probability to take luck for a clear loss there.
const LOSES: f64 = 0.05;

/// What is to be proven.
pub struct Claim<'c> {
    /// For people, and to tell proofs apart.
    pub name: &'c str,
    /// What is to be better.
    pub candidate: &'c Spec,
    /// Than this.
    pub current: &'c Spec,
    /// The probability to accept what is no better.
    pub error: f64,
    /// The seed of the openings.
    pub seed: u64,
    /// How long it may take.
    pub time: Duration,
}

impl Proof {
    /// Prepares a proof that may take so long.
    pub fn new(lab: &mut Lab, context: &ForgeContext, claim: Claim) -> Result<Proof, LabError> {
        let texts = [text(lab, claim.candidate)?, text(lab, claim.current)?];
        let playing = claim.time.mul_f64(PLAYING);
        let nodes = context.nodes_for(playing, proof_games(context.order.budget));
        let begin = |lab: &mut Lab, times: u64, name: &str| {
            let settings = EqualTimeSettings {
                name,
                specs: [&texts[0], &texts[1]],
                nodes: times * nodes,
                lines: &context.lines,
                seed: crate::play::mixed(claim.seed, times),
            };
            EqualTimeMatch::new(lab, settings)
        };
        let title = format!("proof of {}", claim.name);
        let mut deeper = Vec::new();
        for (times, _) in BEYOND {
            deeper.push(Deeper { times, games: begin(lab, times, &format!("{title}, {times} times the nodes"))? });
        }
        let games = begin(lab, 1, &title)?;
        let sprt = Sprt::affordable(context.pairs_in(playing, nodes), claim.error, MISSED);
        let (candidate, current) = (claim.candidate.clone(), claim.current.clone());
        let move_time = context.move_time(nodes);
        Ok(Proof { name: claim.name.into(), candidate, current, games, sprt, deeper, took: Duration::ZERO, move_time, sessions: 0 })
    }

    /// Plays on until it is decided or the time is over; then looks beyond, if what it would accept was not looked at yet.
    pub fn go_on(&mut self, lab: &mut Lab, context: &mut ForgeContext, until: Duration) -> Result<(), LabError> {
        self.sessions += 1;
        let left = until.saturating_sub(context.now(lab, &self.point())?);
        let stop = until.saturating_sub(left.mul_f64(1.0 - PLAYING));
        let portion = (context.pairs_in(left, self.games.nodes()[1]) / 25.0).ceil().clamp(1.0, 64.0) as usize;
        let sprt = self.sprt;
        loop {
            let before = context.now(lab, &self.point())?;
            if before >= stop || self.is_decided_here() || self.games.is_exhausted() {
                break;
            }
            self.games.go_on(lab, portion, Some(sprt), &mut |pairs| is_decided(sprt, pairs))?;
            let now = context.now(lab, &self.point())?;
            self.took += now.saturating_sub(before);
        }
        self.look_beyond(lab, context, until)
    }

    /// The same at more nodes: as many pairs as the time allows.
    fn look_beyond(&mut self, lab: &mut Lab, context: &mut ForgeContext, until: Duration) -> Result<(), LabError> {
        if Verdict::AcceptH0 == self.sprt.verdict(self.pairs()) || self.pairs().pairs() == 0 {
            return Ok(());
        }
        let began = context.now(lab, &format!("{}, beyond", self.point()))?;
        let left = until.saturating_sub(began);
        let all: f64 = BEYOND.iter().map(|(_, share)| share).sum();
        for (at, (times, share)) in BEYOND.into_iter().enumerate() {
            // What was decided early leaves more time; more than twice the share is for others.
            let time = left.mul_f64(share / all).min(context.order.budget.mul_f64(0.06));
            let pairs = context.pairs_in(time, self.deeper[at].games.nodes()[1]) as usize;
            let missing = pairs.min(64).saturating_sub(self.deeper[at].games.played());
            let end = began + left.mul_f64(BEYOND[..=at].iter().map(|(_, share)| share).sum::<f64>() / all);
            let mut played = 0;
            while played < missing {
                let point = format!("{}, {times} times the nodes, pair {}", self.point(), self.deeper[at].games.played());
                if context.now(lab, &point)? >= end || self.deeper[at].games.is_exhausted() {
                    break;
                }
                let portion = (missing - played).min(4);
                self.deeper[at].games.go_on(lab, portion, None, &mut |_| false)?;
                played += portion;
            }
        }
        Ok(())
    }

    /// Where it is, for the clock.
    fn point(&self) -> String {
        format!("{}, session {}, pair {}", self.name, self.sessions, self.games.played())
    }

    fn is_decided_here(&self) -> bool {
        is_decided(self.sprt, self.pairs())
    }

    /// The counts of the proof, the candidate's points first.
    pub fn pairs(&self) -> Pentanomial {
        self.games.pairs()
    }

    /// Nodes a move of candidate and current spec.
    pub fn nodes(&self) -> [u64; 2] {
        self.games.nodes()
    }

    /// It clearly loses with more time.
    fn reversed(&self) -> Option<u64> {
        self.deeper.iter().find(|deeper| no_better(deeper.games.pairs().mirrored()) < LOSES).map(|deeper| deeper.times)
    }

    /// How it ends, or stands.
    pub fn outcome(&self) -> Outcome {
        match self.sprt.verdict(self.pairs()) {
            Verdict::AcceptH1 if !self.is_decided_here() => Outcome::Undecided,
            Verdict::AcceptH1 if self.reversed().is_some() => Outcome::Rejected,
            verdict => verdict.into(),
        }
    }

    /// How long it would take to decide if the truth is what the games show; `None` if nothing is to be expected of it.
    pub fn missing(&self) -> Option<Duration> {
        let pairs = self.pairs();
        let promising =
            self.outcome() == Outcome::Undecided && pairs.points() > 0.5 * pairs.games() as f64 && !self.games.is_exhausted();
        let more = self.sprt.expected_more(pairs).filter(|_| promising)?;
        Some(self.pair_time().mul_f64(more.clamp(1.0, 1e6)))
    }

    fn pair_time(&self) -> Duration {
        self.took / self.games.played().max(1) as u32
    }

    /// Score and games, for a table.
    pub fn cells(&self) -> (Cell, Cell) {
        let bar = IntervalBar::score("", self.pairs());
        (bar.map_or(Cell::from("–"), |bar| Cell::from(bar.figure)), Cell::from(grouped(self.pairs().games())))
    }

    /// The bounds of its test, for a command that goes on.
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// What a move takes in it.
    pub fn move_time(&self) -> Duration {
        self.move_time
    }

    /// The result in a sentence.
    pub fn sentence(&self) -> String {
        let pairs = self.pairs();
        let Some(rating) = Rating::of(pairs) else { return "There was no time for a game.".into() };
        let score = rating.score.map(|share| 100.0 * share);
        let told = format!(
            "{:.1} % ({:.1} to {:.1}) in {} games at {}",
            score.value,
            // Of few games the interval can reach beyond what there is.
            score.low.max(0.0),
            score.high.min(100.0),
            grouped(pairs.games()),
            told_time(self.move_time)
        );
        let (elo0, elo1, unit) = (self.sprt.elo0(), self.sprt.elo1(), self.sprt.model().unit());
        match (self.outcome(), self.reversed()) {
            (Outcome::Proven, _) => format!("{told}; the sequential test between {elo0} and {elo1} {unit} accepts it."),
            (Outcome::Rejected, Some(times)) if self.sprt.verdict(pairs) == Verdict::AcceptH1 => {
                format!("{told}, but it clearly loses with {times} times the nodes.")
            }
            (Outcome::Rejected, _) => format!("{told}; the sequential test between {elo0} and {elo1} {unit} rejects it."),
            _ => {
                let more = self.sprt.expected_more(pairs).map_or_else(String::new, |more| {
                    let time = self.pair_time().mul_f64(more.clamp(1.0, 1e6));
                    format!(
                        "; about {} pairs more would decide, {} s of games",
                        grouped(more.ceil().max(1.0) as u64),
                        time.as_secs().max(1)
                    )
                });
                format!("{told}; undecided between {elo0} and {elo1} {unit}{more}.")
            }
        }
    }

    /// The proof as a section.
    pub fn section(&self, id: &str, title: &str) -> Section {
        let mut section = Section::new(id, title).judged(self.outcome(), self.sentence());
        let [own, other] = self.games.nodes().map(grouped);
        section.blocks.push(Block::paragraph(format!(
            "Pairs of games from the same openings with sides swapped, at equal time: {own} nodes a move against {other}, which take {}. The test ends between its bounds \
             {} with an error of {:.1} % for accepting what is no better; the bounds follow from how many games the budget affords.",
            told_time(self.move_time),
            self.sprt,
            100.0 * self.sprt.alpha()
        )));
        if !self.games.course().is_empty() {
            section.blocks.push(Plot::new("The course of the test", Course::of(&self.sprt, self.games.course())).into());
        }
        let mut bars: Vec<IntervalBar> = IntervalBar::score(format!("{other} nodes a move"), self.pairs()).into_iter().collect();
        for deeper in &self.deeper {
            let pairs = deeper.games.pairs();
            bars.extend(IntervalBar::score(format!("{} times as many, {} games", deeper.times, pairs.games()), pairs));
        }
        if !bars.is_empty() {
            let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
            let axis = Axis::linear("score").unit("%");
            let note = "With 95 % intervals. What clearly loses with more nodes is not kept.";
            section.blocks.push(Plot::new("The score", Intervals { axis, reference: Some(reference), bars }).note(note).into());
        }
        section
    }
}

/// The test has an answer, and if it is yes the exact test agrees.
fn is_decided(sprt: Sprt, pairs: Pentanomial) -> bool {
    match sprt.verdict(pairs) {
        Verdict::AcceptH1 => no_better(pairs) <= sprt.alpha(),
        Verdict::AcceptH0 => true,
        Verdict::Continue => false,
    }
}

/// A move's time for people.
pub(super) fn told_time(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1_000.0;
    if milliseconds >= 10.0 { format!("{milliseconds:.0} ms a move") } else { format!("{milliseconds:.1} ms a move") }
}

/// A proof as it would go with a true difference, and whether it accepts: what `reproduce forge-power` and its tests count. `next` draws a pair as the points of the candidate in
/// half points.
pub fn simulated(pairs: f64, error: f64, mut next: impl FnMut() -> usize) -> bool {
    let sprt = Sprt::affordable(pairs, error, MISSED);
    let mut counts = Pentanomial::default();
    for _ in 0..pairs as usize {
        counts.0[next().min(4)] += 1;
        if is_decided(sprt, counts) {
            return sprt.verdict(counts) == Verdict::AcceptH1;
        }
    }
    false
}
