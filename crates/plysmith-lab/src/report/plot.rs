//! The kinds of plots, as data. How they are drawn is a matter of `svg.rs`.

use serde::{Deserialize, Serialize};

use super::figure::Figure;

/// A picture with its title.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// How to read it, and under what it was measured.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The picture.
    pub picture: Picture,
}

impl Plot {
    /// A picture with its title.
    pub fn new(title: impl Into<String>, picture: impl Into<Picture>) -> Plot {
        Plot { title: title.into(), note: String::new(), picture: picture.into() }
    }

    /// The plot with a note.
    pub fn note(self, note: impl Into<String>) -> Plot {
        Plot { note: note.into(), ..self }
    }
}

/// What kind of picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// Values over an axis, several series.
    Lines(Lines),
    /// Figures with their intervals, one below the other.
    Intervals(Intervals),
    /// The steps of a selection, with what was tried.
    Path(SelectionPath),
    /// A sequential test between its bounds.
    Course(Course),
    /// Things by two figures.
    Scatter(Scatter),
    /// Things that grew out of each other.
    Tree(Tree),
    /// Numbers on the squares of a board.
    Heat(HeatMap),
}

macro_rules! pictures {
    ($($kind:ident => $variant:ident),*) => {
        $(impl From<$kind> for Picture {
            fn from(picture: $kind) -> Picture {
                Picture::$variant(picture)
            }
        })*
    };
}

pictures!(Lines => Lines, Intervals => Intervals, SelectionPath => Path, Course => Course, Scatter => Scatter, Tree => Tree, HeatMap => Heat);

/// What a direction of a plot means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// What is measured.
    pub label: String,
    /// In what.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// How numbers are laid out.
    #[serde(default)]
    pub spacing: Spacing,
}

impl Axis {
    /// An axis on which equal differences are equal distances.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), ..Axis::default() }
    }

    /// An axis on which equal ratios are equal distances; its numbers are positive.
    pub fn logarithmic(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), spacing: Spacing::Logarithmic, ..Axis::default() }
    }

    /// The axis with a unit.
    pub fn unit(self, unit: impl Into<String>) -> Axis {
        Axis { unit: unit.into(), ..self }
    }
}

/// How numbers are laid out on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spacing {
    /// By their differences.
    #[default]
    Linear,
    /// By their ratios.
    Logarithmic,
}

/// Numbers on the squares of a board, such as what a piece is worth there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeatMap {
    /// What the numbers are.
    pub value: Axis,
    /// The names of the files, from the left.
    pub files: Vec<String>,
    /// The rows, from the top.
    pub rows: Vec<HeatRow>,
}

/// A row of a board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeatRow {
    /// Its name.
    pub label: String,
    /// A number for each file, where there is one.
    pub cells: Vec<Option<f64>>,
}

/// Values over an axis, such as cost by depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// One line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// What it is the line of.
    pub name: String,
    /// Its points, in any order.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// How much; the interval becomes part of a band.
    #[serde(flatten)]
    pub y: Figure,
}

/// Figures with their intervals, such as the scores of matches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// To the right.
    pub axis: Axis,
    /// With what they are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
    /// From top to bottom.
    pub bars: Vec<IntervalBar>,
}

/// A value with which others are compared, drawn as a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// The value.
    pub value: f64,
    /// What it stands for.
    pub label: String,
    /// On which side of it the better figures are.
    #[serde(default)]
    pub better: Better,
}

/// Which figures are the better ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    /// Such as points.
    #[default]
    Higher,
    /// Such as costs.
    Lower,
}

/// A figure with its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IntervalBar {
    /// Of what.
    pub label: String,
    /// How much.
    pub figure: Figure,
    /// From what, such as the number of games; only in the table of the data.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The steps of a selection, each with what was tried and not taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SelectionPath {
    /// What a step gains.
    pub gain: Axis,
    /// What the total behind a step is, such as the cost relative to the start.
    #[serde(default)]
    pub total: Axis,
    /// Where it began.
    pub start: String,
    /// From the first to the last.
    pub steps: Vec<Step>,
    /// Why it ended.
    pub end: String,
    /// What was tried behind the last step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<Candidate>,
}

/// A step of a selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// What it changed.
    pub change: Change,
    /// What that gained.
    pub gain: Figure,
    /// What it came to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Figure>,
    /// What was tried and gained less.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<Candidate>,
}

/// A change that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// What it would have changed.
    pub change: Change,
    /// What that would have gained.
    pub gain: Figure,
}

/// What a step of a selection does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Switches something on.
    Added(String),
    /// Switches something off.
    Removed(String),
    /// Replaces something.
    Swapped {
        /// What is switched off.
        from: String,
        /// What is switched on.
        to: String,
    },
    /// Gives a parameter another value.
    Set {
        /// The parameter.
        name: String,
        /// Its value before.
        from: String,
        /// Its value now.
        to: String,
    },
}

impl Change {
    /// The sign that stands before it.
    pub(super) const fn sign(&self) -> &'static str {
        match self {
            Change::Added(_) => "+",
            Change::Removed(_) => "−",
            Change::Swapped { .. } => "⇄",
            Change::Set { .. } => "~",
        }
    }

    /// What is behind the sign.
    pub(super) fn words(&self) -> String {
        match self {
            Change::Added(name) | Change::Removed(name) => name.clone(),
            Change::Swapped { from, to } => format!("{from} → {to}"),
            Change::Set { name, from, to } => format!("{name} {from} → {to}"),
        }
    }
}

/// The course of a sequential test: the log-likelihood ratio after each pair of games, until it crosses a bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Below it, H0 is accepted.
    pub lower: Bound,
    /// Above it, H1 is accepted.
    pub upper: Bound,
    /// The course.
    pub points: Vec<CoursePoint>,
}

/// A bound of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// The log-likelihood ratio.
    pub value: f64,
    /// What crossing it proves.
    pub label: String,
}

/// A moment of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoursePoint {
    /// Pairs of games that were played.
    pub pairs: u64,
    /// The log-likelihood ratio then.
    pub llr: f64,
}

/// Things by two figures, such as quality and frequency.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scatter {
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// The things.
    pub dots: Vec<Dot>,
}

/// A thing by its two figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dot {
    /// Its name.
    pub label: String,
    /// Where to the right.
    pub x: f64,
    /// How high.
    pub y: f64,
    /// Nothing is better in both figures: it is filled and joined with the others of its kind.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub front: bool,
}

/// Things that grew out of each other, such as features, each with its value and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// What the values are.
    pub value: Axis,
    /// From top to bottom, each directly or indirectly below what it grew out of.
    pub branches: Vec<Branch>,
}

/// A thing in a tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// Its name.
    pub label: String,
    /// How far from the root it is: it grew out of the last one before it that is nearer.
    pub level: usize,
    /// Its value.
    pub value: f64,
    /// Others could grow out of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alive: bool,
    /// What became of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}
