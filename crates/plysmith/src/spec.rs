//! The engine as data: which enhancements are on, with which parameters, in which precedence, and which evaluation is used.
//!
//! A spec is written as TOML. An enhancement is switched on by its table, which may be empty; what is not said has its default. What is different in
//! a phase of the game stands in a table `[phase.N]`; see [`Spec::in_phase`].
//!
//! ```
//! let spec = plysmith::Spec::parse(
//!     r#"
//!     evaluation = "material"
//!     order = ["tt_order", "killers", "history"]
//!
//!     [alpha_beta]
//!     [table]
//!     bits = 18
//!     [tt_order]
//!     [killers]
//!     slots = 3
//!     [history]
//!     [deepening]
//!     "#,
//! )
//! .unwrap();
//! assert_eq!(plysmith::Spec::parse(&spec.to_string()).unwrap(), spec);
//! ```

mod constants;
mod error;
mod parse;
mod phase;
mod preset;

use std::fmt;
use std::ops::RangeInclusive;

use crate::enhance::{CARDS, COUNT, Choices, Feature, Features, place};
use crate::game::{AtomCard, Game, atoms, evaluation, shorten};
use crate::level::Level;

pub use error::{SpecError, remedy};
pub use phase::Part;
pub(crate) use phase::PartChoices;
use phase::Phase;

/// Everything that decides how an engine searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The evaluation by name; `None` for the game's first.
    pub evaluation: Option<String>,
    /// Weights of evaluation terms that differ from the default.
    pub weights: Vec<(String, i64)>,
    /// Categories of moves, each the names of atoms joined by hyphens, with what a move of each costs in 1/64 ply.
    pub features: Vec<(String, i64)>,
    /// How weak it plays; `None` for as well as it can.
    pub level: Option<Level>,
    /// The precedence among the enhancements that order moves, as places in the list of enhancements.
    order: Vec<usize>,
    choices: Choices,
    /// What is different in phases of the game, by their numbers.
    phases: Vec<(usize, Phase)>,
}

impl Spec {
    /// What a move of a category may cost, in 1/64 ply.
    pub const COSTS: RangeInclusive<i64> = 0..=640;
    const COSTS_TEXT: &str = "a whole number from 0 to 640, the cost in 1/64 ply";

    /// Nothing is on: plain negamax.
    pub fn nothing() -> Spec {
        Spec {
            evaluation: None,
            weights: Vec::new(),
            features: Vec::new(),
            level: None,
            order: Vec::new(),
            choices: Choices::NONE,
            phases: Vec::new(),
        }
    }

    /// The choices for a search.
    pub fn choices(&self) -> Choices {
        self.choices.ordered(&self.order)
    }

    /// Whether an enhancement is on.
    pub fn is_on(&self, name: &str) -> bool {
        place(name).is_some_and(|at| self.choices.is_on(at))
    }

