//! Experiments beside what was published: rows of paper and ours, and under what ours was found.
//!
//! Which experiments there are, on which games and with which published figures is no business of the lab, which names no game: whoever has the
//! games lists them. Here is what all experiments share: their [`Findings`] with JSON and report, and measures of [agreement](kendall).
//!
//! ```
//! use plysmith_lab::reproduce::{Findings, Group, Row};
//!
//! let mut findings = Findings::new("One of two agrees.");
//! findings.groups.push(Group::new("a game").row(Row::new("table").ours(1.0)).row(Row::new("killers").ours("rejected")));
//! findings.beside(&[("a game".into(), "table".into(), 1.0.into()), ("a game".into(), "history".into(), 2.0.into())]);
//!
//! let json = findings.json();
//! assert_eq!((&json["rows"][0]["paper"], &json["rows"][0]["ours"]), (&1.0.into(), &1.0.into()));
//! // What was published and not measured is shown as well.
//! assert!(json["rows"][2]["ours"].is_null() && json["rows"][2]["paper"] == 2.0);
//! ```

mod agreement;
mod page;
mod row;

use serde_json::{Map, Value as Json, json};

pub use agreement::kendall;
pub use row::{Row, Value};

use crate::report::{Axis, Block, Outcome, Reference, Section, Verdict};

/// What an experiment found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The result in one sentence.
    pub verdict: String,
    /// The rows, in groups.
    pub groups: Vec<Group>,
    /// Under what they were found, as name and value: positions, games, nodes, recorded speeds.
    pub conditions: Vec<(String, String)>,
    /// What else the report shows.
    pub sections: Vec<Section>,
}

/// Rows that belong together, such as those of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// What they have in common.
    pub title: String,
    /// In what their figures are.
    pub unit: String,
    /// The rows.
    pub rows: Vec<Row>,
    /// What they prove.
    pub verdict: Option<Verdict>,
    /// With what figures that have an interval are compared in a plot; none if there is nothing to draw.
    pub plot: Option<(Axis, Option<Reference>)>,
    /// What else the report shows about them.
    pub blocks: Vec<Block>,
}

/// A published figure: the group and the label of its row, and the figure.
pub type Printed = (String, String, Value);

impl Group {
    /// A group without rows.
    pub fn new(title: impl Into<String>) -> Group {
        Group { title: title.into(), ..Group::default() }
    }

    /// The group with one more row.
    #[must_use]
    pub fn row(mut self, row: Row) -> Group {
        self.rows.push(row);
        self
    }

    /// The group with a unit.
    #[must_use]
    pub fn unit(self, unit: impl Into<String>) -> Group {
        Group { unit: unit.into(), ..self }
    }

    /// The group with a verdict.
    #[must_use]
    pub fn judged(self, outcome: Outcome, sentence: impl Into<String>) -> Group {
        Group { verdict: Some(Verdict { outcome, sentence: sentence.into() }), ..self }
    }

    /// The group with a plot of its intervals.
    #[must_use]
    pub fn plotted(self, axis: Axis, reference: Option<Reference>) -> Group {
        Group { plot: Some((axis, reference)), ..self }
    }
}

impl Findings {
    /// Nothing but a verdict.
    pub fn new(verdict: impl Into<String>) -> Findings {
        Findings { verdict: verdict.into(), ..Findings::default() }
    }

    /// Adds a condition.
    pub fn condition(&mut self, name: impl Into<String>, value: impl ToString) {
        self.conditions.push((name.into(), value.to_string()));
    }

    /// Puts the published figures beside ours. A figure to which there is no row gets one, so that nothing published is silently left out.
    pub fn beside(&mut self, printed: &[Printed]) {
        for (title, label, value) in printed {
            let at = self.groups.iter().position(|group| group.title == *title).unwrap_or_else(|| {
                self.groups.push(Group::new(title.clone()));
                self.groups.len() - 1
            });
            let group = &mut self.groups[at];
            match group.rows.iter_mut().find(|row| row.label == *label) {
                Some(row) => row.paper = Some(value.clone()),
                None => {
                    let row = Row { paper: Some(value.clone()), ..Row::new(label.clone()) };
                    group.rows.push(row.remark("not measured here"));
                }
            }
        }
    }

    /// Rows and conditions, for programs.
    pub fn json(&self) -> Json {
        let rows = self.groups.iter().flat_map(|group| group.rows.iter().map(|row| row.json(&group.title, &group.unit)));
        let conditions: Map<String, Json> =
            self.conditions.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        json!({ "verdict": self.verdict, "rows": rows.collect::<Vec<_>>(), "conditions": conditions })
    }
}

#[cfg(test)]
mod tests;
