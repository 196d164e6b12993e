//! Figures with intervals on one scale, a row each: the common part of interval bars and of the path of a selection.

use maud::{Markup, html};

use super::super::figure::{Style, minus};
use super::super::{Axis, Figure, Spacing};
use super::Screen;
use super::frame::ROW;
use super::pen::{Anchor, LINE, circle, label, line, lines_label, polygon, short_label, width, wrap};
use super::scale::{Scale, heading};

/// Where figures are drawn, and where they are written.
pub struct Rows {
    pub screen: Screen,
    pub scale: Scale,
    style: Style,
    /// Digits are without their interval.
    brief: bool,
    /// From where labels stand.
    pub indent: f64,
    /// Where the scale begins and ends.
    pub left: f64,
    pub right: f64,
    spacing: Spacing,
}

/// Names take no more than this beside a scale; longer ones go on below.
const NAMES: f64 = 260.0;
/// A scale has at least this, if names can be any narrower than that.
const SCALE: f64 = 200.0;

/// A name at its place, in as many lines as it needs.
pub struct Name {
    at: [f64; 2],
    lines: Vec<String>,
}

impl Name {
    /// What all lines but the first need.
    pub fn more(&self) -> f64 {
        LINE * (self.lines.len() - 1) as f64
    }

    fn drawn(&self) -> Markup {
        lines_label(self.at, Anchor::Start, "name", &self.lines)
    }
}

/// How a figure stands to what it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All of its interval is on the better side.
    Better,
    /// All of it is on the worse side.
    Worse,
    /// The interval does not say.
    Open,
    /// It was tried and not taken.
    Faint,
}

impl Standing {
    const fn class(self) -> &'static str {
        match self {
            Standing::Better => "better",
            Standing::Worse => "worse",
            Standing::Open => "open",
            Standing::Faint => "faint",
        }
    }
}

impl Rows {
    /// The rows of some figures on a scale that covers some values; the labels of a wide screen stand on the left and need so much, behind
    /// the figures stays so much.
    pub fn new(
        screen: Screen,
        axis: &Axis,
        style: Style,
        figures: &[Figure],
        values: Vec<f64>,
        labels: [f64; 2],
        behind: f64,
    ) -> Rows {
        let [indent, labels] = labels;
        let wide = screen == Screen::Wide;
        let scale = Scale::over(values, axis.spacing, if wide { 6 } else { 4 });
        let style = style.common(figures.iter().copied());
        let digits =
            |brief: bool| figures.iter().map(|figure| width(&written(figure, style, brief))).fold(0.0, f64::max).min(200.0);
        // On a phone the interval is only drawn where name and digits do not fit beside each other.
        let brief = !wide && indent + labels + 12.0 + digits(false) > screen.width();
        let text = digits(brief);
        let edge = |tick: Option<&f64>| tick.map_or(0.0, |tick| width(&scale.text(*tick, style.signed)) / 2.0);
        let names = (screen.width() - indent - 16.0 - SCALE - text - 12.0 - behind).clamp(NAMES / 2.0, NAMES);
        let left = if wide { indent + labels.min(names) + 16.0 } else { indent.max(edge(scale.ticks.first())) };
        let right = if wide {
            (screen.width() - text - 12.0 - behind).max(left + 120.0)
        } else {
            screen.width() - edge(scale.ticks.last()).max(4.0)
        };
        Rows { screen, style, brief, indent, left, right, spacing: axis.spacing, scale }
    }

    /// How high a row is.
    pub fn height(&self, name: &Name) -> f64 {
        name.more() + if self.screen == Screen::Wide { 24.0 } else { 40.0 }
    }

    pub fn place(&self, value: f64) -> f64 {
        self.scale.place(value, self.left, self.right)
    }

