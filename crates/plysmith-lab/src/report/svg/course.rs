//! A sequential test: the log-likelihood ratio between its two bounds.

use maud::html;

use super::super::figure::Style;
use super::super::{Axis, Course};
use super::frame::{Frame, Room};
use super::pen::{Anchor, circle, label, line, polyline, short_label, width};
use super::{Drawing, Screen};

pub fn draw(course: &Course, screen: Screen) -> Drawing {
    let (x_axis, y_axis) = (Axis::linear("pairs of games"), Axis::linear("log-likelihood ratio"));
    let mut points: Vec<_> = course.points.iter().filter(|point| point.llr.is_finite()).collect();
    points.sort_by_key(|point| point.pairs);
    let bounds = [&course.lower, &course.upper];
    let frame = Frame::new(Room {
        screen,
        x: (&x_axis, points.iter().map(|point| point.pairs as f64).chain([0.0]).collect()),
        y: (&y_axis, points.iter().map(|point| point.llr).chain(bounds.map(|bound| bound.value)).chain([0.0]).collect()),
        margin: 0.0,
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
            @let text = format!("{} at {}", bound.label, Style { decimals: Some(2), signed: true }.write(bound.value).replace('-', "−"));
            (line([frame.left, y], [frame.right, y], "bound"))
            (short_label([frame.left + 8.0, y + below], Anchor::Start, "name on-paper", &text, frame.right - frame.left - 16.0))
        }
        (polyline(&places, "series s0 course"))
        @if let Some(last) = points.last() {
            @let [x, y] = frame.at(last.pairs as f64, last.llr);
            @let text = Style { decimals: Some(2), signed: true }.write(last.llr).replace('-', "−");
            (circle([x, y], 4.2, "series s0 mark"))
            @let end = x - width(&text) - 10.0 > frame.left;
            (label([if end { x - 9.0 } else { x + 9.0 }, y + if last.llr < 0.0 { -8.0 } else { 16.0 }], if end { Anchor::End } else { Anchor::Start }, "strong on-paper", &text))
        }
    };
    Drawing { height: frame.height(), body }
}
