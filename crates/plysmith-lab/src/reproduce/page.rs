//! Findings as a report: a table of paper and ours for each group, with a plot where figures have intervals.

use super::{Findings, Group, Row, Value};
use crate::report::{Cell, Column, Figure, IntervalBar, Intervals, Outcome, Plot, Report, Section, Table};

impl Findings {
    /// The report, of which `subject` names the games.
    pub fn report(&self, title: &str, subject: &str) -> Report {
        let mut report = Report::new(title, subject, self.verdict.clone());
        report.sections = self.groups.iter().enumerate().map(|(at, group)| group.section(at)).collect();
        report.sections.extend(self.sections.iter().cloned());
        report.conditions.clone_from(&self.conditions);
        report
    }
}

impl Group {
    fn section(&self, at: usize) -> Section {
        let mut section = Section::new(format!("group-{}", at + 1), self.title.clone());
        section.verdict.clone_from(&self.verdict);
        let columns =
            [Column::words(""), Column::words("paper"), Column::numbers("ours").unit(&self.unit), Column::words("remark")];
        let mut table = Table::new("", columns);
        for row in &self.rows {
            let words = |cell: &Option<Value>| cell.as_ref().map(Value::cell);
            table.row([Cell::from(row.label.as_str()), words(&row.paper).into(), row.cell(), Cell::from(row.remark.as_str())]);
        }
        section.blocks.push(table.into());
        section.blocks.extend(self.picture().map(Into::into));
        section.blocks.extend(self.blocks.iter().cloned());
        section
    }

    fn picture(&self) -> Option<Plot> {
        let (axis, reference) = self.plot.clone()?;
        let bars: Vec<IntervalBar> = self
            .rows
            .iter()
            .filter_map(|row| Some(IntervalBar { label: row.label.clone(), figure: row.figure()?, note: row.remark.clone() }))
            .collect();
        let title = format!("{}, with intervals", self.title);
        (!bars.is_empty()).then(|| Plot::new(title, Intervals { axis, reference, bars }))
    }
}

impl Row {
    /// The number of ours with its interval.
    fn figure(&self) -> Option<Figure> {
        match (&self.ours, self.ends) {
            (Some(Value::Number(value)), Some((low, high))) if value.is_finite() => Some(Figure::between(*value, low, high)),
            _ => None,
        }
    }

    fn cell(&self) -> Cell {
        self.figure().map_or_else(|| self.ours.as_ref().map(Value::cell).into(), Cell::from)
    }
}

impl Value {
    fn cell(&self) -> Cell {
        match self {
            // A rank does not become more precise by what stands below it.
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e3 => Cell::from(number.to_string()),
            Value::Number(number) if number.is_finite() => Cell::from(*number),
            Value::Number(_) => Cell::from("–"),
            Value::Words(words) => Cell::from(words.as_str()),
        }
    }
}

impl From<bool> for Outcome {
    /// A claim that was fixed before and holds, or does not.
    fn from(holds: bool) -> Outcome {
        if holds { Outcome::Proven } else { Outcome::Rejected }
    }
}
