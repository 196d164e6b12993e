//! Tables: columns that know how to write their numbers, rows of cells.

use serde::{Deserialize, Serialize};

use super::figure::{Figure, Style};
use crate::statistics::Interval;

/// Rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What it shows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; each has a cell for every column.
    pub rows: Vec<TableRow>,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: impl Into<String>, columns: impl IntoIterator<Item = Column>) -> Table {
        Table { caption: caption.into(), columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// How each column writes its numbers.
    pub(super) fn styles(&self) -> Vec<Style> {
        let figures = |index: usize| self.rows.iter().filter_map(move |row| row.cells.get(index)?.figure());
        self.columns.iter().enumerate().map(|(index, column)| column.style().common(figures(index))).collect()
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(TableRow { cells: cells.into_iter().collect(), highlighted: false });
    }

    /// Adds a row that stands out.
    pub fn highlighted_row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(TableRow { cells: cells.into_iter().collect(), highlighted: true });
    }
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// In what its numbers are; shown once, in the heading.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// To which side its cells are moved.
    #[serde(default)]
    pub align: Align,
    /// Digits behind the point; `None` for as many as a number needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimals: Option<u8>,
    /// Positive numbers have a plus.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub signed: bool,
}

impl Column {
    /// A column of words.
    pub fn words(title: impl Into<String>) -> Column {
        Column { title: title.into(), ..Column::default() }
    }

    /// A column of numbers.
    pub fn numbers(title: impl Into<String>) -> Column {
        Column { title: title.into(), align: Align::Right, ..Column::default() }
    }

    /// The column with a unit.
    pub fn unit(self, unit: impl Into<String>) -> Column {
        Column { unit: unit.into(), ..self }
    }

    /// The column with so many digits behind the point.
    pub fn decimals(self, decimals: u8) -> Column {
        Column { decimals: Some(decimals), ..self }
    }

    /// The column of differences, which always have a sign.
    pub fn signed(self) -> Column {
        Column { signed: true, ..self }
    }

    pub(super) fn style(&self) -> Style {
        Style { decimals: self.decimals, signed: self.signed }
    }
}

/// To which side cells are moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// Words.
    #[default]
    Left,
    /// Short marks.
    Centre,
    /// Numbers.
    Right,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableRow {
    /// A cell for every column.
    pub cells: Vec<Cell>,
    /// It stands out, such as the one that was chosen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub highlighted: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number with its interval.
    Figure(Figure),
    /// A number that is known exactly.
    Number(f64),
    /// Words.
    Words(String),
    /// Nothing.
    Empty(()),
}

impl Cell {
    /// Nothing.
    pub const EMPTY: Cell = Cell::Empty(());

    /// The number with its interval, if it is one.
    pub(super) fn figure(&self) -> Option<Figure> {
        match self {
            Cell::Figure(figure) => Some(*figure),
            Cell::Number(number) => Some(Figure::exact(*number)),
            Cell::Words(_) | Cell::Empty(()) => None,
        }
    }
}

impl From<Figure> for Cell {
    fn from(figure: Figure) -> Cell {
        Cell::Figure(figure)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Number(number)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Number(number as f64)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Words(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Words(text)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::EMPTY, Into::into)
    }
}

impl From<Interval> for Cell {
    /// Ratings of matches that say too little are infinite or no number at all: they are told in a sign.
    fn from(interval: Interval) -> Cell {
        match interval.value {
            value if value.is_finite() => Cell::Figure(interval.into()),
            value => Cell::Words(Style::default().write(value)),
        }
    }
}
