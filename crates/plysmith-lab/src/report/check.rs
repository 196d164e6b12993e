//! What makes a report unreadable: found before it is written, and when it is read.

use super::{Axis, Block, Candidate, Cell, Figure, Picture, Plot, Report, Spacing, Table};

/// Why a report cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// It is no JSON, or not that of a report.
    #[error("it cannot be read as a report: {0}")]
    Json(serde_json::Error),
    /// It is some other JSON.
    #[error(
        "it is no report of plysmith: it does not begin with \"format\": \"{format}\"; `forge` and `select` write such files",
        format = super::FORMAT
    )]
    Foreign,
    /// It is of another form.
    #[error("its format is `{0}`, and this program reads `{format}`; use the program that wrote it", format = super::FORMAT)]
    Format(String),
    /// A number is infinite or none at all.
    #[error("{place}: {value} is no number that can be shown; leave it out, or say in words why it is missing")]
    Number {
        /// Where.
        place: String,
        /// The number.
        value: f64,
    },
    /// An interval has its ends the wrong way round.
    #[error("{place}: the interval from {low} to {high} has no inside; swap its ends")]
    Interval {
        /// Where.
        place: String,
        /// Its lower end.
        low: f64,
        /// Its upper end.
        high: f64,
    },
    /// A number is not positive on an axis by ratios.
    #[error("{place}: {value} has no place on a logarithmic axis; use a linear one")]
    Logarithm {
        /// Where.
        place: String,
        /// The number.
        value: f64,
    },
    /// A row does not fit its table.
    #[error("{place}: row {row} has {cells} cells for {columns} columns; give each column a cell, `null` for an empty one")]
    TableRow {
        /// Where.
        place: String,
        /// The row, from 1.
        row: usize,
        /// Its cells.
        cells: usize,
        /// The columns of the table.
        columns: usize,
    },
}

impl Report {
    /// Refuses what cannot be shown: numbers that are none, intervals without inside, rows that do not fit.
    pub fn check(&self) -> Result<(), ReportError> {
        blocks("the summary", &self.summary)?;
        self.sections.iter().try_for_each(|section| blocks(&format!("section `{}`", section.title), &section.blocks))
    }
}

fn blocks(place: &str, list: &[Block]) -> Result<(), ReportError> {
    for block in list {
        match block {
            Block::Paragraph(_) | Block::Facts(_) | Block::Code(_) => {}
            Block::Table(table) => self::table(&format!("{place}, table `{}`", table.caption), table)?,
            Block::Plot(plot) => self::plot(&format!("{place}, plot `{}`", plot.title), plot)?,
            Block::Details(details) => blocks(&format!("{place}, details `{}`", details.summary), &details.blocks)?,
        }
    }
    Ok(())
}

fn table(place: &str, table: &Table) -> Result<(), ReportError> {
    for (index, row) in table.rows.iter().enumerate() {
        let (cells, columns) = (row.cells.len(), table.columns.len());
        if cells != columns {
            return Err(ReportError::TableRow { place: place.into(), row: index + 1, cells, columns });
        }
        row.cells.iter().filter_map(Cell::figure).try_for_each(|cell| figure(place, &cell, Spacing::Linear))?;
    }
    Ok(())
}

fn plot(place: &str, plot: &Plot) -> Result<(), ReportError> {
    let number = |value: f64, axis: &Axis| number(place, value, axis.spacing);
    let figure = |value: &Figure, axis: &Axis| figure(place, value, axis.spacing);
    match &plot.picture {
        Picture::Lines(lines) => lines.series.iter().flat_map(|series| &series.points).try_for_each(|point| {
            number(point.x, &lines.x)?;
            figure(&point.y, &lines.y)
        }),
        Picture::Intervals(intervals) => {
            if let Some(reference) = &intervals.reference {
                number(reference.value, &intervals.axis)?;
            }
            intervals.bars.iter().try_for_each(|bar| figure(&bar.figure, &intervals.axis))
        }
        Picture::Path(path) => {
            let tried = |list: &[Candidate]| list.iter().try_for_each(|candidate| figure(&candidate.gain, &path.gain));
            for step in &path.steps {
                figure(&step.gain, &path.gain)?;
                step.total.iter().try_for_each(|total| figure(total, &path.total))?;
                tried(&step.rejected)?;
            }
            tried(&path.rejected)
        }
        Picture::Course(course) => {
            let values = course.points.iter().map(|point| point.llr).chain([course.lower.value, course.upper.value]);
            values.into_iter().try_for_each(|value| self::number(place, value, Spacing::Linear))
        }
        Picture::Tree(tree) => tree.branches.iter().try_for_each(|branch| number(branch.value, &tree.value)),
        Picture::Heat(map) => map.rows.iter().flat_map(|row| &row.cells).flatten().try_for_each(|&value| number(value, &map.value)),
        Picture::Scatter(scatter) => scatter.dots.iter().try_for_each(|dot| {
            number(dot.x, &scatter.x)?;
            number(dot.y, &scatter.y)
        }),
    }
}

fn figure(place: &str, figure: &Figure, spacing: Spacing) -> Result<(), ReportError> {
    figure.numbers().try_for_each(|value| number(place, value, spacing))?;
    match (figure.low, figure.high) {
        (Some(low), Some(high)) if low > high => Err(ReportError::Interval { place: place.into(), low, high }),
        _ => Ok(()),
    }
}

fn number(place: &str, value: f64, spacing: Spacing) -> Result<(), ReportError> {
    let place = || place.to_string();
    match spacing {
        _ if !value.is_finite() => Err(ReportError::Number { place: place(), value }),
        Spacing::Logarithmic if value <= 0.0 => Err(ReportError::Logarithm { place: place(), value }),
        _ => Ok(()),
    }
}
