//! The squares of a move and the kind of piece that makes it: what a network that orders moves can share between moves.

/// Where a move comes from, where it goes, and what makes it. Numbers are as the game likes, the same in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveSquares {
    /// The square that the piece leaves; `None` if it comes from nowhere.
    pub from: Option<u16>,
    /// The square where it ends; `None` if it ends nowhere, as in a pass.
    pub to: Option<u16>,
    /// The kind of piece; 0 where all are alike.
    pub piece: u16,
}

/// How many squares and kinds of pieces a game tells apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSizes {
    /// Squares are below this number; 0 if the game tells none.
    pub squares: u16,
    /// Kinds of pieces are below this number.
    pub pieces: u16,
}
