//! What stages that race combinations share: how the time becomes generations, and the confirmation of a candidate in games from other openings.

use std::time::Duration;

use plysmith::Spec;

use super::super::proof::{proof_games, told_time};
use super::super::{ForgeContext, text};
use crate::compare::{CombinationRace, Factor, Generation, KnownMeeting, Predicted, Raced};
use crate::lab::{Lab, LabError};
use crate::report::{
    Axis, Better, Block, Cell, Column, Figure, IntervalBar, Intervals, Outcome, Plot, Reference, Section, Table, grouped,
};
use crate::statistics::Interval;
use crate::verify::{EqualTimeMatch, EqualTimeSettings, Rating};

/// How a stage races.
pub(super) struct Racing<'r> {
    /// The stage.
    pub(super) stage: &'r str,
    /// Where it starts.
    pub(super) current: &'r Spec,
    /// What may be changed.
    pub(super) factors: Vec<Factor>,
    /// The part of the time after which parameters of what is on are changed too; above 1 never.
    pub(super) settings: f64,
    /// Tells its openings from those of other stages.
    pub(super) purpose: u64,
}

/// What came of it.
pub(super) struct Found {
    /// What is confirmed.
    pub(super) spec: Option<Spec>,
    /// The race, and its confirmation.
    pub(super) section: Section,
    /// The race itself.
    pub(super) raced: Raced,
    /// There was a candidate that more games could have confirmed.
    pub(super) cut_short: bool,
}

/// About so many games a race should have, at a pace as near to the user's as they allow.
const RACED: f64 = 900.0;
/// The part of the time that the race has; the rest is for the confirmation.
const RACE: f64 = 0.8;
/// So many generations a race has.
const GENERATIONS: u32 = 20;
/// The nodes of a generation as a share of the usual, by the time that has passed.
const GROWTH: [(f64, f64); 3] = [(0.3, 0.6), (0.65, 1.0), (f64::INFINITY, 1.6)];
/// A candidate is proposed if what is likely after its games is above nothing by this many deviations.
const CONFIRMED: f64 = 1.3;
/// And is given up below this.
const HOPELESS: f64 = -0.7;
/// No verdict before so many pairs: fewer confirm nothing.
const FEWEST: u64 = 10;

impl Racing<'_> {
    /// Races and confirms, until the deadline of the stage.
    pub(super) fn run(self, lab: &mut Lab, context: &mut ForgeContext, proof: Duration) -> Result<Found, LabError> {
        let began = context.now(lab, &format!("{}, the race", self.stage))?;
        let time = context.deadline.saturating_sub(began);
        let race_time = time.mul_f64(RACE);
        let usual = context.nodes_for(race_time, RACED);
        let seed = context.seed(self.purpose);
        let lines = context.lines.clone();
        // Earlier races from the same spec count as well.
        let known: Vec<KnownMeeting> =
            context.evidence.iter().filter(|(base, _)| base == self.current).flat_map(|(_, meetings)| meetings).cloned().collect();
        let race =
            CombinationRace { name: self.stage, base: self.current, factors: self.factors, lines: &lines, seed, known: &known };
        let raced = race.run(lab, &mut |lab, generation| {
            let now = context.now(lab, &format!("{}, generation {generation}", self.stage))?;
            let used = now.saturating_sub(began).as_secs_f64() / race_time.as_secs_f64().max(1e-3);
            if used >= 1.0 {
                return Ok(None);
            }
            let share = GROWTH.iter().find(|(until, _)| used < *until).map_or(1.0, |(_, share)| *share);
            let least = super::super::FEWEST_NODES.min(context.pace_nodes());
            let nodes = ((usual as f64 * share) as u64).clamp(least, context.pace_nodes().max(least));
            let pairs = context.pairs_in(race_time / GENERATIONS, nodes).round().clamp(6.0, 400.0) as usize;
            Ok(Some(Generation { nodes, pairs, settings: used >= self.settings }))
        })?;
        context.evidence.push((self.current.clone(), raced.meetings.clone()));
        let mut section = told(self.stage, &raced, usual, context);
        let (mut spec, mut cut_short) = (None, false);
        let nodes = context.nodes_for(proof, proof_games(context.order.budget));
        for (number, predicted) in raced.candidate.iter().chain(&raced.cautious).enumerate() {
            let left = context.left(lab, &format!("{}, candidate {number}", self.stage))?;
            let until = context.deadline.saturating_sub(left / 3 * (1 - number.min(1)) as u32);
            let name = format!("{}, confirming candidate {}", self.stage, number + 1);
            let confirmation =
                Confirmation { name: &name, predicted, current: self.current, nodes, seed: seed ^ number as u64, until };
            let (answer, sentence) = confirmation.play(lab, context)?;
            section.blocks.push(Block::paragraph(sentence));
            cut_short |= answer == Confirmed::OutOfTime;
            if answer == Confirmed::Yes {
                spec = Some(predicted.spec.clone());
                break;
            }
        }
        if raced.candidate.is_none() {
            section.blocks.push(Block::paragraph("No change is likely to gain anything, so that there is no candidate."));
        }
        Ok(Found { cut_short: cut_short && spec.is_none(), spec, section, raced })
    }
}

/// Games of a candidate against the spec that it came from, from other openings and at the pace of the proof.
struct Confirmation<'c> {
    name: &'c str,
    predicted: &'c Predicted,
    current: &'c Spec,
    nodes: u64,
    seed: u64,
    until: Duration,
}

/// What games from other openings say of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirmed {
    Yes,
    No,
    /// It is above where it is given up, and below where it is proposed.
    OutOfTime,
}