    /// Switches an enhancement on with its default parameters. In the precedence it comes where the default precedence puts it.
    pub fn switch_on(&mut self, name: &str) -> Result<(), SpecError> {
        let at = place(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
        if !self.choices.is_on(at) {
            self.choices.switch(at, true);
            self.complete_order();
        }
        Ok(())
    }

    /// Switches an enhancement off.
    pub fn switch_off(&mut self, name: &str) -> Result<(), SpecError> {
        let at = place(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
        let base = self.choices;
        self.phases.iter_mut().for_each(|(_, phase)| phase.outlive(&base, at));
        self.choices.switch(at, false);
        self.order.retain(|&other| other != at);
        Ok(())
    }

    /// A parameter of an enhancement that is on.
    pub fn get(&self, enhancement: &str, parameter: &str) -> Option<i64> {
        let at = place(enhancement)?;
        self.choices.get(at, CARDS[at].parameters.iter().position(|card| card.name == parameter)?)
    }

    /// Sets a parameter of an enhancement that is on.
    pub fn set(&mut self, enhancement: &str, parameter: &str, value: i64) -> Result<(), SpecError> {
        let at = place(enhancement).ok_or_else(|| SpecError::unknown_enhancement(enhancement))?;
        let card = &CARDS[at];
        let index = card.parameters.iter().position(|card| card.name == parameter);
        let index = index.ok_or_else(|| SpecError::unknown_parameter(card, parameter))?;
        let range = &card.parameters[index];
        if value < range.low || value > range.high {
            return Err(SpecError::out_of_range(card, range, value.to_string()));
        }
        if !self.choices.is_on(at) {
            return Err(SpecError::Off { name: card.name });
        }
        self.choices.set(at, index, value);
        Ok(())
    }

    /// The names of the enhancements that are on, in the order of the list.
    pub fn enhancements(&self) -> impl Iterator<Item = &'static str> + '_ {
        (0..COUNT).filter(|&at| self.choices.is_on(at)).map(|at| CARDS[at].name)
    }

    /// The precedence among the enhancements that order moves.
    pub fn order(&self) -> Vec<&'static str> {
        self.order.iter().map(|&at| CARDS[at].name).collect()
    }

    /// Sets the precedence; enhancements that order moves and are not named come behind, in the order of the list.
    pub fn set_order<T: AsRef<str>>(&mut self, names: &[T]) -> Result<(), SpecError> {
        let mut order = Vec::new();
        for name in names {
            let name = name.as_ref();
            let at = place(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
            if CARDS[at].rank_bits == 0 {
                return Err(SpecError::NotAnOrder { name: CARDS[at].name });
            }
            if !self.choices.is_on(at) {
                return Err(SpecError::OrderOff { name: CARDS[at].name });
            }
            if order.contains(&at) {
                return Err(SpecError::OrderTwice { name: CARDS[at].name });
            }
            order.push(at);
        }
        self.order = order;
        let missing = (0..COUNT).filter(|&at| self.is_ranked(at) && !self.order.contains(&at)).collect::<Vec<_>>();
        self.order.extend(missing);
        Ok(())
    }

    fn is_ranked(&self, at: usize) -> bool {
        self.choices.is_on(at) && CARDS[at].rank_bits > 0
    }

    /// Puts what was switched on into the precedence, before the first one that the list has behind it.
    fn complete_order(&mut self) {
        for at in 0..COUNT {
            if self.is_ranked(at) && !self.order.contains(&at) {
                let before =
                    self.order.iter().position(|&other| default_rank(other) > default_rank(at)).unwrap_or(self.order.len());
                self.order.insert(before, at);
            }
        }
    }

    /// Whether the spec is sound by itself and for this game; the first fault found.
    pub fn check<G: Game>(&self, game: &G) -> Result<(), SpecError> {
        self.check_alone()?;
        for (at, card) in CARDS.iter().enumerate() {
            if let Some(&capability) = card.capabilities.iter().find(|capability| self.choices.is_on(at) && !capability.of::<G>()) {
                return Err(SpecError::Capability { name: card.name, game: game.name(), capability });
            }
        }
        evaluation::choose(game.evaluations(), self.evaluation.as_deref(), &self.weights)?;
        self.features_of(game)?;
        self.check_phases(game)
    }

    /// The choices for a search of this game; see [`Spec::parts`] for those of its phases.
    pub fn choices_for<G: Game>(&self, game: &G) -> Result<Choices, SpecError> {
        Ok(Choices { features: self.features_of(game)?, ..self.choices() })
    }

    fn features_of<G: Game>(&self, game: &G) -> Result<Features, SpecError> {
        let features = self.features_by(game.atoms(), || game.name())?.into_iter();
        Ok(features.fold(Features::NONE, Features::with))
    }

    /// The categories by the atoms of a game, in an order that does not depend on how they were written: equal choices are then equal constants.
    fn features_by(&self, cards: &[AtomCard], game: impl Fn() -> String) -> Result<Vec<Feature>, SpecError> {
        let feature = |(name, cost): &(String, i64)| match atoms::read(cards, name) {
            Ok(atoms) => Ok(Feature { atoms, cost: *cost as i32 }),
            Err(remedy) => Err(SpecError::UnknownFeature { name: shorten(name), game: game(), remedy }),
        };
        let mut features = self.features.iter().map(feature).collect::<Result<Vec<_>, _>>()?;
        features.sort_unstable_by_key(|feature| (feature.atoms, feature.cost));
        Ok(features)
    }

    /// Whether prerequisites and exclusions hold.
    fn check_alone(&self) -> Result<(), SpecError> {
        for (at, card) in CARDS.iter().enumerate().filter(|&(at, _)| self.choices.is_on(at)) {
            if let Some(needed) = card.needs.iter().find(|needed| !self.is_on(needed)) {
                return Err(SpecError::Needs { name: CARDS[at].name, needed });
            }
            if let Some(excluded) = card.excludes.iter().find(|excluded| self.is_on(excluded)) {
                return Err(SpecError::Excludes { name: card.name, excluded });
            }
        }
        for (name, cost) in &self.features {
            if !Self::COSTS.contains(cost) {
                return Err(SpecError::Kind { key: format!("features.{}", shorten(name)), expected: Self::COSTS_TEXT });
            }
        }
        if self.features.len() > Features::MOST {
            return Err(SpecError::Kind { key: "features".into(), expected: "a table of at most 32 categories" });
        }
        let bits: u32 = self.order.iter().map(|&at| CARDS[at].rank_bits).sum();
        if bits > crate::search::RANK_BITS {
            return Err(SpecError::TooManyOrders { bits, room: crate::search::RANK_BITS });
        }
        self.check_phases_alone()
    }
}

/// The default precedence is that of the list, with the principal variation before the table's move.
fn default_rank(at: usize) -> (usize, usize) {
    (usize::from(CARDS[at].name != "pv_first"), at)
}

/// The canonical text: every enhancement that is on with all its parameters, in the order of the list.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(evaluation) = &self.evaluation {
            writeln!(f, "evaluation = {evaluation:?}")?;
        }
        if let Some(level) = &self.level {
            writeln!(f, "level = {}\nlevel_seed = {}", level.number(), level.seed)?;
        }
        if !self.order.is_empty() {
            writeln!(f, "order = {:?}", self.order())?;
        }
        if !self.weights.is_empty() {
            writeln!(f, "\n[weights]")?;
            for (name, weight) in &self.weights {
                writeln!(f, "{name} = {weight}")?;
            }
        }
        if !self.features.is_empty() {
            writeln!(f, "\n[features]")?;
            for (name, cost) in &self.features {
                writeln!(f, "{name} = {cost}")?;
            }
        }
        for (at, card) in CARDS.iter().enumerate().filter(|&(at, _)| self.choices.is_on(at)) {
            writeln!(f, "\n[{}]", card.name)?;
            for (index, parameter) in card.parameters.iter().enumerate() {
                let value = self.choices.get(at, index).unwrap_or(parameter.default);
                writeln!(f, "{} = {}", parameter.name, parameter.write(value))?;
            }
        }
        self.write_phases(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, expected: &str) {
        let error = Spec::parse(text).map(|_| ()).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}\n  gives: {error}\n  wanted: {expected}");
    }

    #[test]
    fn a_spec_is_refused_by_naming_the_fault_and_the_remedy() {
        refused("[kilers]", "unknown enhancement `kilers`; did you mean `killers`?");
        refused("[zzzzzz]", "known are alpha_beta");
        refused("[alpha_beta]\n[killers]\nslot = 2", "`killers` has no parameter `slot`; did you mean `slots`?");
        refused("[alpha_beta]\n[killers]\nslots = 9", "killers.slots = 9 is out of range; use 1 to 4");
        refused("[alpha_beta]\n[killers]\nslots = 2.5", "use 1 to 4");
        refused("[table]\nmode = \"fast\"", "table.mode = \"fast\" is out of range; use exact, practical");
        refused("[table]\nkeep = 3", "use false, true");
        refused("[tt_order]", "`tt_order` needs `table`; add [table]");
        refused("[alpha_beta]\n[table]\n[pvs]\n[mtdf]", "exclude each other");
        refused("order = [\"table\"]\n[table]", "`table` does not order moves");
        refused("order = [\"killers\"]\n[alpha_beta]", "`killers` is in `order` but not switched on");
        refused("order = [\"history\", \"history\"]\n[alpha_beta]\n[history]", "twice");
        refused("level = 11", "`level` must be a whole number from 1 to 10");
        refused("level_seed = 2", "`level_seed` must be left out without a level");
        refused("level = 3\nlevel_seed = -2", "`level_seed` must be a whole number from 0 on");
        refused("order = 3", "`order` must be a list of names");
        refused("evaluation = 3", "`evaluation` must be a name");
        refused("evaluation = \"a b\"", "`evaluation` must be a name");
        refused("[weights]\n\"a b\" = 1", "`a b` must be a name of letters");
        refused("[features]\nx = \"y\"", "`features.x` must be a whole number from 0 to 640");
        refused("[features]\nx = 1000", "`features.x` must be a whole number from 0 to 640");
        refused("[weights]\nx = \"y\"", "`weights.x` must be a whole number");
        refused("killers = true", "write [killers]");
        refused("[table", "TOML");
        refused("[table]\n[table]", "TOML");
    }

    #[test]
    fn hyphens_are_as_good_as_underscores() {
        assert_eq!(Spec::parse("[alpha-beta]").unwrap(), Spec::parse("[alpha_beta]").unwrap());
    }

    #[test]
    fn the_canonical_text_reads_back_as_the_same_spec() {
        let text = "evaluation = \"x\"\nlevel = 3\nlevel_seed = 7\norder = [\"history\", \"killers\"]\n[alpha_beta]\n[killers]\nslots = 1\n[history]\n[features]\nA-B = 32\n[weights]\na = -3";
        let spec = Spec::parse(text).unwrap();
        assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
        assert_eq!(spec.order(), ["history", "killers"]);
    }

    #[test]
    fn switching_on_keeps_the_default_precedence() {
        let mut spec = Spec::nothing();
        for name in ["history", "killers", "tt_order", "table", "alpha_beta", "pv_first"] {
            spec.switch_on(name).unwrap();
        }
        assert_eq!(spec.order(), ["pv_first", "tt_order", "killers", "history"]);
        spec.switch_off("killers").unwrap();
        assert_eq!(spec.order(), ["pv_first", "tt_order", "history"]);
    }
}
