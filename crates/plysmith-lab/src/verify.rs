//! What matches and tournaments prove: counts, ratings and the sequential test.
//!
//! Games are played in pairs, each opening once from either side, and counted by the points of the first player in the pair,
//! because the two games of an opening are not independent. From the counts follow a [`Rating`] with its interval, and the answer
//! of an [`Sprt`] whether the match may end. Names and conventions are those of fishtest and fastchess, so that their users can
//! compare.
//!
//! ```
//! use plysmith_lab::verify::{Model, Pentanomial, Rating, Sprt, Verdict};
//!
//! let pairs = Pentanomial([352, 579, 1264, 743, 464]);
//! let rating = Rating::of(pairs).expect("games were played");
//! assert_eq!(format!("{:.2} ± {:.2}", rating.elo.value, rating.elo.margin().unwrap()), "19.83 ± 6.77");
//!
//! let sprt = Sprt::new(Model::Normalised, 0.0, 5.0)?;
//! assert_eq!(sprt.verdict(pairs), Verdict::AcceptH1);
//! # Ok::<(), plysmith_lab::verify::SprtError>(())
//! ```

mod counts;
mod elo;
mod equal_time;
mod likelihood;
mod matching;
mod series;
mod sprt;
pub mod tournament;

pub use counts::{Counts, CountsError, Pentanomial, Points, Trinomial};
pub use elo::{NELO_PER_T, Rating, elo_of_score, score_of_elo};
pub(crate) use equal_time::ENDING;
pub use equal_time::{EqualTimeMatch, EqualTimeSettings};
pub(crate) use matching::pair_game;
pub use matching::{Effort, Entrant, Match, MatchGame, Scorer, Tally};
pub use series::{OpeningSource, Portion, Series};
pub use sprt::{Model, Sprt, SprtError, Verdict};
