//! Games of which only the rules are written: the twelve methods that a game must have, and an evaluation that answers 0.
//!
//! They are what a newcomer writes in the first hour. Nothing of plysmith was made for them, and no list names them: `plysmith reproduce forge-rules` finds them by name and tells
//! how far the rules alone go.
//!
//! - [`domineering`]: a bit board that fills up, so that every game ends.
//! - [`dodgem`]: an array of cells in which positions can repeat.

pub mod dodgem;
pub mod domineering;
