//! Figures with their intervals around a reference.

use maud::html;

use super::super::figure::Style;
use super::super::{Better, Figure, Intervals};
use super::frame::ROW;
use super::pen::{Anchor, bold_width, label, line, width};
use super::rows::{Rows, Standing};
use super::{Drawing, Screen};

pub fn draw(intervals: &Intervals, screen: Screen) -> Drawing {
    let figures: Vec<Figure> = intervals.bars.iter().map(|bar| bar.figure).collect();
    let reference = intervals.reference.iter().map(|reference| reference.value);
    let values = figures.iter().flat_map(Figure::numbers).chain(reference).collect();
    let labels = intervals.bars.iter().map(|bar| bold_width(&bar.label)).fold(0.0, f64::max);
    // Differences from nothing have a sign; shares do not.
    let style = Style::signed(intervals.reference.as_ref().is_some_and(|reference| reference.value == 0.0));
    let rows = Rows::new(screen, &intervals.axis, style, &figures, values, [0.0, labels], 0.0);
    let top = ROW + 4.0;
    let mut bottom = top;
    let mut bars = Vec::new();
    for bar in &intervals.bars {
        let (y, standing) = (bottom + 2.0, standing(intervals, &bar.figure));
        let name = rows.name(y, 0.0, &bar.label, &bar.figure);
        bars.push(rows.figure(y, "", &name, &bar.figure, standing));
        bottom += rows.height(&name);
    }
    let bottom = bottom + 4.0;
    let body = html! {
        (rows.grid(top, bottom, &intervals.axis))
        @if let Some(reference) = &intervals.reference {
            @let x = rows.place(reference.value);
            (line([x, top - 4.0], [x, bottom], "reference"))
            @let half = width(&reference.label) / 2.0;
            @let x = x.min(screen.width() - half).max(half);
            (label([x, top - 9.0], Anchor::Middle, "heading", &reference.label))
        }
        @for bar in bars { (bar) }
    };
    Drawing { height: bottom + 2.0 * ROW + 8.0, body }
}

/// On which side of the reference an interval is.
fn standing(intervals: &Intervals, figure: &Figure) -> Standing {
    let Some(reference) = &intervals.reference else { return Standing::Better };
    let (low, high) = figure.ends();
    match reference.better {
        Better::Higher if low > reference.value => Standing::Better,
        Better::Lower if high < reference.value => Standing::Better,
        Better::Higher if high < reference.value => Standing::Worse,
        Better::Lower if low > reference.value => Standing::Worse,
        _ => Standing::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Axis, Reference};
    use super::*;

    #[test]
    fn only_an_interval_beside_the_reference_settles_anything() {
        let around = |better| Intervals {
            axis: Axis::linear("score"),
            reference: Some(Reference { value: 50.0, label: "even".into(), better }),
            bars: vec![],
        };
        let check = |better, [low, high]: [f64; 2], expected| {
            assert_eq!(standing(&around(better), &Figure::between(51.0, low, high)), expected, "{better:?} {low} {high}");
        };
        check(Better::Higher, [50.5, 53.0], Standing::Better);
        check(Better::Higher, [49.0, 53.0], Standing::Open);
        check(Better::Higher, [40.0, 49.0], Standing::Worse);
        check(Better::Lower, [40.0, 49.0], Standing::Better);
        check(Better::Lower, [50.5, f64::INFINITY], Standing::Worse);
        check(Better::Lower, [f64::NEG_INFINITY, 60.0], Standing::Open);
    }
}
