//! Values over an axis: a line, marks and a band for each series.

use maud::{Markup, html};

use super::super::{Lines, Point, Series, Spacing};
use super::frame::{Frame, ROW, Room};
use super::pen::{Anchor, bold_width, line, mark, polygon, polyline, short_label};
use super::{Drawing, Screen};

/// With more series than these, names at the end of the lines would not find room below each other.
const MOST_NAMES: usize = 14;
/// The most that names at the end of the lines may take.
const LONGEST_NAME: f64 = 190.0;

pub fn draw(lines: &Lines, screen: Screen) -> Drawing {
    let series: Vec<_> = lines.series.iter().map(|series| (series, usable(lines, series))).collect();
    let points = || series.iter().flat_map(|(_, points)| points);
    let direct = screen == Screen::Wide && series.len() <= MOST_NAMES;
    let names = lines.series.iter().map(|series| bold_width(&series.name)).fold(0.0, f64::max).min(LONGEST_NAME);
    let legend = if direct { Vec::new() } else { legend(&lines.series, screen.width()) };
    let above = legend.iter().map(|entry| entry.at[1] + ROW).fold(0.0, f64::max);
    let frame = Frame::new(Room {
        screen,
        x: (&lines.x, points().map(|point| point.x).collect()),
        y: (&lines.y, points().flat_map(|point| point.y.numbers()).collect()),
        margin: if direct { names + 16.0 } else { 0.0 },
        above,
    });
    let body = html! {
        (frame.axes(screen, &lines.x, &lines.y))
        @for (index, (_, points)) in series.iter().enumerate() { (band(&frame, index, points)) }
        @for (index, (series, points)) in series.iter().enumerate() { (course(&frame, index, series, points)) }
        @if direct { (names_at_ends(&frame, &series)) }
        @for entry in &legend { (entry.draw(&lines.series[entry.index], screen)) }
    };
    Drawing { height: frame.height(), body }
}

/// The points that have a place, from left to right.
fn usable(lines: &Lines, series: &Series) -> Vec<Point> {
    let fits = |value: f64, spacing: Spacing| value.is_finite() && (spacing == Spacing::Linear || value > 0.0);
    let fit = |point: &&Point| fits(point.x, lines.x.spacing) && fits(point.y.value, lines.y.spacing);
    let mut points: Vec<Point> = series.points.iter().filter(fit).copied().collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

/// The class of a series: its colour and its dashes.
pub fn class(index: usize) -> String {
    format!("series s{}", index % 6)
}

fn band(frame: &Frame, index: usize, points: &[Point]) -> Markup {
    let known: Vec<_> = points.iter().filter(|point| point.y.has_interval()).collect();
    let ends = |point: &Point| {
        let (bottom, top) = (frame.at(point.x, point.y.value), frame.at(point.x, point.y.value));
        [
            point.y.low.map_or([bottom[0], frame.bottom], |low| frame.at(point.x, low)),
            point.y.high.map_or([top[0], frame.top], |high| frame.at(point.x, high)),
        ]
    };
    match known.as_slice() {
        [] => html! {},
        [point] => {
            let [low, high] = ends(point);
            line(low, high, &format!("{} whisker", class(index)))
        }
        known => {
            let lower = known.iter().map(|point| ends(point)[0]);
            let upper = known.iter().rev().map(|point| ends(point)[1]);
            polygon(&lower.chain(upper).collect::<Vec<_>>(), &format!("{} band", class(index)))
        }
    }
}

fn course(frame: &Frame, index: usize, series: &Series, points: &[Point]) -> Markup {
    let places: Vec<_> = points.iter().map(|point| frame.at(point.x, point.y.value)).collect();
    let class = class(index);
    html! {
        g {
            title { (series.name) }
            @if places.len() > 1 { (polyline(&places, &format!("{class} course"))) }
            // Marks that touch each other say nothing.
            @if places.len() <= 40 { @for &place in &places { (mark(place, index, &format!("{class} mark"))) } }
        }
    }
}

/// The names beside the last points, moved apart where they would cover each other.
fn names_at_ends(frame: &Frame, series: &[(&Series, Vec<Point>)]) -> Markup {
    let mut ends: Vec<_> = series
        .iter()
        .enumerate()
        .filter_map(|(index, (series, points))| Some((index, series, frame.at(points.last()?.x, points.last()?.y.value))))
        .collect();
    ends.sort_by(|a, b| a.2[1].total_cmp(&b.2[1]));
    let mut heights: Vec<f64> = ends.iter().map(|end| end.2[1]).collect();
    spread(&mut heights, ROW - 2.0, frame.top, frame.bottom);
    html! {
        @for ((index, series, _), height) in ends.iter().zip(heights) {
            @let class = format!("{} name", class(*index));
            (short_label([frame.right + 10.0, height + 4.0], Anchor::Start, &class, &series.name, LONGEST_NAME))
        }
    }
}

/// Moves rising heights apart by at least a gap, within two limits as long as there is room.
fn spread(heights: &mut [f64], gap: f64, top: f64, bottom: f64) {
    let mut floor = top;
    for height in heights.iter_mut() {
        *height = height.max(floor);
        floor = *height + gap;
    }
    let mut ceiling = bottom;
    for height in heights.iter_mut().rev() {
        *height = height.min(ceiling);
        ceiling = *height - gap;
    }
}

/// A name in the legend of a picture without room beside its lines.
struct LegendEntry {
    index: usize,
    at: [f64; 2],
}

/// The names one after the other, in as many rows as they need.
fn legend(series: &[Series], room: f64) -> Vec<LegendEntry> {
    let (mut x, mut y) = (0.0, 0.0);
    let mut entries = Vec::new();
    for (index, series) in series.iter().enumerate() {
        let needed = 34.0 + bold_width(&series.name).min(room - 34.0) + 14.0;
        if x > 0.0 && x + needed > room {
            (x, y) = (0.0, y + ROW);
        }
        entries.push(LegendEntry { index, at: [x, y] });
        x += needed;
    }
    entries
}

impl LegendEntry {
    fn draw(&self, series: &Series, screen: Screen) -> Markup {
        let [x, y] = [self.at[0], self.at[1] + 12.0];
        let class = class(self.index);
        html! {
            (line([x, y - 4.0], [x + 26.0, y - 4.0], &format!("{class} course")))
            (mark([x + 13.0, y - 4.0], self.index, &format!("{class} mark")))
            (short_label([x + 32.0, y], Anchor::Start, &format!("{class} name"), &series.name, screen.width() - x - 34.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_move_apart_but_stay_inside() {
        let mut heights = [50.0, 51.0, 52.0, 198.0, 199.0];
        spread(&mut heights, 16.0, 10.0, 200.0);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 16.0), "{heights:?}");
        assert!(heights[0] >= 10.0 && heights[4] <= 200.0, "{heights:?}");
    }

    #[test]
    fn a_legend_takes_more_rows_rather_than_more_width() {
        let series: Vec<_> = (0..5).map(|index| Series { name: format!("a long name {index}"), points: vec![] }).collect();
        let entries = legend(&series, 344.0);
        assert!(entries.iter().all(|entry| entry.at[0] + 34.0 < 344.0));
        assert!(entries[4].at[1] > 0.0);
    }
}
