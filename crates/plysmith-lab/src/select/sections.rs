//! A whole selection as sections of a report.

use super::depths::depths;
use super::phases::{ByPhase, phase_sections};
use crate::compare::{Deeper, Material, Metric, Selected, sections};
use crate::lab::{Lab, LabError};
use crate::report::{Column, Section, Table, grouped};
use crate::statistics::Interval;

/// What came of a selection, and on what it was made.
pub(super) struct Told<'t> {
    pub(super) selected: &'t Selected,
    pub(super) checks: &'t [(Metric, Deeper)],
    pub(super) material: &'t Material,
    pub(super) expected: &'t [(String, f64)],
    pub(super) phases: Option<&'t ByPhase>,
}

/// So many enhancements are named of which other games let expect most.
const NAMED: usize = 5;

impl Told<'_> {
    /// What came out, in a sentence.
    pub(super) fn verdict(&self) -> String {
        let changes = self.selected.path.iter().filter(|step| step.taken.is_some()).count();
        let whole = self.checks.iter().rev().find_map(|(metric, check)| Some((*metric, check.limit, check.whole.as_ref()?.gain)));
        let s = if changes == 1 { "" } else { "s" };
        // Steps may have been taken and taken back.
        let whole = whole.filter(|_| self.selected.spec != self.selected.start);
        match whole {
            Some((metric, limit, whole)) => {
                format!("{changes} change{s} taken; held out at {limit}, the last round gains {}.", gain(whole, metric))
            }
            None if self.selected.spec != self.selected.start => {
                format!("{changes} change{s} taken; there was no time to look at what was held out.")
            }
            None => "Nothing was changed: no candidate is clearly better than what was there.".into(),
        }
    }

    /// How it came about.
    pub(super) fn sections(&self, lab: &mut Lab) -> Result<Vec<Section>, LabError> {
        let mut all: Vec<Section> = self.expectations().into_iter().collect();
        all.extend(sections(self.selected, self.checks));
        all.extend(self.phases.into_iter().flat_map(phase_sections));
        if !self.checks.is_empty() {
            all.push(depths(lab, self.selected, self.material)?);
        }
        Ok(all)
    }

    /// What other games let expect.
    fn expectations(&self) -> Option<Section> {
        let columns = [Column::words("enhancement"), Column::numbers("gain").unit("%").decimals(0).signed()];
        let mut table = Table::new("What gained most in games whose trees look alike, and is tried first", columns);
        for (name, gain) in self.expected.iter().take(NAMED) {
            table.row([name.as_str().into(), (100.0 * gain).into()]);
        }
        (!table.rows.is_empty()).then(|| Section::new("select-expected", "Expected from other games").with(table))
    }

    /// On what it was made, and what it took.
    pub(super) fn conditions(&self) -> Vec<(&'static str, String)> {
        let [learned, _, held_out] = self.material.sequences.sizes();
        let effort = self.phases.iter().fold(self.selected.effort, |effort, found| effort + found.effort);
        vec![
            ("sequences", format!("{learned}, and {held_out} held out")),
            ("depth", self.material.depth.to_string()),
            ("nodes a position", grouped(self.material.nodes)),
            ("searches of entries", grouped(effort.searches)),
            ("games", grouped(effort.games)),
        ]
    }
}

/// A gain for people.
fn gain(gain: Interval, metric: Metric) -> String {
    let scale = metric.scale();
    let Interval { value, low, high } = gain;
    format!("{:+.1} ({:+.1} to {:+.1}) {}", scale * value, scale * low, scale * high, metric.unit())
}
