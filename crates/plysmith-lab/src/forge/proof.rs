//! The proof of a proposal: games at equal time, of which the proposal knows nothing.

use std::time::Duration;

use plysmith::Spec;

use super::{Smithy, text};
use crate::lab::{Lab, LabError};
use crate::measure::{equal_time, speeds};
use crate::play::{Adjudication, Openings, openings};
use crate::report::{Axis, Better, Block, Cell, Course, IntervalBar, Intervals, Outcome, Plot, Reference, Section, grouped};
use crate::trial::SpecText;
use crate::verify::{Entrant, Match, Model, Pentanomial, Rating, Sprt, Verdict};

/// What is to be proven.
pub struct Proof<'p> {
    /// For people, and to tell proofs apart.
    pub name: &'p str,
    /// What is to be better.
    pub candidate: &'p Spec,
    /// Than this.
    pub stands: &'p Spec,
    /// The probability to accept what is no better.
    pub error: f64,
    /// The seed of the openings.
    pub seed: u64,
}

/// What came of it.
pub struct Proven {
    sprt: Sprt,
    course: Vec<Pentanomial>,
    nodes: [u64; 2],
    /// The same at four times the nodes, as far as there was time.
    deeper: Pentanomial,
    /// How long a pair took on all threads.
    pair: Duration,
}

/// Games with fewer nodes a move can have the wrong sign.
const NODES: u64 = 10_000;
/// Pairs between two looks at the clock.
const PORTION: usize = 16;
/// Pairs at most: more would be needed only for less than anybody notices.
const PAIRS: usize = 5_000;
/// How much longer moves take in the look beyond, and for how many pairs.
const TIMES: u64 = 4;
const BEYOND: usize = 16;

impl Proof<'_> {
    /// Plays until it is decided or the time of the stage is over.
    pub fn play(&self, lab: &mut Lab, smithy: &mut Smithy) -> Result<Proven, LabError> {
        let texts = [text(lab, self.candidate)?, text(lab, self.stands)?];
        let wanted = Openings::usual(PAIRS.min(1_000), self.seed, texts[1].clone());
        let lines = openings(lab, &wanted)?;
        let costs = speeds(lab, &format!("speed for {}", self.name), &texts, &lines[..lines.len().min(8)])?;
        // The slower of both is to have the least that tells something.
        let nodes = equal_time(&costs, NODES);
        let nodes = [nodes[0], nodes[1]];
        let sprt = self.sprt(smithy.order.budget);
        let began = smithy.watch.elapsed(lab, &format!("{}, first game", self.name))?;
        let mut course: Vec<Pentanomial> = Vec::new();
        let mut now = began;
        // A look beyond takes its part of the time.
        let until = began + smithy.deadline.saturating_sub(began).mul_f64(0.75);
        for portion in 1..=PAIRS.div_ceil(PORTION) {
            course = self.games(lab, &texts, nodes, &lines, portion * PORTION, Some(sprt))?;
            now = smithy.watch.elapsed(lab, &format!("{}, pair {}", self.name, portion * PORTION))?;
            let decided = course.last().is_some_and(|pairs| sprt.verdict(*pairs) != Verdict::Continue);
            if decided || now >= until || course.len() >= lines.len() {
                break;
            }
        }
        let pair = (now - began) / course.len().max(1) as u32;
        let left = smithy.deadline.saturating_sub(now);
        let affordable = (left.as_secs_f64() / (TIMES as f64 * pair.as_secs_f64()).max(1e-6)) as usize;
        let name = format!("{}, pairs beyond", self.name);
        let pairs: usize = lab.recorded(&name, |_| Ok(affordable.min(BEYOND)))?;
        let beyond = self.games(lab, &texts, nodes.map(|nodes| TIMES * nodes), &lines, pairs, None)?;
        Ok(Proven { sprt, course, nodes, deeper: beyond.last().copied().unwrap_or_default(), pair })
    }

    /// Which difference is to be found follows from the budget: about 30 nElo in five minutes, and 9 in an hour.
    fn sprt(&self, budget: Duration) -> Sprt {
        let elo1 = (30.0 * (300.0 / budget.as_secs_f64().max(1.0)).sqrt()).clamp(5.0, 60.0).round();
        let sprt = Sprt::new(Model::Normalised, 0.0, elo1).and_then(|sprt| sprt.with_errors(self.error, super::ERROR));
        sprt.expect("bounds and errors are in range")
    }

    /// The counts after each pair.
    fn games(
        &self,
        lab: &mut Lab,
        texts: &[SpecText; 2],
        nodes: [u64; 2],
        openings: &[plysmith::arena::Line],
        pairs: usize,
        sprt: Option<Sprt>,
    ) -> Result<Vec<Pentanomial>, LabError> {
        if pairs == 0 {
            return Ok(Vec::new());
        }
        let entrant = |name: &str, at: usize| Entrant::searching(name, &texts[at], nodes[at]);
        let (candidate, stands) = (entrant("candidate", 0), entrant("what stands", 1));
        let wanted = Match {
            players: [&candidate, &stands],
            openings,
            pairs,
            adjudication: Adjudication::default(),
            sprt,
            occasion: self.name,
        };
        let mut course = Vec::new();
        let mut scorer = crate::verify::Scorer::default();
        wanted.play(lab, &format!("proof of {}", self.name), |game, opening| {
            scorer.take(game.clone(), opening);
            if game.swapped {
                course.push(scorer.tally().pairs);
            }
        })?;
        Ok(course)
    }
}

