//! The path of a selection, from top to bottom: what was taken stands on a trunk, what was tried stands faintly beside it, and all
//! gains share one scale.

use maud::{Markup, html};

use super::super::figure::Style;
use super::super::{Candidate, Figure, SelectionPath, Spacing, Step};
use super::frame::ROW;
use super::pen::{Anchor, LINE, bold_width, circle, label, line, lines_label, width, wrap};
use super::rows::{Rows, Standing};
use super::{Drawing, Screen};

/// So many of those that were not taken are drawn at a step; all of them are in the table of the data.
const SHOWN: usize = 4;
/// Where the trunk is.
const TRUNK: f64 = 9.0;
/// Where names begin.
const INDENT: f64 = 26.0;
/// How much of a name its sign takes.
const SIGN: f64 = 16.0;

pub fn draw(path: &SelectionPath, screen: Screen) -> Drawing {
    let drawn =
        path.steps.iter().flat_map(|step| std::iter::once(step.gain).chain(best(&step.rejected).into_iter().map(|it| it.gain)));
    let figures: Vec<Figure> = drawn.chain(best(&path.rejected).iter().map(|it| it.gain)).collect();
    let candidates = path.steps.iter().map(|step| &step.rejected).chain([&path.rejected]).flat_map(|rejected| best(rejected));
    let changes = path.steps.iter().map(|step| &step.change).chain(candidates.map(|candidate| &candidate.change));
    let names = changes.map(|change| bold_width(&change.words()) + SIGN).fold(width(&path.start) / 2.0, f64::max);
    let style = Style::signed(true);
    let wide = screen == Screen::Wide;
    let totals = Style::default().common(path.steps.iter().filter_map(|step| step.total));
    let total = path.steps.iter().filter_map(|step| step.total).map(|total| bold_width(&total.number(totals))).fold(0.0, f64::max);
    let behind = if wide && total > 0.0 { total.max(width(&path.total.label)) + 14.0 } else { 0.0 };
    let rows = Rows::new(screen, &path.gain, style, &figures, values(path, &figures), [INDENT, names], behind);
    let mut canvas = Canvas {
        rows: &rows,
        totals,
        y: if behind > 0.0 { ROW + 6.0 } else { 2.0 },
        body: Vec::new(),
        knots: Vec::new(),
        reach: 0.0,
    };
    let top = canvas.y;
    canvas.words(&path.start, "name");
    for step in &path.steps {
        canvas.step(step);
    }
    canvas.words(&path.end, "heading");
    canvas.tried(&path.rejected);
    let bottom = canvas.y + 4.0;
    let Canvas { body, knots, reach, .. } = canvas;
    let zero = rows.place(0.0);
    let body = html! {
        (rows.grid(top, bottom, &path.gain))
        @if path.gain.spacing == Spacing::Linear { (line([zero, top], [zero, bottom], "reference")) }
        @if behind > 0.0 { (label([screen.width(), top - 10.0], Anchor::End, "heading", &path.total.label)) }
        @if let Some(first) = knots.first() { (line([TRUNK, *first], [TRUNK, reach], "trunk")) }
        @for part in body { (part) }
        @for y in knots { (circle([TRUNK, y], 4.5, "knot")) }
    };
    Drawing { height: bottom + 2.0 * ROW + 8.0, body }
}

/// What the scale has to cover. A candidate that would have been a disaster must not press all others together.
fn values(path: &SelectionPath, figures: &[Figure]) -> Vec<f64> {
    let most = path.steps.iter().flat_map(|step| step.gain.numbers()).map(f64::abs).fold(0.0, f64::max);
    let least = if most > 0.0 && path.gain.spacing == Spacing::Linear { -most } else { f64::NEG_INFINITY };
    figures.iter().flat_map(Figure::numbers).chain([0.0]).map(|value| value.max(least)).collect()
}

/// Those that came nearest to being taken.
fn best(rejected: &[Candidate]) -> Vec<&Candidate> {
    let mut best: Vec<&Candidate> = rejected.iter().collect();
    best.sort_by(|a, b| b.gain.value.total_cmp(&a.gain.value));
    best.truncate(SHOWN);
    best
}

/// What is drawn, from top to bottom.
struct Canvas<'a> {
    rows: &'a Rows,
    /// How totals are written.
    totals: Style,
    y: f64,
    body: Vec<Markup>,
    /// The heights of what is on the trunk.
    knots: Vec<f64>,
    /// How far down the trunk goes.
    reach: f64,
}

impl Canvas<'_> {
    fn knot(&mut self, y: f64) {
        self.knots.push(y);
        self.reach = y;
    }

    fn words(&mut self, text: &str, class: &str) {
        let room = if self.rows.screen == Screen::Wide { self.rows.left - INDENT - 8.0 } else { self.rows.screen.width() - INDENT };
        let lines = wrap(text, room.max(150.0));
        self.body.push(lines_label([INDENT, self.y + 16.0], Anchor::Start, &format!("{class} on-paper"), &lines));
        self.knot(self.y + 12.0);
        self.y += 26.0 + LINE * (lines.len() - 1) as f64;
    }

    fn step(&mut self, step: &Step) {
        let middle = self.y + 12.0;
        self.knot(if self.rows.screen == Screen::Wide { middle } else { self.y + 10.0 });
        let name = self.rows.name(self.y, SIGN, &step.change.words(), &step.gain);
        self.body.push(self.rows.figure(self.y, step.change.sign(), &name, &step.gain, Standing::Better));
        if let Some(total) = &step.total {
            let text = total.number(self.totals);
            let screen = self.rows.screen;
            if screen == Screen::Wide {
                self.body.push(label([screen.width(), middle + 4.0], Anchor::End, "digits strong", &text));
            }
        }
        self.y += self.rows.height(&name);
        self.tried(&step.rejected);
        self.y += 5.0;
    }

    fn tried(&mut self, rejected: &[Candidate]) {
        for candidate in best(rejected) {
            let middle = self.y + if self.rows.screen == Screen::Wide { 12.0 } else { 10.0 };
            self.body.push(line([TRUNK, middle], [TRUNK + 9.0, middle], "branch"));
            let (change, gain) = (&candidate.change, &candidate.gain);
            let name = self.rows.name(self.y, SIGN, &change.words(), gain);
            self.body.push(self.rows.figure(self.y, change.sign(), &name, gain, Standing::Faint));
            self.y += self.rows.height(&name) - if self.rows.screen == Screen::Wide { 4.0 } else { 2.0 };
            self.reach = middle;
        }
        if rejected.len() > SHOWN {
            let text = format!("and {} more", rejected.len() - SHOWN);
            self.body.push(label([INDENT + SIGN, self.y + 15.0], Anchor::Start, "more", &text));
            self.y += 23.0;
        }
    }
}
