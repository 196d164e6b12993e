//! A sequential test: the log-likelihood ratio between its two bounds.

use maud::html;

use super::super::figure::{Style, minus};
use super::super::{Axis, Course};
use super::frame::{Frame, Room};
use super::pen::{Anchor, circle, label, line, polyline, short_label, width};
use super::{Drawing, Screen};

/// How log-likelihood ratios are written.
const DIGITS: Style = Style { decimals: Some(2), signed: true };

pub fn draw(course: &Course, screen: Screen) -> Drawing {
    let (x_axis, y_axis) = (Axis::linear("pairs of games"), Axis::linear("log-likelihood ratio"));
    let mut points: Vec<_> = course.points.iter().filter(|point| point.llr.is_finite()).collect();
    points.sort_by_key(|point| point.pairs);
    let bounds = [&course.lower, &course.upper];
    // What crossing a bound proves is written beyond it.
    let room = bounds.map(|bound| 1.3 * bound.value);
    let last = points.last().map(|last| minus(&DIGITS.write(last.llr))).unwrap_or_default();
    let frame = Frame::new(Room {
        screen,
        x: (&x_axis, points.iter().map(|point| point.pairs as f64).chain([0.0]).collect()),
        y: (&y_axis, points.iter().map(|point| point.llr).chain(room).chain([0.0]).collect()),
        margin: width(&last) + 14.0,
        above: 0.0,
    });
    // It begins at nothing, wherever the first point is.
    let places: Vec<_> =
        std::iter::once(frame.at(0.0, 0.0)).chain(points.iter().map(|point| frame.at(point.pairs as f64, point.llr))).collect();
    let body = html! {
        (frame.axes(screen, &x_axis, &y_axis))
        @let zero = frame.at(0.0, 0.0)[1];
        (line([frame.left, zero], [frame.right, zero], "zero"))
        @for (bound, below) in bounds.into_iter().zip([16.0, -7.0]) {
            @let y = frame.at(0.0, bound.value)[1];
            @let text = format!("{}: {}", minus(&DIGITS.write(bound.value)), bound.label);
            (line([frame.left, y], [frame.right, y], "bound"))
            (short_label([frame.left + 8.0, y + below], Anchor::Start, "name on-paper", &text, frame.right - frame.left - 16.0))
        }
        (polyline(&places, "series s0 course"))
        @if let (Some(last), text) = (points.last(), last) {
            @let [x, y] = frame.at(last.pairs as f64, last.llr);
            (circle([x, y], 4.2, "series s0 mark"))
            (label([x + 9.0, y + 4.0], Anchor::Start, "strong on-paper", &text))
        }
    };
    Drawing { height: frame.height(), body }
}
