//! What the experiments of PILOT share: the enhancements by the paper's abbreviations, and suites made as the paper made them.
//!
//! The paper plays from the initial position with plain alpha-beta to a fixed depth and says nothing about how its sequences differ. Here every game begins with a few
//! random moves, and a sequence begins anywhere behind them.

use anyhow::{Result, bail};
use plysmith::Spec;
use plysmith_lab::compare::{Choice, Comparison, Metric};
use plysmith_lab::lab::Lab;
use plysmith_lab::suite::make::{self, SuitePlan};
use plysmith_lab::suite::{Players, Split, Suite};
use plysmith_lab::trial::{Limit, SpecText};

/// The paper.
pub const PAPER: &str = "M. Hlynka and J. Schaeffer, Automatic Generation of Search Engines, 2006";

/// The paper's enhancements with ours: the name, and the step of the iterations where it has one.
const ENHANCEMENTS: [(&str, &str, Option<i64>); 8] = [
    ("TT", "table", None),
    ("ID1", "deepening", Some(1)),
    ("ID2", "deepening", Some(2)),
    ("TTO", "tt_order", None),
    ("HH", "history", None),
    ("KH", "killers", None),
    ("EXT", "single_reply", None),
    ("PVS", "pvs", None),
];

/// Random moves at the beginning of a game.
const RANDOM_PLIES: usize = 4;
/// A game that lasts longer is left at this ply.
const LONGEST: usize = 100;

/// The choices of these abbreviations, in the order of the paper's columns.
pub fn choices(labels: &[&str]) -> Vec<Choice> {
    let wanted = ENHANCEMENTS.into_iter().filter(|(label, ..)| labels.contains(label));
    let values = |step: Option<i64>| step.map(|step| ("steps".to_string(), step.to_string())).into_iter().collect();
    wanted.map(|(label, name, step)| Choice { label: label.into(), name: name.into(), values: values(step) }).collect()
}

/// How a suite is made and used.
#[derive(Clone, Copy)]
pub struct Making {
    /// The evaluation.
    pub evaluation: &'static str,
    /// How deep the games are played.
    pub made: u32,
    /// How deep positions are searched.
    pub used: u32,
    /// How many sequences.
    pub sequences: usize,
    /// Positions in each.
    pub length: usize,
}

impl Making {
    /// Plain alpha-beta with the evaluation.
    pub fn plain(&self, lab: &Lab) -> Result<Spec> {
        let mut plain = lab.arena().preset("plain")?;
        plain.evaluate_by(self.evaluation);
        Ok(plain)
    }

    /// The sequences, all of one part.
    pub fn suite(&self, lab: &mut Lab, seed: u64, split: Split) -> Result<Suite> {
        let players = Players {
            specs: vec![SpecText::new(lab.arena(), &self.plain(lab)?)?],
            depth: self.made,
            temperatures: vec![0],
            random_plies: RANDOM_PLIES,
            longest: LONGEST,
            setups: false,
        };
        let shares = Split::ALL.map(|other| u32::from(other == split));
        let suite = make::sequences(lab, &SuitePlan { players, seed, count: self.sequences, shares }, self.length)?;
        if suite.entries.is_empty() {
            bail!("{} has no sequences of {} positions; another --seed may have", lab.arena().card().name, self.length);
        }
        Ok(suite)
    }

    /// Where specs are compared by this metric at equal depth.
    pub fn comparison<'s>(&self, suite: &'s Suite, metric: Metric, seed: u64) -> Comparison<'s> {
        Comparison {
            metric,
            kind: suite.kind,
            entries: suite.split(None),
            openings: 0,
            pairs: 0,
            limit: Limit::depth(self.used),
            instead: None,
            seed,
        }
    }

    /// The conditions in words.
    pub fn told(&self, suite: &Suite) -> String {
        format!(
            "evaluation `{}`; {} sequences of {} positions, made at depth {} after {RANDOM_PLIES} random moves, searched at depth {}",
            self.evaluation,
            suite.entries.len(),
            self.length,
            self.made,
            self.used
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_abbreviation_is_an_enhancement_of_ours() {
        for choice in choices(&ENHANCEMENTS.map(|(label, ..)| label)) {
            let mut spec = Spec::nothing();
            choice.switch_on(&mut spec).unwrap();
            assert!(choice.is_on(&spec), "{}", choice.label);
        }
    }
}
