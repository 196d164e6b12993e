//! Specs by name: those that come with a game, and those that follow from what a game can do.

use super::{Spec, SpecError};
use crate::enhance::CARDS;
use crate::game::{Capability, Game};

/// The presets that every game has.
pub const GENERAL: [&str; 4] = ["negamax", "plain", "default", "everything"];

impl Spec {
    /// A preset of a game:
    /// - `negamax`: nothing is on;
    /// - `plain`: plain alpha-beta;
    /// - `default`: the game's own, or else the generic default that follows from its capabilities;
    /// - `everything`: all that can be on together;
    /// - and what else the game offers.
    pub fn preset<G: Game>(game: &G, name: &str) -> Result<Spec, SpecError> {
        if let Some((_, text)) = game.presets().iter().find(|(preset, _)| *preset == name) {
            let spec = Spec::parse(text)?;
            spec.check(game)?;
            return Ok(spec);
        }
        match name {
            "negamax" => Ok(Spec::nothing()),
            "plain" => Ok(with(&["alpha_beta"])),
            "default" => Ok(generic::<G>()),
            "everything" => Ok(everything::<G>()),
            _ => Err(SpecError::UnknownPreset {
                name: crate::game::shorten(name),
                game: game.name(),
                known: Spec::presets(game).join(", "),
            }),
        }
    }

    /// The names of a game's presets.
    pub fn presets<G: Game>(game: &G) -> Vec<&'static str> {
        let mut names = GENERAL.to_vec();
        names.extend(game.presets().iter().map(|&(name, _)| name).filter(|name| !GENERAL.contains(name)));
        names
    }
}

fn with(names: &[&str]) -> Spec {
    let mut spec = Spec::nothing();
    for name in names {
        spec.switch_on(name).expect("presets name what exists");
    }
    spec
}

/// A sound choice for a game about which nothing but its capabilities is known. What was measured is in `docs/results/`.
fn generic<G: Game>() -> Spec {
    let mut spec = with(&["alpha_beta", "table", "tt_order", "killers", "history", "deepening", "pvs"]);
    if Capability::Tactical.of::<G>() {
        spec.switch_on("tactical_first").expect("presets name what exists");
    }
    spec
}

/// All that the game can have; of two that exclude each other, the one that comes first in the list.
fn everything<G: Game>() -> Spec {
    let mut spec = Spec::nothing();
    for card in CARDS {
        let possible = card.capabilities.iter().all(|capability| capability.of::<G>());
        let free = card.excludes.iter().all(|excluded| !spec.is_on(excluded));
        if possible && free {
            spec.switch_on(card.name).expect("presets name what exists");
        }
    }
    spec
}
