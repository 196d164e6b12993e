//! Draws a position for the terminal.

use plysmith::arena::View;
use plysmith::game::picture::{Picture, Square};
use plysmith::game::{Outcome, Side};

/// The board as text; squares that differ from `before` are marked. Games without a picture show their position text.
pub fn draw(view: &View, before: Option<&View>, colour: bool) -> String {
    let Some(picture) = &view.picture else { return format!("{}\n", view.position) };
    let before = before.and_then(|view| view.picture.as_ref()).filter(|before| before.squares.len() == picture.squares.len());
    let room = picture.squares.iter().map(|square| square.text.chars().count()).max().unwrap_or(0).max(1);
    let margin = picture.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let files = picture.files.max(1);
    let mut text = String::new();
    for (row, squares) in picture.squares.chunks(files).enumerate() {
        let label = picture.row_labels.get(row).map_or("", String::as_str);
        text.push_str(&faint(&format!("{label:>margin$} "), colour));
        for (file, square) in squares.iter().enumerate() {
            let changed = before.is_some_and(|before| before.squares[row * files + file] != *square);
            text.push_str(&cell(square, room, changed, colour));
        }
        end_line(&mut text);
    }
    text.push_str(&labels(picture, room, margin, colour));
    if !picture.note.is_empty() {
        text.push_str(&picture.note);
        text.push('\n');
    }
    text
}

fn labels(picture: &Picture, room: usize, margin: usize, colour: bool) -> String {
    if picture.file_labels.is_empty() {
        return String::new();
    }
    let cells: String = picture.file_labels.iter().map(|label| format!(" {label:^room$} ")).collect();
    let line = format!("{:margin$} {cells}", "");
    format!("{}\n", faint(line.trim_end(), colour))
}

fn cell(square: &Square, room: usize, changed: bool, colour: bool) -> String {
    if square.gap {
        return " ".repeat(room + 2);
    }
    let text = format!("{:^room$}", if square.text.is_empty() { "·" } else { &square.text });
    if !colour {
        return if changed { format!("({text})") } else { format!(" {text} ") };
    }
    let shade = if changed { ";48;5;238" } else { "" };
    let paint = match square.owner {
        Some(Side::First) => "1;33",
        Some(Side::Second) => "1;36",
        None => "2",
    };
    format!("\x1b[{paint}{shade}m {text} \x1b[0m")
}

fn end_line(text: &mut String) {
    text.truncate(text.trim_end().len());
    text.push('\n');
}

fn faint(text: &str, colour: bool) -> String {
    if colour { format!("\x1b[2m{text}\x1b[0m") } else { text.into() }
}

/// `first` or `second`, in the colour of the pieces.
pub fn side(side: Side, colour: bool) -> String {
    let (name, paint) = match side {
        Side::First => ("first", "1;33"),
        Side::Second => ("second", "1;36"),
    };
    if colour { format!("\x1b[{paint}m{name}\x1b[0m") } else { name.into() }
}

/// The result in words, with the short form behind.
pub fn outcome(outcome: Outcome) -> String {
    let words = match outcome {
        Outcome::Draw => "The game is drawn.".to_string(),
        Outcome::Win { side, margin: 0 } => format!("The {} player wins.", self::side(side, false)),
        Outcome::Win { side, margin } => format!("The {} player wins by {margin}.", self::side(side, false)),
    };
    format!("{words} {}", outcome.result())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(squares: [Square; 4]) -> View {
        let picture = Picture::board(2, 2, |file, rank| squares[2 * rank + file].clone());
        View {
            position: "x".into(),
            side: Side::First,
            moves: Vec::new(),
            outcome: None,
            picture: Some(picture),
            hash: 0,
            evaluation: 0,
        }
    }

    #[test]
    fn a_board_is_drawn_with_labels_and_the_last_move_marked() {
        let piece = || Square::piece(Side::First, "P");
        let before = view([piece(), Square::empty(), Square::empty(), Square::empty()]);
        let after = view([Square::empty(), Square::empty(), piece(), Square::empty()]);
        assert_eq!(draw(&before, None, false), "2  ·  ·\n1  P  ·\n   a  b\n");
        assert_eq!(draw(&after, Some(&before), false), "2 (P) ·\n1 (·) ·\n   a  b\n");
        assert!(draw(&after, Some(&before), true).contains("\x1b[1;33;48;5;238m P \x1b[0m"));
    }

    #[test]
    fn a_result_is_told_in_words_and_in_the_short_form() {
        assert_eq!(outcome(Outcome::win(Side::Second)), "The second player wins. 0-1");
        assert_eq!(outcome(Outcome::count(7)), "The first player wins by 7. 1-0");
        assert_eq!(outcome(Outcome::Draw), "The game is drawn. 1/2-1/2");
    }
}
