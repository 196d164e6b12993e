//! Settings as constants, equal to the presets of the same name.

use plysmith::Baked;
use plysmith::enhance::card::Parameters;
use plysmith::enhance::{Choices, alpha_beta, deepening, entry, history, killers, pvs, symmetry, table, tactical_first, tt_order};

/// Everything off.
pub struct Negamax;

impl Baked for Negamax {
    const CHOICES: Choices = Choices::NONE;
}

/// Plain alpha-beta.
pub struct Plain;

impl Baked for Plain {
    const CHOICES: Choices = Choices { alpha_beta: Some(alpha_beta::Params::DEFAULT), ..Choices::NONE };
}

/// The default of Breakthrough without what can change the value of a position.
pub struct FullWidth;

impl Baked for FullWidth {
    const CHOICES: Choices = Choices {
        alpha_beta: Some(alpha_beta::Params::DEFAULT),
        table: Some(table::Params::DEFAULT),
        symmetry: Some(symmetry::Params::DEFAULT),
        tt_order: Some(tt_order::Params::DEFAULT),
        tactical_first: Some(tactical_first::Params { min_depth: 2, ..tactical_first::Params::DEFAULT }),
        killers: Some(killers::Params { slots: 3, min_depth: 2, ..killers::Params::DEFAULT }),
        history: Some(history::Params::DEFAULT),
        deepening: Some(deepening::Params::DEFAULT),
        pvs: Some(pvs::Params::DEFAULT),
        ..Choices::NONE
    }
    .ordered(&[
        entry("tactical_first").unwrap(),
        entry("killers").unwrap(),
        entry("tt_order").unwrap(),
        entry("worth").unwrap(),
    ]);
}
