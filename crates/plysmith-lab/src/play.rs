//! Playing games, by our engines or by other programs.

mod adjudicate;
mod clock;
mod contestant;
pub mod external;
mod game;
mod import;
mod openings;
pub mod record;

pub use adjudicate::{Adjudication, Agreed, Quiet};
pub use clock::NodeClock;
pub use contestant::{Contestant, Pace, Program};
pub use game::{Ending, Game, PacedPlayer, Played, Ply, Winner};
pub use import::{ImportError, games};
pub(crate) use openings::Draw;
pub(crate) use openings::mixed;
pub use openings::{OpeningStream, Openings, openings};
