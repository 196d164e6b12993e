//! Three small games with awkward rules, for testing the contract and the search.
//!
//! Nobody plays them. Each is small enough to be searched to the end, and each breaks assumptions that well-behaved games let stand:
//!
//! - [`draughts6`]: several moves share a start and an end, a move may end where it began, captures are forced, the third occurrence of a
//!   position draws, and a rule counter lies outside the hash.
//! - [`sowing`]: every result has a margin, the second occurrence of a position ends the game with a result that depends on the position, and
//!   there is no incremental hash and no other capability.
//! - [`boxes`]: a side may move several times in a row.

pub mod boxes;
pub mod draughts6;
pub mod sowing;