impl Proven {
    fn pairs(&self) -> Pentanomial {
        self.course.last().copied().unwrap_or_default()
    }

    /// The test has accepted the candidate.
    pub fn is_accepted(&self) -> bool {
        self.sprt.verdict(self.pairs()) == Verdict::AcceptH1
    }

    /// Score and games, for a table.
    pub fn cells(&self) -> (Cell, Cell) {
        let bar = IntervalBar::score("", self.pairs());
        (bar.map_or(Cell::from("–"), |bar| Cell::from(bar.figure)), Cell::from(grouped(self.pairs().games())))
    }

    /// The result in a sentence.
    pub fn sentence(&self) -> String {
        let pairs = self.pairs();
        let Some(rating) = Rating::of(pairs) else { return "No game was played.".into() };
        let score = rating.score.map(|share| 100.0 * share);
        let told = format!("{:.1} % ({:.1} to {:.1}) in {} games", score.value, score.low, score.high, grouped(pairs.games()));
        let (elo0, elo1, unit) = (self.sprt.elo0(), self.sprt.elo1(), self.sprt.model().unit());
        match self.sprt.verdict(pairs) {
            Verdict::AcceptH1 => format!("{told}; the difference is rather {elo1} {unit} than {elo0}."),
            Verdict::AcceptH0 => format!("{told}; the difference is rather {elo0} {unit} than {elo1}."),
            Verdict::Continue => {
                let more = self.sprt.expected_more(pairs).map_or_else(String::new, |more| {
                    let time = self.pair.mul_f64(more.clamp(0.0, 1e6));
                    format!(
                        "; about {} pairs more would decide, which is {} s of games",
                        grouped(more.ceil() as u64),
                        time.as_secs().max(1)
                    )
                });
                format!("{told}; undecided between {elo0} and {elo1} {unit}{more}.")
            }
        }
    }

    /// The proof as a section.
    pub fn section(&self, id: &str, title: &str) -> Section {
        let outcome: Outcome = self.sprt.verdict(self.pairs()).into();
        let mut section = Section::new(id, title).judged(outcome, self.sentence());
        let [own, other] = self.nodes.map(grouped);
        section.blocks.push(Block::paragraph(format!(
            "Pairs of games from the same openings with sides swapped, at equal time: {own} nodes a move against {other}. The test ends between its bounds \
             {} with an error of {:.1} % for accepting what is no better.",
            self.sprt,
            100.0 * self.sprt.alpha()
        )));
        section.blocks.push(Plot::new("The course of the test", Course::of(&self.sprt, &self.course)).into());
        let bars: Vec<IntervalBar> = [
            IntervalBar::score(format!("{other} nodes a move"), self.pairs()),
            IntervalBar::score(format!("{} times as many", TIMES), self.deeper),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !bars.is_empty() {
            let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
            let axis = Axis::linear("score").unit("%");
            let note = "With 95 % intervals. The second line proves nothing; it shows whether the sign stays with more time.";
            section.blocks.push(Plot::new("The score", Intervals { axis, reference: Some(reference), bars }).note(note).into());
        }
        section
    }
}
