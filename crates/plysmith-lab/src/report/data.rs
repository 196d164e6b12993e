//! Plots in other words: their data as a table, and a sentence for those who do not see them.

use super::figure::Style;
use super::plot::{Candidate, Change, Course, HeatMap, Intervals, Lines, Picture, Scatter, SelectionPath, Tree};
use super::table::{Cell, Column, Table};
use super::{Axis, Figure};

/// A column for an axis.
fn column(axis: &Axis) -> Column {
    Column::numbers(axis.label.clone()).unit(axis.unit.clone())
}

/// The data of a picture.
pub fn table(picture: &Picture) -> Table {
    match picture {
        Picture::Lines(lines) => of_lines(lines),
        Picture::Intervals(intervals) => of_intervals(intervals),
        Picture::Path(path) => of_path(path),
        Picture::Course(course) => of_course(course),
        Picture::Scatter(scatter) => of_scatter(scatter),
        Picture::Tree(tree) => of_tree(tree),
        Picture::Heat(map) => of_heat(map),
    }
}

/// A row for each place on the axis, a column for each series.
fn of_lines(lines: &Lines) -> Table {
    let mut places: Vec<f64> = lines.series.iter().flat_map(|series| series.points.iter().map(|point| point.x)).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let unit = if lines.y.unit.is_empty() { lines.y.label.clone() } else { format!("{}, {}", lines.y.label, lines.y.unit) };
    let series = lines.series.iter().map(|series| Column::numbers(series.name.clone()));
    let mut table = Table::new(unit, std::iter::once(column(&lines.x)).chain(series));
    for x in places {
        let value = |points: &[super::Point]| points.iter().find(|point| point.x == x).map(|point| point.y);
        let cells = lines.series.iter().map(|series| Cell::from(value(&series.points)));
        table.row(std::iter::once(Cell::Number(x)).chain(cells));
    }
    table
}

fn of_intervals(intervals: &Intervals) -> Table {
    let noted = intervals.bars.iter().any(|bar| !bar.note.is_empty());
    let mut columns = vec![Column::words(""), column(&intervals.axis)];
    columns.extend(noted.then(|| Column::words("from")));
    let mut table = Table::new("", columns);
    for bar in &intervals.bars {
        let cells = [bar.label.as_str().into(), bar.figure.into()];
        table.row(cells.into_iter().chain(noted.then(|| bar.note.as_str().into())));
    }
    table
}

fn of_path(path: &SelectionPath) -> Table {
    let columns =
        [Column::numbers("step"), Column::words("change"), column(&path.gain).signed(), column(&path.total), Column::words("")];
    let mut table = Table::new("", columns);
    let told = |change: &Change| Cell::Words(format!("{} {}", change.sign(), change.words()));
    let rejected = |table: &mut Table, step: usize, list: &[Candidate]| {
        for candidate in list {
            table.row([Cell::Number(step as f64), told(&candidate.change), candidate.gain.into(), Cell::EMPTY, "not taken".into()]);
        }
    };
    for (index, step) in path.steps.iter().enumerate() {
        table.highlighted_row([
            Cell::Number(index as f64 + 1.0),
            told(&step.change),
            step.gain.into(),
            step.total.into(),
            "taken".into(),
        ]);
        rejected(&mut table, index + 1, &step.rejected);
    }
    rejected(&mut table, path.steps.len() + 1, &path.rejected);
    table
}

fn of_course(course: &Course) -> Table {
    let mut table =
        Table::new("", [Column::numbers("pairs of games"), Column::numbers("log-likelihood ratio").decimals(3).signed()]);
    for point in &course.points {
        table.row([point.pairs.into(), point.llr.into()]);
    }
    table
}

fn of_scatter(scatter: &Scatter) -> Table {
    let mut table = Table::new("", [Column::words(""), column(&scatter.x), column(&scatter.y)]);
    for dot in &scatter.dots {
        let cells = [dot.label.as_str().into(), dot.x.into(), dot.y.into()];
        if dot.front { table.highlighted_row(cells) } else { table.row(cells) }
    }
    table
}

/// The board as it is.
fn of_heat(map: &HeatMap) -> Table {
    let files = map.files.iter().map(|file| Column::numbers(file.clone()).decimals(1));
    let unit = if map.value.unit.is_empty() { map.value.label.clone() } else { format!("{}, {}", map.value.label, map.value.unit) };
    let mut table = Table::new(unit, std::iter::once(Column::words("")).chain(files));
    for row in &map.rows {
        let cells = (0..map.files.len()).map(|file| Cell::from(row.cells.get(file).copied().flatten().map(Figure::exact)));
        table.row(std::iter::once(Cell::from(row.label.as_str())).chain(cells));
    }
    table
}

