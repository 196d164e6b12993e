//! A tree from top to bottom: each thing on a row of its own, joined with what it grew out of, with its value and what became of it.

use maud::html;

use super::super::Tree;
use super::super::figure::Style;
use super::pen::{Anchor, bold_width, circle, label, line, short_label};
use super::{Drawing, Screen};

/// The height of a row.
const ROW: f64 = 19.0;
/// How much farther to the right a branch begins than what it grew out of.
const INDENT: f64 = 16.0;
/// Where the first one begins.
const LEFT: f64 = 7.0;
/// Between a knot and its name, and between columns.
const GAP: f64 = 10.0;

pub fn draw(tree: &Tree, screen: Screen) -> Drawing {
    let x = |level: usize| LEFT + INDENT * level as f64;
    let y = |row: usize| ROW * (row as f64 + 1.0);
    let style = Style::default().common(tree.branches.iter().map(|branch| branch.value.into()));
    let written: Vec<String> = tree.branches.iter().map(|branch| style.write(branch.value)).collect();
    let digits = written.iter().map(|text| bold_width(text)).fold(0.0, f64::max);
    let names = tree.branches.iter().map(|branch| x(branch.level) + GAP + bold_width(&branch.label)).fold(0.0, f64::max);
    // Where notes have no room they are in the table of the data alone.
    let most = if screen == Screen::Wide { 0.5 * screen.width() } else { screen.width() - digits - GAP };
    let right = names.min(most) + GAP + digits;
    let body = html! {
        (label([right, ROW - 9.0], Anchor::End, "heading", &tree.value.label))
        @for (row, branch) in tree.branches.iter().enumerate() {
            @let (at, foot) = ([x(branch.level), y(row) + ROW / 2.0 + 2.0], y(row) + ROW / 2.0 + 6.0);
            @if let Some(parent) = parent(tree, row) {
                @let above = x(tree.branches[parent].level);
                (line([above, y(parent) + ROW / 2.0 + 6.0], [above, at[1]], "branch"))
                (line([above, at[1]], at, "branch"))
            }
            (circle(at, 3.6, if branch.alive { "knot alive" } else { "knot" }))
            (short_label([at[0] + GAP, foot], Anchor::Start, "name", &branch.label, right - digits - GAP - at[0]))
            (label([right, foot], Anchor::End, "digits", &written[row]))
            @if screen == Screen::Wide {
                (short_label([right + 1.5 * GAP, foot], Anchor::Start, "more", &branch.note, screen.width() - right - 1.5 * GAP))
            }
        }
    };
    Drawing { height: y(tree.branches.len()) + ROW / 2.0, body }
}

/// The row of what a branch grew out of.
fn parent(tree: &Tree, row: usize) -> Option<usize> {
    let level = tree.branches[row].level;
    tree.branches[..row].iter().rposition(|branch| branch.level < level)
}