impl Confirmation<'_> {
    /// Whether it is likely to gain, and how the games went.
    fn play(&self, lab: &mut Lab, context: &mut ForgeContext) -> Result<(Confirmed, String), LabError> {
        let &Confirmation { name, predicted, current, nodes, seed, until } = self;
        let texts = [text(lab, &predicted.spec)?, text(lab, current)?];
        let settings = EqualTimeSettings { name, specs: [&texts[0], &texts[1]], nodes, lines: &context.lines, seed: !seed };
        let mut games = EqualTimeMatch::new(lab, settings)?;
        let chance = |rating: &Rating, games: u64| {
            // Of a few games, of which one side won all, the error is not nothing.
            let error = (rating.score.high - rating.score.low) / 3.92;
            predicted.confirmed(rating.score.value, error.max(0.35 / (games as f64).sqrt()))
        };
        let mut likely = f64::NEG_INFINITY;
        loop {
            let now = context.now(lab, &format!("{name}, pair {}", games.played()))?;
            if now >= until || games.is_exhausted() {
                break;
            }
            let portion = (context.pairs_in(until - now, nodes) / 8.0).ceil().clamp(2.0, 32.0) as usize;
            games.go_on(lab, portion, None, &mut |_| false)?;
            likely = Rating::of(games.pairs()).map_or(f64::NEG_INFINITY, |rating| chance(&rating, games.pairs().games()));
            if games.pairs().pairs() >= FEWEST && (likely >= 2.0 * CONFIRMED || likely <= HOPELESS) {
                break;
            }
        }
        let Some(rating) = Rating::of(games.pairs()) else {
            return Ok((Confirmed::OutOfTime, "There was no time to confirm the candidate.".into()));
        };
        let changes = predicted.changes.join(", ");
        let Interval { value, low, high } = rating.score.map(|share| 100.0 * share);
        let few = games.pairs().pairs() < FEWEST;
        let (confirmed, word) = match likely {
            _ if games.is_exhausted() && likely < CONFIRMED => (Confirmed::No, "It is not proposed"),
            likely if likely >= CONFIRMED && !few => (Confirmed::Yes, "It is proposed"),
            likely if likely > HOPELESS || few => {
                (Confirmed::OutOfTime, "There was no time to find out more, and it is not proposed")
            }
            _ => (Confirmed::No, "It is not proposed"),
        };
        let sentence = format!(
            "The candidate ({changes}) should be worth {:+.0} Elo by the race; in {} games from other openings at {} it has {value:.1} % ({low:.1} to {high:.1}). {word}.",
            predicted.elo(),
            grouped(games.pairs().games()),
            told_time(context.move_time(nodes)),
        );
        Ok((confirmed, sentence))
    }
}

/// How many rows the plot of the worths has at either end.
const SHOWN: usize = 12;

fn told(stage: &str, raced: &Raced, nodes: u64, context: &ForgeContext) -> Section {
    let games = grouped(2 * raced.pairs);
    let sentence = match &raced.candidate {
        Some(candidate) => format!(
            "{games} games between random combinations of {} changes: {} of them are likely to gain, together about {:+.0} Elo.",
            raced.worths.len(),
            candidate.changes.len(),
            candidate.elo()
        ),
        None => {
            format!("{games} games between random combinations of {} changes: none of them is likely to gain.", raced.worths.len())
        }
    };
    let mut section = Section::new(format!("{stage}-race"), format!("What changes are worth, by `{stage}`"))
        .judged(Outcome::Informative, sentence);
    section.blocks.push(Block::paragraph(format!(
        "Every spec had many changes at once, and every game tells something about all changes that only one side had. Searches took about {} at first and grew, {}; longer ones count for more. \
         What is not known is drawn towards nothing.",
        told_time(context.move_time((nodes as f64 * GROWTH[0].1) as u64)),
        if raced.generations == 1 { "in one generation".to_string() } else { format!("in {} generations", raced.generations) },
    )));
    let count = raced.worths.len();
    let shown = raced.worths.iter().enumerate().filter(|(at, worth)| *at < SHOWN || *at + SHOWN / 2 >= count || worth.taken);
    let bar = |worth: &crate::compare::Worth| IntervalBar {
        label: if worth.taken { format!("{} ✓", worth.label) } else { worth.label.clone() },
        figure: Figure::between(worth.elo.value, worth.elo.low, worth.elo.high),
        note: String::new(),
    };
    let bars: Vec<IntervalBar> = shown.map(|(_, worth)| bar(worth)).collect();
    if !bars.is_empty() {
        let reference = Reference { value: 0.0, label: "no change".into(), better: Better::Higher };
        let axis = Axis::linear("worth").unit("Elo");
        let note = "With 95 % intervals, among random company. ✓: the candidate has it.";
        section
            .blocks
            .push(Plot::new("What each change is worth", Intervals { axis, reference: Some(reference), bars }).note(note).into());
    }
    let columns = [
        Column::words("change"),
        Column::numbers("worth").unit("Elo").decimals(0).signed(),
        Column::numbers("gains with").unit("%").decimals(0),
        Column::numbers("pairs of games"),
    ];
    let mut table = Table::new("All changes", columns);
    for worth in &raced.worths {
        let cells = [
            Cell::from(worth.label.clone()),
            Cell::from(Some(Figure::between(worth.elo.value, worth.elo.low, worth.elo.high))),
            Cell::from(100.0 * worth.likely),
            Cell::from(grouped(worth.pairs)),
        ];
        if worth.taken { table.highlighted_row(cells) } else { table.row(cells) }
    }
    section.blocks.push(Block::Details(crate::report::Details {
        summary: "All changes with their figures".into(),
        blocks: vec![table.into()],
    }));
    section
}
