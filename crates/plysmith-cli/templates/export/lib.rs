//! An engine for <game>, with its spec compiled in: what the spec leaves off is not there at all.
//!
//! ```
//! let mut engine = <krate>::engine();
//! let position = <krate>::plysmith::Position::start(engine.game());
//! let best = engine.search(&position, &<krate>::plysmith::Limits::depth(3)).best;
//! # assert!(best.is_some());
//! ```
//!
//! The crate carries the sources of the search and of the game in the folders beside this one. Written by plysmith <version>.

use plysmith::arena::Compiled;
use plysmith::{Baked, Engine, Fixed, Game, <phased>Spec};

pub use plysmith;

/// The choices of the spec as constants.
pub struct Choices;

impl Baked for Choices {
    const CHOICES: plysmith::enhance::Choices = <constants>;<parts>
}
<further>
/// All that is constant about a search.
pub type Settings = <settings>;

/// The spec as text; evaluation, weights and level are read from it.
pub const SPEC: &str = include_str!("../spec.toml");

/// The spec.
pub fn spec() -> Spec {
    Spec::parse(SPEC).expect("the spec was read before it was written here")
}

/// The game.
pub fn game() -> impl Game {
    <expression>
}

/// The engine, ready to search. What it learns in one search serves the next one of the same game.
pub fn engine() -> Engine<impl Game, Settings> {
    Engine::compiled(game(), &spec()).expect("the constants are those of the spec")
}

/// The game with its engine as text, for programs that do not know the game, such as a protocol.
pub fn arena() -> Compiled<impl Game, Settings> {
    Compiled::new(game(), spec()).expect("the constants are those of the spec")
}