fn of_tree(tree: &Tree) -> Table {
    let mut table = Table::new("", [Column::words(""), column(&tree.value), Column::words("what became of it")]);
    for branch in &tree.branches {
        // A space that is not taken away at the beginning of a cell.
        let label = format!("{}{}", "\u{2003}".repeat(branch.level), branch.label);
        let cells = [label.as_str().into(), branch.value.into(), branch.note.as_str().into()];
        if branch.alive { table.highlighted_row(cells) } else { table.row(cells) }
    }
    table
}

/// What a picture shows, in a sentence or two.
pub fn description(picture: &Picture) -> String {
    let write = |value: f64| Style::default().write(value);
    match picture {
        Picture::Lines(lines) => {
            let series = lines.series.iter().map(|series| {
                let ends = [series.points.first(), series.points.last()];
                match ends {
                    [Some(first), Some(last)] if series.points.len() > 1 => {
                        format!(
                            "{}: {} at {}, {} at {}",
                            series.name,
                            write(first.y.value),
                            write(first.x),
                            write(last.y.value),
                            write(last.x)
                        )
                    }
                    [Some(only), _] => format!("{}: {} at {}", series.name, write(only.y.value), write(only.x)),
                    _ => format!("{}: no data", series.name),
                }
            });
            format!("{} by {}. {}.", lines.y.label, lines.x.label, series.collect::<Vec<_>>().join("; "))
        }
        Picture::Intervals(intervals) => {
            let bars = intervals.bars.iter().map(|bar| format!("{}: {}", bar.label, figure(&bar.figure)));
            let reference = intervals
                .reference
                .as_ref()
                .map(|reference| format!(" The line at {} is {}.", write(reference.value), reference.label));
            format!(
                "{} with intervals. {}.{}",
                intervals.axis.label,
                bars.collect::<Vec<_>>().join("; "),
                reference.unwrap_or_default()
            )
        }
        Picture::Path(path) => {
            let steps =
                path.steps.iter().map(|step| format!("{} {} ({})", step.change.sign(), step.change.words(), figure(&step.gain)));
            format!("From {}: {}. Then: {}.", path.start, steps.collect::<Vec<_>>().join("; "), path.end)
        }
        Picture::Course(course) => match course.points.last() {
            Some(last) => format!(
                "After {} pairs of games the log-likelihood ratio is {}, between {} ({}) and {} ({}).",
                last.pairs,
                Style { decimals: Some(2), signed: true }.write(last.llr),
                Style { decimals: Some(2), signed: true }.write(course.lower.value),
                course.lower.label,
                Style { decimals: Some(2), signed: true }.write(course.upper.value),
                course.upper.label
            ),
            None => "No games were played.".into(),
        },
        Picture::Tree(tree) => {
            let alive = tree.branches.iter().filter(|branch| branch.alive).count();
            format!("{} of {} things that grew out of each other; {alive} were kept.", tree.value.label, tree.branches.len())
        }
        Picture::Heat(map) => {
            let squares = map.rows.iter().flat_map(|row| row.cells.iter().enumerate().map(move |(file, cell)| (row, file, cell)));
            let known = squares.filter_map(|(row, file, cell)| Some((row, file, (*cell)?)));
            let name = |row: &super::HeatRow, file: usize| format!("{}{}", map.files.get(file).map_or("", |file| file), row.label);
            match known.max_by(|one, other| one.2.abs().total_cmp(&other.2.abs())) {
                Some((row, file, value)) => format!(
                    "{} on the squares of the board; the largest is {} on {}.",
                    map.value.label,
                    write(value),
                    name(row, file)
                ),
                None => format!("{} on the squares of the board: no data.", map.value.label),
            }
        }
        Picture::Scatter(scatter) => {
            let front: Vec<_> = scatter.dots.iter().filter(|dot| dot.front).map(|dot| dot.label.as_str()).collect();
            let front = if front.is_empty() { String::new() } else { format!(" On the front: {}.", front.join(", ")) };
            format!("{} by {} of {} things.{front}", scatter.y.label, scatter.x.label, scatter.dots.len())
        }
    }
}

fn figure(figure: &Figure) -> String {
    let interval = figure.interval(Style::default()).map(|interval| format!(" {interval}")).unwrap_or_default();
    format!("{}{interval}", figure.number(Style::default()))
}
