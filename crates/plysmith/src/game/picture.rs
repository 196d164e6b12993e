//! A board for a person to look at, as data: the terminal and the page draw it in their own way.

use super::Side;

/// A rectangular board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Squares in a row.
    pub files: usize,
    /// The squares, the top row first, each row from left to right.
    pub squares: Vec<Square>,
    /// A label for each row, from the top; empty for none.
    pub row_labels: Vec<String>,
    /// A label for each file, from the left; empty for none.
    pub file_labels: Vec<String>,
    /// What is not on the board: captured pieces, stores.
    pub note: String,
}

/// One square of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// What stands there, or an empty text.
    pub text: String,
    /// Whose it is.
    pub owner: Option<Side>,
    /// Not part of the board.
    pub gap: bool,
}

impl Square {
    /// Nothing stands there.
    pub fn empty() -> Square {
        Square { text: String::new(), owner: None, gap: false }
    }

    /// A piece of a side.
    pub fn piece(owner: Side, text: impl Into<String>) -> Square {
        Square { text: text.into(), owner: Some(owner), gap: false }
    }
}

impl Picture {
    /// A board with files a, b, c … and ranks numbered from the bottom; `square` is asked with file and rank, both from 0.
    pub fn board(files: usize, ranks: usize, mut square: impl FnMut(usize, usize) -> Square) -> Picture {
        Picture {
            files,
            squares: (0..ranks)
                .rev()
                .flat_map(|rank| (0..files).map(move |file| (file, rank)))
                .map(|(file, rank)| square(file, rank))
                .collect(),
            row_labels: (1..=ranks).rev().map(|rank| rank.to_string()).collect(),
            file_labels: (0..files).map(|file| char::from(b'a' + file as u8).to_string()).collect(),
            note: String::new(),
        }
    }
}
