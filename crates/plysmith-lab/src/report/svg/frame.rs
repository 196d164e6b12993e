//! The area between two axes.

use maud::{Markup, html};

use super::super::Axis;
use super::Screen;
use super::pen::{Anchor, label, line, short_label, width};
use super::scale::{Scale, heading};

/// The height of a line of letters with its distance to the next.
pub const ROW: f64 = 18.0;

/// Where two axes are on a picture.
pub struct Frame {
    pub x: Scale,
    pub y: Scale,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// What has to fit between two axes.
pub struct Room<'a> {
    pub screen: Screen,
    /// The axes, with all values that are shown on them.
    pub x: (&'a Axis, Vec<f64>),
    pub y: (&'a Axis, Vec<f64>),
    /// Free space on the right, for labels.
    pub margin: f64,
    /// Free space above, for a legend.
    pub above: f64,
}

impl Frame {
    pub fn new(room: Room) -> Frame {
        let (wide, total) = (room.screen == Screen::Wide, room.screen.width());
        let y = Scale::over(room.y.1, room.y.0.spacing, if wide { 6 } else { 5 });
        let x = Scale::over(room.x.1, room.x.0.spacing, if wide { 9 } else { 8 });
        let widest = y.ticks.iter().map(|tick| width(&y.text(*tick, false))).fold(0.0, f64::max);
        let left = (widest + 10.0).min(total / 3.0);
        let top = room.above + ROW + 14.0;
        let bottom = top + if wide { 270.0 } else { 220.0 };
        // The last number below the axis is as wide on either side of its tick.
        let edge = x.ticks.last().map_or(0.0, |tick| width(&x.text(*tick, false)) / 2.0);
        let right = total - room.margin.max(edge).max(8.0);
        Frame { x, y, left, right, top, bottom }
    }

    /// The height of the picture, with what is below the axis.
    pub fn height(&self) -> f64 {
        self.bottom + 2.0 * ROW + 10.0
    }

    pub fn at(&self, x: f64, y: f64) -> [f64; 2] {
        [self.x.place(x, self.left, self.right), self.y.place(y, self.bottom, self.top)]
    }

    /// Lines and numbers of both axes. The heading of the upward one stands above it and need not be read sideways.
    pub fn axes(&self, screen: Screen, x: &Axis, y: &Axis) -> Markup {
        let widest = self.x.ticks.iter().map(|tick| width(&self.x.text(*tick, false))).fold(0.0, f64::max);
        let shown = self.x.thinned(self.right - self.left, widest);
        html! {
            (short_label([0.0, self.top - 14.0], Anchor::Start, "heading", &heading(y), screen.width()))
            @for &tick in &self.y.ticks {
                @let height = self.y.place(tick, self.bottom, self.top);
                (line([self.left, height], [self.right, height], "grid"))
                (label([self.left - 8.0, height + 4.0], Anchor::End, "tick", &self.y.text(tick, false)))
            }
            (line([self.left, self.bottom], [self.right, self.bottom], "axis"))
            @for tick in shown {
                @let place = self.x.place(tick, self.left, self.right);
                (line([place, self.bottom], [place, self.bottom + 4.0], "axis"))
                (label([place, self.bottom + ROW], Anchor::Middle, "tick", &self.x.text(tick, false)))
            }
            @let below = [(self.left + self.right) / 2.0, self.bottom + 2.0 * ROW + 2.0];
            (short_label(below, Anchor::Middle, "heading", &heading(x), self.right - self.left))
        }
    }
}
