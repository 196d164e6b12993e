//! Things by two figures, with the front of those that nothing beats in both.

use maud::html;

use super::super::{Dot, Scatter, Spacing};
use super::frame::{Frame, Room};
use super::pen::{Anchor, circle, label, polyline, shorten, width};
use super::{Drawing, Screen};

/// The longest name beside a dot.
const LONGEST: f64 = 130.0;

pub fn draw(scatter: &Scatter, screen: Screen) -> Drawing {
    let fits = |value: f64, spacing: Spacing| value.is_finite() && (spacing == Spacing::Linear || value > 0.0);
    let usable = |dot: &&Dot| fits(dot.x, scatter.x.spacing) && fits(dot.y, scatter.y.spacing);
    let dots: Vec<&Dot> = scatter.dots.iter().filter(usable).collect();
    let frame = Frame::new(Room {
        screen,
        x: (&scatter.x, dots.iter().map(|dot| dot.x).collect()),
        y: (&scatter.y, dots.iter().map(|dot| dot.y).collect()),
        margin: 0.0,
        above: 0.0,
    });
    let mut front: Vec<_> = dots.iter().filter(|dot| dot.front).map(|dot| frame.at(dot.x, dot.y)).collect();
    front.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let names = names(&frame, &dots);
    let body = html! {
        (frame.axes(screen, &scatter.x, &scatter.y))
        @if front.len() > 1 { (polyline(&front, "front")) }
        @for dot in &dots {
            g {
                title { (dot.label) }
                @if dot.front { (circle(frame.at(dot.x, dot.y), 4.4, "series s0 mark")) }
                @else { (circle(frame.at(dot.x, dot.y), 3.4, "dot-plain")) }
            }
        }
        @for name in &names {
            (label(name.at, name.anchor, if name.front { "name on-paper" } else { "tick on-paper" }, &name.text))
        }
    };
    Drawing { height: frame.height(), body }
}

/// A name beside its dot.
struct Name {
    at: [f64; 2],
    anchor: Anchor,
    text: String,
    front: bool,
    place: Rectangle,
}

/// A part of the picture that is taken.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Rectangle {
    fn overlaps(&self, other: &Rectangle) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// A name for as many dots as have room for one beside them, those of the front first; the others say theirs when pointed at.
fn names(frame: &Frame, dots: &[&Dot]) -> Vec<Name> {
    let around = |[x, y]: [f64; 2]| Rectangle { left: x - 4.0, top: y - 4.0, right: x + 4.0, bottom: y + 4.0 };
    let taken: Vec<Rectangle> = dots.iter().map(|dot| around(frame.at(dot.x, dot.y))).collect();
    let mut names: Vec<Name> = Vec::new();
    let (front, rest): (Vec<&Dot>, Vec<&Dot>) = dots.iter().partition(|dot| dot.front);
    for dot in front.into_iter().chain(rest) {
        let [x, y] = frame.at(dot.x, dot.y);
        let text = shorten(&dot.label, LONGEST);
        let wide = width(&text);
        let places = [
            ([x + 8.0, y + 4.0], Anchor::Start, x + 8.0),
            ([x - 8.0, y + 4.0], Anchor::End, x - 8.0 - wide),
            ([x, y - 9.0], Anchor::Middle, x - wide / 2.0),
            ([x, y + 18.0], Anchor::Middle, x - wide / 2.0),
            ([x + 6.0, y - 8.0], Anchor::Start, x + 6.0),
            ([x - 6.0, y - 8.0], Anchor::End, x - 6.0 - wide),
        ];
        let name = places.into_iter().find_map(|(at, anchor, left)| {
            let place = Rectangle { left, top: at[1] - 11.0, right: left + wide, bottom: at[1] + 3.0 };
            let inside = place.left >= frame.left && place.right <= frame.right + 8.0 && place.top >= frame.top - 12.0;
            let free = !taken.iter().chain(names.iter().map(|name| &name.place)).any(|other| place.overlaps(other));
            (inside && free).then(|| Name { at, anchor, text: text.clone(), front: dot.front, place })
        });
        names.extend(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::super::Axis;
    use super::*;

    #[test]
    fn names_cover_neither_each_other_nor_a_dot() {
        let dots: Vec<Dot> = (0..60)
            .map(|index| Dot {
                label: format!("feature {index}"),
                x: f64::from(index * 37 % 60),
                y: f64::from(index * 23 % 60),
                front: index % 9 == 0,
            })
            .collect();
        let dots: Vec<&Dot> = dots.iter().collect();
        let axis = Axis::linear("");
        let values = || dots.iter().map(|dot| dot.x).collect::<Vec<_>>();
        let frame =
            Frame::new(Room { screen: Screen::Narrow, x: (&axis, values()), y: (&axis, values()), margin: 0.0, above: 0.0 });
        let names = names(&frame, &dots);
        assert!(names.len() >= 10, "{}", names.len());
        for (index, name) in names.iter().enumerate() {
            assert!(names[index + 1..].iter().all(|other| !name.place.overlaps(&other.place)), "{}", name.text);
        }
    }
}