    /// The lines of the scale from top to bottom, with its numbers below.
    pub fn grid(&self, top: f64, bottom: f64, axis: &Axis) -> Markup {
        let widest = self.scale.ticks.iter().map(|tick| width(&self.scale.text(*tick, self.style.signed))).fold(0.0, f64::max);
        html! {
            @for tick in self.scale.thinned(self.right - self.left, widest) {
                @let x = self.place(tick);
                (line([x, top], [x, bottom], "grid"))
                (label([x, bottom + ROW - 2.0], Anchor::Middle, "tick", &self.scale.text(tick, self.style.signed)))
            }
            @let below = [(self.left + self.right) / 2.0, bottom + 2.0 * ROW];
            (short_label(below, Anchor::Middle, "heading", &heading(axis), self.screen.width()))
        }
    }

    /// A figure: its name behind a sign, its interval on the scale, and in digits.
    pub fn figure(&self, top: f64, sign: &str, name: &Name, figure: &Figure, standing: Standing) -> Markup {
        let wide = self.screen == Screen::Wide;
        let middle = top + if wide { 12.0 } else { 27.0 + name.more() };
        let class = standing.class();
        let digits = if wide { [self.right + 12.0, middle + 4.0] } else { [self.screen.width(), top + 14.0] };
        let anchor = if wide { Anchor::Start } else { Anchor::End };
        let drawable = figure.value.is_finite() && (self.spacing == Spacing::Linear || figure.value > 0.0);
        html! {
            g class={ "row " (class) } {
                @if !sign.is_empty() { (label([self.indent + 5.0, name.at[1]], Anchor::Middle, "sign", sign)) }
                (name.drawn())
                @if drawable {
                    @if figure.has_interval() || !self.scale.covers(figure.value) { (self.whisker(middle, figure)) }
                    @if self.scale.covers(figure.value) { (self.dot([self.place(figure.value), middle], standing)) }
                }
                (label(digits, anchor, "digits", &written(figure, self.style, self.brief)))
            }
        }
    }

    /// The interval, as far as the scale goes: a line with caps, and an arrow where it goes on.
    fn whisker(&self, y: f64, figure: &Figure) -> Markup {
        let (low, high) = figure.ends();
        let end = |value: f64| {
            let x = self.place(value);
            if self.scale.covers(value) {
                return line([x, y - 3.5], [x, y + 3.5], "whisker");
            }
            let outwards = if value < self.scale.ticks[0] { -5.0 } else { 5.0 };
            polygon(&[[x + outwards, y], [x, y - 3.5], [x, y + 3.5]], "arrow")
        };
        html! {
            (line([self.place(low), y], [self.place(high), y], "whisker"))
            (end(low))
            (end(high))
        }
    }

    /// Full for what the interval settles, a diamond on the worse side, hollow for what stays open.
    fn dot(&self, [x, y]: [f64; 2], standing: Standing) -> Markup {
        match standing {
            Standing::Better => circle([x, y], 4.2, "dot"),
            Standing::Worse => polygon(&[[x, y - 5.0], [x + 5.0, y], [x, y + 5.0], [x - 5.0, y]], "dot"),
            Standing::Open => circle([x, y], 4.0, "dot hollow"),
            Standing::Faint => circle([x, y], 2.6, "dot hollow"),
        }
    }

    /// The name of a figure, so much to the right of where names begin.
    pub fn name(&self, top: f64, indent: f64, text: &str, figure: &Figure) -> Name {
        let x = self.indent + indent;
        if self.screen == Screen::Wide {
            return Name { at: [x, top + 16.0], lines: wrap(text, self.left - x - 10.0) };
        }
        let digits = width(&written(figure, self.style, self.brief));
        let room = (self.screen.width() - x - digits - 10.0).max(60.0);
        Name { at: [x, top + 14.0], lines: wrap(text, room) }
    }
}

/// A figure in digits.
fn written(figure: &Figure, style: Style, brief: bool) -> String {
    let interval = figure.interval(style).filter(|_| !brief).map(|interval| format!(" {interval}")).unwrap_or_default();
    minus(&format!("{}{interval}", figure.number(style)))
}
