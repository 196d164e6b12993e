//! Specs by name: those that come with a game, and those that follow from what a game can do.

use super::{Spec, SpecError};
use crate::enhance::{CARDS, Category, categories};
use crate::game::{Capabilities, Capability, Game, Masked};

/// The presets that every game has.
pub const GENERAL: [&str; 7] = ["negamax", "plain", "generic", "default", "hand-made", "full-width", "everything"];

impl Spec {
    /// A preset of a game:
    /// - `negamax`: nothing is on;
    /// - `plain`: plain alpha-beta;
    /// - `generic`: what follows from the game's capabilities alone;
    /// - `default`: the game's own, or else the generic one;
    /// - `hand-made`: the default with the game's own evaluation instead of a network, if it has one;
    /// - `full-width`: the default without anything that can change the value;
    /// - `everything`: all that preserves the value and can be on together;
    /// - and what else the game offers.
    pub fn preset<G: Game>(game: &G, name: &str) -> Result<Spec, SpecError> {
        Spec::preset_hiding(game, name, Capabilities::NONE)
    }

    /// The same for a game of which some capabilities are hidden: those that follow from its capabilities follow from what is left, and the game's own do
    /// without what needs the others. The spec says what is hidden.
    pub fn preset_hiding<G: Game>(game: &G, name: &str, hidden: Capabilities) -> Result<Spec, SpecError> {
        let masked = Masked::new(game, hidden);
        let hiding = |spec: Spec| Spec { hidden: masked.hidden(), ..spec };
        if let Some((_, text)) = game.presets().iter().find(|(preset, _)| *preset == name) {
            let spec = Spec::parse(text)?;
            spec.check(game)?;
            return spec.doing_without(&masked);
        }
        match name {
            "negamax" => Ok(hiding(Spec::nothing())),
            "plain" => Ok(hiding(with(&["alpha_beta"]))),
            "generic" | "default" => Ok(hiding(generic(masked.capabilities()))),
            "hand-made" => Spec::preset_hiding(game, "default", hidden).map(Spec::without_network),
            "full-width" => Spec::preset_hiding(game, "default", hidden).map(|spec| spec.full_width()),
            "everything" => Ok(hiding(everything(masked.capabilities()))),
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

impl Spec {
    /// The same without anything that can change the value, in its phases too.
    #[must_use]
    pub fn full_width(mut self) -> Spec {
        let phases: Vec<_> = self.phases().map(|phase| (phase, self.in_phase(phase))).collect();
        self.phases.clear();
        for card in CARDS.iter().filter(|card| card.is_selective()) {
            self.switch_off(card.name).expect("the card names it");
        }
        self.switch_off(categories::NAME).expect("the card names it");
        for (phase, spec) in phases {
            if let Ok(spec) = spec {
                self.set_phase(phase, &spec.full_width());
            }
        }
        self
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
fn generic(capabilities: Capabilities) -> Spec {
    let mut spec = with(&["alpha_beta", "table", "tt_order", "killers", "history", "deepening", "pvs"]);
    if capabilities.contains(Capability::Tactical) {
        spec.switch_on("tactical_first").expect("presets name what exists");
    }
    spec
}

/// All that the game can have and that preserves the value; of two that exclude each other, the one that comes first in the list.
fn everything(capabilities: Capabilities) -> Spec {
    let mut spec = Spec::nothing();
    for card in CARDS {
        let possible = !card.is_selective()
            && card.category != Category::Data
            && card.capabilities.iter().all(|&capability| capabilities.contains(capability));
        let free = card.excludes.iter().all(|excluded| !spec.is_on(excluded));
        if possible && free {
            spec.switch_on(card.name).expect("presets name what exists");
        }
    }
    spec
}
