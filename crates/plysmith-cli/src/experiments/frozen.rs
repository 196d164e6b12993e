//! Specs as they were on a day, to compare with: what `generic` and `default` say changes, and what was measured against them should stay comparable.

use anyhow::{Context, Result};
use plysmith::{Arena, Spec};

use super::Hiding;

/// The specs of 2026-11-18: game, preset, text.
const SPECS: [(&str, &str, &str); 12] = [
    ("ataxx", "generic", include_str!("frozen/2026-11-18/ataxx.generic.toml")),
    ("ataxx", "default", include_str!("frozen/2026-11-18/ataxx.default.toml")),
    ("breakthrough", "generic", include_str!("frozen/2026-11-18/breakthrough.generic.toml")),
    ("breakthrough", "default", include_str!("frozen/2026-11-18/breakthrough.default.toml")),
    ("chess", "generic", include_str!("frozen/2026-11-18/chess.generic.toml")),
    ("chess", "default", include_str!("frozen/2026-11-18/chess.default.toml")),
    ("loa", "generic", include_str!("frozen/2026-11-18/loa.generic.toml")),
    ("loa", "default", include_str!("frozen/2026-11-18/loa.default.toml")),
    ("lose-checkers", "generic", include_str!("frozen/2026-11-18/lose-checkers.generic.toml")),
    ("lose-checkers", "default", include_str!("frozen/2026-11-18/lose-checkers.default.toml")),
    ("othello", "generic", include_str!("frozen/2026-11-18/othello.generic.toml")),
    ("othello", "default", include_str!("frozen/2026-11-18/othello.default.toml")),
];

/// What was frozen switches on what needs the capabilities of its game.
pub const HIDING: Hiding = Hiding::Nothing("it compares with specs as they were on a day, which use what the game declared then");

/// The day.
pub const DAY: &str = "2026-11-18";

/// A preset of a game as it was; of a game that is not among them, as it is.
pub fn spec(arena: &dyn Arena, preset: &str) -> Result<Spec> {
    match known(&arena.card().name, preset)? {
        Some(spec) => Ok(spec),
        None => Ok(arena.preset(preset)?),
    }
}

/// A preset of a game as it was, if it is among those that were frozen.
pub fn known(game: &str, preset: &str) -> Result<Option<Spec>> {
    let text = SPECS.iter().find(|(name, known, _)| *name == game && *known == preset).map(|(_, _, text)| *text);
    text.map(|text| Spec::parse(text).with_context(|| format!("{preset} of {game} as it was on {DAY}"))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_frozen_still_suits_its_game() {
        for (game, preset, _) in SPECS {
            let arena = crate::input::games::Games::bundled().find(game).unwrap();
            let spec = spec(&*arena, preset).unwrap();
            arena.check_spec(&spec).unwrap_or_else(|error| panic!("{game}, {preset}: {error}"));
        }
    }
}
