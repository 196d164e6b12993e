//! The few shapes that all pictures are made of.

use maud::{Markup, html};

/// The size of letters in pictures, as in the style.
const LETTER: f64 = 12.5;

/// A coordinate, to a tenth of a pixel.
pub fn px(value: f64) -> String {
    let text = format!("{:.1}", if value.is_finite() { value.clamp(-1e5, 1e5) } else { 0.0 });
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".into() } else { text.into() }
}

/// Where a text begins, relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

pub fn line([x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) -> Markup {
    html! { line class=(class) x1=(px(x1)) y1=(px(y1)) x2=(px(x2)) y2=(px(y2)) {} }
}

/// A text with its foot at a place.
pub fn label([x, y]: [f64; 2], anchor: Anchor, class: &str, text: &str) -> Markup {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    html! { text class=(class) x=(px(x)) y=(px(y)) text-anchor=(anchor) { (text) } }
}

/// The distance from a line of a text to the next one of it.
pub const LINE: f64 = 15.0;

/// A text on several lines, the first with its foot at a place.
pub fn lines_label([x, y]: [f64; 2], anchor: Anchor, class: &str, lines: &[String]) -> Markup {
    html! {
        @for (at, text) in lines.iter().enumerate() { (label([x, y + LINE * at as f64], anchor, class, text)) }
    }
}

/// A text that is shortened to a width; the whole of it appears when it is pointed at.
pub fn short_label(at: [f64; 2], anchor: Anchor, class: &str, text: &str, room: f64) -> Markup {
    let short = shorten(text, room);
    if short == text {
        return label(at, anchor, class, text);
    }
    html! { g { title { (text) } (label(at, anchor, class, &short)) } }
}

pub fn polyline(points: &[[f64; 2]], class: &str) -> Markup {
    html! { polyline class=(class) points=(list(points)) {} }
}

pub fn polygon(points: &[[f64; 2]], class: &str) -> Markup {
    html! { polygon class=(class) points=(list(points)) {} }
}

fn list(points: &[[f64; 2]]) -> String {
    let points: Vec<_> = points.iter().map(|[x, y]| format!("{},{}", px(*x), px(*y))).collect();
    points.join(" ")
}

pub fn circle([x, y]: [f64; 2], radius: f64, class: &str) -> Markup {
    html! { circle class=(class) cx=(px(x)) cy=(px(y)) r=(px(radius)) {} }
}

/// The mark of a series: its shape tells it apart without colours.
pub fn mark([x, y]: [f64; 2], series: usize, class: &str) -> Markup {
    match series % 6 {
        0 => circle([x, y], 3.4, class),
        1 => polygon(&[[x - 3.2, y - 3.2], [x + 3.2, y - 3.2], [x + 3.2, y + 3.2], [x - 3.2, y + 3.2]], class),
        2 => polygon(&[[x, y - 4.2], [x + 4.0, y + 3.0], [x - 4.0, y + 3.0]], class),
        3 => polygon(&[[x, y - 4.4], [x + 4.4, y], [x, y + 4.4], [x - 4.4, y]], class),
        4 => polygon(&[[x, y + 4.2], [x + 4.0, y - 3.0], [x - 4.0, y - 3.0]], class),
        _ => circle([x, y], 3.4, &format!("{class} hollow")),
    }
}

/// About how wide a text becomes. Fonts differ; this is on the wide side, so that nothing is cut off.
pub fn width(text: &str) -> f64 {
    let units: f64 = text.chars().map(unit).sum();
    units * LETTER
}

/// The same for bold letters.
pub fn bold_width(text: &str) -> f64 {
    BOLD * width(text)
}

/// How much wider bold letters are.
const BOLD: f64 = 1.1;

fn unit(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '-' | '[' | ']' | '/' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
        'A'..='Z' | '→' | '⇄' | '×' | '+' | '−' | '~' | '≥' => 0.74,
        c if c.is_ascii() || c.is_alphabetic() && (c as u32) < 0x0500 => 0.64,
        '⁰'..='ⁿ' | '¹' | '²' | '³' => 0.42,
        _ => 1.05,
    }
}

/// A text in lines that fit into a width, also with bold letters. It is parted between words, and a word that is too long by itself behind a sign or else anywhere.
pub fn wrap(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for c in text.chars() {
        line.push(c);
        while bold_width(line.trim_end()) > room && line.chars().count() > 1 {
            let before = line.len() - c.len_utf8();
            let behind = |signs: fn(char) -> bool| {
                let (at, sign) = line[..before].char_indices().rfind(|(_, c)| signs(*c))?;
                Some(at + sign.len_utf8())
            };
            let at = behind(char::is_whitespace).or_else(|| behind(|c| "_-,:;/=".contains(c))).unwrap_or(before);
            let rest = line.split_off(at);
            lines.push(std::mem::replace(&mut line, rest).trim_end().into());
        }
    }
    lines.push(line.trim_end().into());
    lines
}

/// A text that fits into a width, with an ellipsis where something was left out.
pub fn shorten(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.into();
    }
    let mut short = String::new();
    let mut used = unit('…') * LETTER;
    for c in text.chars() {
        used += unit(c) * LETTER;
        if used > room {
            break;
        }
        short.push(c);
    }
    format!("{}…", short.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_shortened_only_where_it_must_be() {
        assert_eq!(shorten("history", 200.0), "history");
        let short = shorten("enhanced transposition cutoffs", 100.0);
        assert!(short.starts_with("enhanced") && short.ends_with('…') && width(&short) <= 100.0, "{short}");
        assert_eq!(shorten("history", 0.0), "…");
    }

    #[test]
    fn a_text_is_parted_between_words_and_nothing_of_it_is_lost() {
        assert_eq!(wrap("history", 200.0), ["history"]);
        assert_eq!(wrap("enhanced transposition cutoffs", 100.0), ["enhanced", "transposition", "cutoffs"]);
        assert_eq!(wrap("late_move_reductions", 90.0), ["late_move_", "reductions"]);
        assert_eq!(wrap("", 100.0), [""]);
        for (text, room) in [
            ("a swap of one two three four for five", 120.0),
            ("llllllllllllllllllllllllllllllllllllllll", 60.0),
            ("größer → ü × ∞", 30.0),
            ("x", 0.0),
        ] {
            let lines = wrap(text, room);
            assert!(lines.iter().all(|line| bold_width(line) <= room || line.chars().count() == 1), "{lines:?}");
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
    }

    #[test]
    fn coordinates_are_short_and_always_numbers() {
        for (value, text) in [(1.0, "1"), (1.26, "1.3"), (-0.01, "0"), (f64::NAN, "0"), (1e300, "100000")] {
            assert_eq!(px(value), text);
        }
    }
}
