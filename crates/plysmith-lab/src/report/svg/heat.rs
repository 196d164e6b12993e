//! Numbers on the squares of a board, by colour and in writing.

use maud::{Markup, html};

use super::super::HeatMap;
use super::super::figure::{Style, minus};
use super::frame::ROW;
use super::pen::{Anchor, label, px, width};
use super::{Drawing, Screen};

/// A square is no larger than this, and no smaller numbers are written in it.
const LARGEST: f64 = 56.0;
const ROOM: f64 = 4.0;

pub fn draw(map: &HeatMap, screen: Screen) -> Drawing {
    let files = map.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0).max(1);
    let left = map.rows.iter().map(|row| width(&row.label)).fold(0.0, f64::max) + 8.0;
    let size = ((screen.width() - left - 2.0) / files as f64).min(LARGEST);
    let most = map.rows.iter().flat_map(|row| &row.cells).flatten().fold(0.0, |most: f64, value| most.max(value.abs()));
    let top = 4.0;
    let body = html! {
        @for (number, row) in map.rows.iter().enumerate() {
            @let y = top + size * number as f64;
            (label([left - 6.0, y + size / 2.0 + 4.0], Anchor::End, "tick", &row.label))
            @for (file, value) in row.cells.iter().enumerate() {
                (square([left + size * file as f64, y], size, *value, most))
            }
        }
        @let foot = top + size * map.rows.len() as f64;
        @for (file, name) in map.files.iter().enumerate() {
            (label([left + size * (file as f64 + 0.5), foot + 16.0], Anchor::Middle, "tick", name))
        }
    };
    Drawing { height: top + size * map.rows.len() as f64 + ROW + 8.0, body }
}

/// A square: the more it counts the stronger its colour; which side it counts for, colour and sign say.
fn square([x, y]: [f64; 2], size: f64, value: Option<f64>, most: f64) -> Markup {
    let share = value.map_or(0.0, |value| if most > 0.0 { value.abs() / most } else { 0.0 });
    let class = if value.unwrap_or(0.0) < 0.0 { "heat cold" } else { "heat warm" };
    let text = value.map(|value| minus(&Style { decimals: Some(0), signed: true }.write(value)));
    html! {
        rect class="heat-frame" x=(px(x)) y=(px(y)) width=(px(size)) height=(px(size)) {}
        @if share > 0.0 {
            rect class=(class) x=(px(x)) y=(px(y)) width=(px(size)) height=(px(size)) fill-opacity=(format!("{:.2}", 0.7 * share)) {}
        }
        @if let Some(text) = text.filter(|text| width(text) + ROOM < size) {
            (label([x + size / 2.0, y + size / 2.0 + 4.0], Anchor::Middle, "tick", &text))
        }
    }
}
