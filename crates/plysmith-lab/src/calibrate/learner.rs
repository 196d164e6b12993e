//! The learner that sets the parameters of Multi-ProbCut.

use plysmith::arena::Line;
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Pair, calibrate, values};
use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::learner::{Ask, Attached, Decision, InForge, Learned, Learner, LearnerCard, Patience, StartOption};
use crate::report::{Cell, Code, Column, Outcome, Section, Table, grouped};
use crate::suite::Players;
use crate::suite::make::{self, SuitePlan};

/// What shallow searches say about deep ones, for Multi-ProbCut.
pub struct CalibrateLearner;

/// How much is searched, and where.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[group(skip)]
pub struct CalibrateOptions {
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(3..=12), allow_negative_numbers = true)]
    pub depth: u32,
    /// How many positions of self-play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(20..=1_000_000), allow_negative_numbers = true)]
    pub positions: u32,
    /// The positions of this suite or file instead
    #[arg(long, value_name = "FILE")]
    pub suite: Option<Attached>,
}

/// What it calibrates.
const NAME: &str = "multi_probcut";

impl Learner for CalibrateLearner {
    type Options = CalibrateOptions;

    const CARD: LearnerCard = LearnerCard {
        name: "calibrate",
        aliases: &[],
        title: "What shallow searches say about deep ones",
        about: "Measure how well shallow searches tell what deep ones find, for multi_probcut",
        help: "Examples:\n  plysmith calibrate breakthrough\n  plysmith calibrate breakthrough --spec full-width --depth 8 --positions 500\n\n\
            Prints slope, offset and standard deviation for each pair of depths; the spec with multi_probcut and these figures is written to calibrate-ID.toml. Another evaluation or \
            quiescence has other figures. Whether it plays better is for a match.",
        decision: Decision::Trees,
        judge: "how far the values of shallow searches leave those of deep ones, on positions of self-play",
        start: StartOption::USUAL,
        method_of: None,
        forge: InForge::Within("select"),
        is_listed: true,
    };

    fn hindrance(arena: &dyn Arena, start: &Spec) -> Option<String> {
        let mut with = start.clone();
        let sound = with.switch_on(NAME).map_err(|error| error.to_string());
        if let Err(why) = sound.and_then(|()| arena.check_spec(&with).map_err(|error| error.to_string())) {
            return Some(why);
        }
        if start.value("deepening", "steps") != Some(vec![1].into()) {
            let remedy = "add `:+deepening:deepening.steps=1` to the spec";
            return Some(format!("the spec does not search every depth on its way, and so knows no shallow values; {remedy}"));
        }
        None
    }

    fn check(arena: &dyn Arena, _: &Spec, options: &CalibrateOptions) -> Result<(), String> {
        options.suite.as_ref().map_or(Ok(()), |file| given(arena, file).map(drop))
    }

    fn learn(ask: &Ask, options: &CalibrateOptions, lab: &mut Lab, _: &mut Patience) -> Result<Learned, LabError> {
        let mut spec = ask.spec()?;
        // With what is measured it would measure itself.
        let _ = spec.switch_off(NAME);
        let lines = match &options.suite {
            Some(file) => given(lab.arena(), file).map_err(LabError::Learning)?,
            None => self_play(lab, options.positions as usize, ask.seed)?,
        };
        let plain = text(lab, &spec)?;
        let pairs = calibrate(lab, &plain, &lines, options.depth)?;
        if pairs.is_empty() {
            let why = "there are too few positions whose value is no proof: use more --positions or another --suite";
            return Err(LabError::Learning(why.into()));
        }
        spec.switch_on(NAME)?;
        for (parameter, value) in values(&pairs) {
            spec.set(NAME, &parameter, value)?;
        }
        let spec = text(lab, &spec)?;
        let verdict = format!(
            "Depths {} to {} were measured on {} positions.",
            pairs.iter().map(|pair| pair.depth).min().unwrap_or(0),
            pairs.iter().map(|pair| pair.depth).max().unwrap_or(0),
            grouped(lines.len())
        );
        let section = Section::new("calibrate", Self::CARD.title)
            .judged(Outcome::Informative, verdict.clone())
            .with(table(&pairs))
            .with(Code::compared("compared with the spec without it", plain.as_str(), spec.as_str()));
        let figures = json!({ "positions": lines.len(), "pairs": pairs });
        Ok(Learned { sections: vec![section], figures, ..Learned::new(spec, verdict) })
    }
}

/// The positions of a file.
fn given(arena: &dyn Arena, file: &Attached) -> Result<Vec<Line>, String> {
    Ok(file.suite(arena)?.entries.into_iter().map(|entry| entry.line).collect())
}

/// Positions that share no game.
fn self_play(lab: &mut Lab, count: usize, seed: u64) -> Result<Vec<Line>, LabError> {
    let players = Players::usual(lab.arena())?;
    let suite = make::sequences(lab, &SuitePlan { players, seed, count, shares: [1, 0, 0] }, 1)?;
    Ok(suite.entries.into_iter().map(|entry| entry.line).collect())
}

fn table(pairs: &[Pair]) -> Table {
    let columns = [
        Column::numbers("depth"),
        Column::numbers("from"),
        Column::numbers("positions"),
        Column::numbers("slope").decimals(3),
        Column::numbers("offset").decimals(1),
        Column::numbers("deviation").decimals(1),
        Column::numbers("explained").unit("%").decimals(1),
    ];
    let mut table = Table::new("What is left over when the deep value is told by the shallow one", columns);
    for pair in pairs {
        table.row([
            Cell::from(f64::from(pair.depth)),
            Cell::from(f64::from(pair.shallow)),
            Cell::from(pair.positions as f64),
            Cell::from(pair.slope),
            Cell::from(pair.offset),
            Cell::from(pair.deviation),
            Cell::from(100.0 * pair.explained),
        ]);
    }
    table
}
