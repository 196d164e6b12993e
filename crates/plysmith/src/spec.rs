//! The engine as data: which enhancements are on, with which parameters, in which precedence, and which evaluation is used.
//!
//! A spec is written as TOML. An enhancement is switched on by its table, which may be empty; what is not said has its default. What is different in
//! a phase of the game stands in a table `[phase.N]`; see [`Spec::in_phase`]. What the game declares and the engine does without stands in `hide`; see [`Spec::hidden`].
//!
//! ```
//! let spec = plysmith::Spec::parse(
//!     r#"
//!     order = ["tt_order", "killers", "worth"]
//!
//!     [evaluation]
//!     name = "material"
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
mod hide;
mod named_parts;
mod owner;
mod parse;
mod phase;
mod preset;

use std::fmt;

use crate::enhance::value::{Codes, Names, Value};
use crate::enhance::{CARDS, COUNT, Choices, ENTRIES, Orders, ParameterCard, WORTH_ENTRY, entry, entry_bits, entry_name, place};
use crate::game::{AtomCard, Capabilities, Game, Masked, atoms, shorten};
use crate::level::Level;
use crate::part::PartId;

pub use error::{SpecError, remedy};
pub use named_parts::NamedPart;
pub use owner::{EVALUATION, Owner};
use phase::Phase;
pub(crate) use phase::PhaseChoices;
pub use phase::PhaseSpec;

/// Everything that decides how an engine searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The evaluation by name; `None` for the game's first.
    pub evaluation: Option<String>,
    /// The network that evaluates instead of the game, or [`PartId::NONE`].
    pub network: PartId,
    /// Weights of evaluation terms that differ from the default.
    pub weights: Vec<(String, i64)>,
    /// How weak it plays; `None` for as well as it can.
    pub level: Option<Level>,
    /// The capabilities of the game that the engine does without.
    hidden: Capabilities,
    /// The precedence among those that order moves: enhancements as places in the list, and worth.
    order: Vec<usize>,
    /// The values of the parameters of each enhancement that is on, by its place in the list.
    settings: Vec<Option<Vec<Value>>>,
    /// What is different in phases of the game, by their numbers.
    phases: Vec<(usize, Phase)>,
}

impl Spec {
    /// Nothing is on: plain negamax.
    pub fn nothing() -> Spec {
        Spec {
            evaluation: None,
            network: PartId::NONE,
            weights: Vec::new(),
            level: None,
            hidden: Capabilities::NONE,
            order: Vec::new(),
            settings: vec![None; COUNT],
            phases: Vec::new(),
        }
    }

    /// The choices for a search, without what only the names of a game tell; see [`Spec::choices_for`].
    pub fn choices(&self) -> Choices {
        self.choices_by(None).expect("without names nothing can be unknown")
    }

    /// The choices; `codes` gives names their meaning, and without it tables of names are empty.
    fn choices_by(&self, codes: Option<Codes>) -> Result<Choices, SpecError> {
        let mut choices = Choices { hidden: self.hidden, ..Choices::NONE };
        for (at, values) in self.settings.iter().enumerate() {
            let Some(values) = values else { continue };
            choices.switch(at, true);
            for (index, value) in values.iter().enumerate() {
                match (codes, value) {
                    (None, Value::Table(_)) => {}
                    (Some(codes), value) => choices.set(at, index, value, codes)?,
                    (None, value) => choices.set(at, index, value, &|_, _| Ok(0))?,
                }
            }
        }
        Ok(choices.ordered(&self.order))
    }

    /// Whether an enhancement is on.
    pub fn is_on(&self, name: &str) -> bool {
        place(name).is_some_and(|at| self.is_on_at(at))
    }

    fn is_on_at(&self, at: usize) -> bool {
        self.settings[at].is_some()
    }

    /// Switches an enhancement on with its default parameters. In the precedence it comes where the default precedence puts it.
    pub fn switch_on(&mut self, name: &str) -> Result<(), SpecError> {
        let at = place(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
        if !self.is_on_at(at) {
            self.settings[at] = Some(defaults(at));
            self.complete_order();
        }
        Ok(())
    }

    /// Switches an enhancement off.
    pub fn switch_off(&mut self, name: &str) -> Result<(), SpecError> {
        let at = place(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
        let base = &self.settings[at];
        self.phases.iter_mut().for_each(|(_, phase)| phase.outlive(base.as_deref(), at));
        self.settings[at] = None;
        self.complete_order();
        self.drop_worth_in_phases();
        Ok(())
    }

    /// The names of the enhancements that are on, in the order of the list.
    pub fn enhancements(&self) -> impl Iterator<Item = &'static str> + '_ {
        (0..COUNT).filter(|&at| self.is_on_at(at)).map(|at| CARDS[at].name)
    }

    /// The precedence among those that order moves: enhancements, and [`WORTH`](crate::enhance::WORTH) where an enhancement adds to it.
    pub fn order(&self) -> Vec<&'static str> {
        self.order.iter().map(|&entry| entry_name(entry)).collect()
    }

    /// Sets the precedence; what orders moves and is not named comes behind, in the order of the list, and worth last.
    pub fn set_order<T: AsRef<str>>(&mut self, names: &[T]) -> Result<(), SpecError> {
        let mut order = Vec::new();
        for name in names {
            let name = name.as_ref();
            let entry = entry(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
            if !is_entry(entry) {
                return Err(match CARDS[entry].orders {
                    Orders::Worth => SpecError::ByWorth { name: entry_name(entry) },
                    _ => SpecError::NotAnOrder { name: entry_name(entry) },
                });
            }
            if !self.is_ranked(entry) {
                return Err(SpecError::OrderOff { name: entry_name(entry) });
            }
            if order.contains(&entry) {
                return Err(SpecError::OrderTwice { name: entry_name(entry) });
            }
            order.push(entry);
        }
        self.order = order;
        let missing = (0..ENTRIES).filter(|&entry| self.is_ranked(entry) && !self.order.contains(&entry)).collect::<Vec<_>>();
        self.order.extend(missing);
        Ok(())
    }

    /// The entry belongs into the precedence: worth if an enhancement adds to it, the others if they are on.
    fn is_ranked(&self, entry: usize) -> bool {
        match entry {
            WORTH_ENTRY => (0..COUNT).any(|at| self.is_on_at(at) && CARDS[at].orders == Orders::Worth),
            at => self.is_on_at(at) && is_entry(at),
        }
    }

    /// Puts what was switched on into the precedence, before the first one that comes behind it by default, and takes out what was switched off.
    fn complete_order(&mut self) {
        let mut order = std::mem::take(&mut self.order);
        order.retain(|&entry| self.is_ranked(entry));
        for entry in 0..ENTRIES {
            if self.is_ranked(entry) && !order.contains(&entry) {
                let before = order.iter().position(|&other| default_rank(other) > default_rank(entry)).unwrap_or(order.len());
                order.insert(before, entry);
            }
        }
        self.order = order;
    }

    /// Whether the spec is sound by itself and for this game; the first fault found.
    pub fn check<G: Game>(&self, game: &G) -> Result<(), SpecError> {
        self.check_alone()?;
        self.check_capabilities(&Masked::new(game, self.hidden))?;
        self.choices_for(game)?;
        self.check_phases(game)
    }

    /// The choices for a search of this game; see [`Spec::phase_specs`] for those of its phases.
    pub fn choices_for<G: Game>(&self, game: &G) -> Result<Choices, SpecError> {
        let masked = Masked::new(game, self.hidden);
        let evaluator = self.evaluator(&masked.evaluations());
        let choices = self.choices_by(Some(&codes(masked.atoms(), || game.name())))?;
        Ok(Choices { evaluator, hidden: masked.hidden(), ..choices })
    }

    /// Whether prerequisites and exclusions hold.
    fn check_alone(&self) -> Result<(), SpecError> {
        if !self.network.is_none() && (self.evaluation.is_some() || !self.weights.is_empty()) {
            return Err(SpecError::TwoEvaluations);
        }
        for (at, card) in CARDS.iter().enumerate().filter(|&(at, _)| self.is_on_at(at)) {
            if let Some(needed) = card.needs.iter().find(|needed| !self.is_on(needed)) {
                return Err(SpecError::Needs { name: CARDS[at].name, needed });
            }
            if let Some(excluded) = card.excludes.iter().find(|excluded| self.is_on(excluded)) {
                return Err(SpecError::Excludes { name: card.name, excluded });
            }
        }
        let bits: u32 = self.order.iter().map(|&entry| entry_bits(entry)).sum();
        if bits > crate::search::RANK_BITS {
            return Err(SpecError::TooManyOrders { bits, room: crate::search::RANK_BITS });
        }
        self.check_phases_alone()
    }
}

/// Whether an entry can be in a precedence.
fn is_entry(entry: usize) -> bool {
    entry == WORTH_ENTRY || CARDS[entry].orders.is_entry()
}

/// The default precedence: what comes first by its card, then the order of the list, with worth behind all.
fn default_rank(entry: usize) -> (bool, usize) {
    (entry == WORTH_ENTRY || !matches!(CARDS[entry].orders, Orders::First { .. }), entry)
}

/// The values when nothing else is said, of the enhancement at this place.
fn defaults(at: usize) -> Vec<Value> {
    CARDS[at].parameters.iter().map(|card| (card.default)()).collect()
}

/// What the names of a game stand for: a category for its atoms.
fn codes<T: AsRef<str>>(atoms: &[AtomCard<T>], game: impl Fn() -> String) -> impl Fn(Names, &str) -> Result<u64, SpecError> {
    move |names, name| match names {
        Names::Categories => {
            atoms::read(atoms, name).map_err(|remedy| SpecError::UnknownFeature { name: shorten(name), game: game(), remedy })
        }
        Names::Evaluations | Names::Terms => Err(SpecError::Kind { key: shorten(name), expected: "a name that a search knows" }),
    }
}

/// Writes parameters: single values as lines, and tables below, under their own headings.
fn write_parameters<'v>(
    f: &mut fmt::Formatter,
    heading: &str,
    values: impl Iterator<Item = (&'v ParameterCard, &'v Value)> + Clone,
) -> fmt::Result {
    // A table that has entries has a heading that is enough.
    let is_alone = |(_, value): (_, &Value)| value.table().is_none_or(<[_]>::is_empty);
    if values.clone().next().is_none() || values.clone().any(is_alone) {
        writeln!(f, "\n[{heading}]")?;
    }
    for (card, value) in values.clone().filter(|&pair| is_alone(pair)) {
        writeln!(f, "{} = {}", card.name, card.kind.write(value))?;
    }
    for (card, entries) in values.filter_map(|(card, value)| Some((card, value.table()?))) {
        if !entries.is_empty() {
            writeln!(f, "\n[{heading}.{}]", card.name)?;
            entries.iter().try_for_each(|(name, number)| writeln!(f, "{name} = {number}"))?;
        }
    }
    Ok(())
}

/// The canonical text: every enhancement that is on with all its parameters, in the order of the list.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(level) = &self.level {
            writeln!(f, "level = {}\nlevel_seed = {}", level.number(), level.seed)?;
        }
        if !self.hidden.is_empty() {
            writeln!(f, "hide = {:?}", self.hidden.names())?;
        }
        if !self.order.is_empty() {
            writeln!(f, "order = {:?}", self.order())?;
        }
        let evaluation = self.evaluation_values();
        let said = |(card, value): &(&ParameterCard, &Value)| (card.default)() != **value;
        let evaluation = owner::EVALUATION_PARAMETERS.iter().zip(&evaluation).filter(said);
        if evaluation.clone().next().is_some() {
            write_parameters(f, EVALUATION, evaluation)?;
        }
        for (card, values) in CARDS.iter().zip(&self.settings) {
            if let Some(values) = values {
                write_parameters(f, card.name, card.parameters.iter().zip(values))?;
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
        refused("order = [\"worth\", \"worth\"]\n[alpha_beta]\n[history]", "twice");
        refused("order = [\"worth\", \"history\"]\n[alpha_beta]\n[history]", "twice");
        refused("order = [\"worth\"]\n[alpha_beta]", "`worth` is in `order` but");
        refused("level = 11", "`level` must be a whole number from 1 to 10");
        refused("level_seed = 2", "`level_seed` must be left out without a level");
        refused("level = 3\nlevel_seed = -2", "`level_seed` must be a whole number from 0 on");
        refused("order = 3", "`order` must be a list of names");
        refused("evaluation = 3", "`evaluation` must be a table with `name` and `weights`");
        refused("evaluation = \"a b\"", "evaluation.name = \"a b\" is out of range; use the name of an evaluation");
        refused("[evaluation]\nname = \"x\"\nnetwork = \"0123456789abcdef0123456789abcdef\"", "leave `name` and `weights` out");
        refused("[evaluation]\nnetwork = \"x\"", "evaluation.network = ");
        refused("[evaluation]\nnames = 3", "`evaluation` has no parameter `names`; did you mean `name`?");
        refused("[evaluation.weights]\n\"a b\" = 1", "evaluation.weights = ");
        refused("[categories]\ncosts = { x = \"y\" }", "use a whole number from 0 to 640 for each category, and at most 32");
        refused("[categories.costs]\nx = 1000", "categories.costs = ");
        refused("[multi_probcut]\nslope = 3", "use 1 to 10 numbers from 100 to 4000");
        refused("[multi_probcut]\nslope = [1000, 99]", "multi_probcut.slope = [1000, 99] is out of range");
        refused("[multi_probcut]\nslope_2 = 1000", "`multi_probcut` has no parameter `slope_2`");
        refused("killers = true", "write [killers]");
        refused("[table", "TOML");
        refused("[table]\n[table]", "TOML");
    }

    #[test]
    fn older_specs_are_read_with_a_note() {
        let check = |old: &str, new: &str, notes: usize| {
            let (spec, noted) = Spec::parse_noting(&old.replace(';', "\n")).unwrap();
            let (expected, none) = Spec::parse_noting(&new.replace(';', "\n")).unwrap();
            assert_eq!(spec, expected, "{old}");
            assert_eq!((noted.len(), none.len()), (notes, 0), "{noted:?}");
            assert!(noted.iter().all(|note| note.contains("write") && note.contains("older form")), "{noted:?}");
        };
        check("evaluation = \"x\";[alpha_beta]", "[evaluation];name = \"x\";[alpha_beta]", 1);
        check("[weights];a = -3", "[evaluation.weights];a = -3", 1);
        check("[features];A-B = 32;[fractional]", "[categories.costs];A-B = 32;[fractional]", 1);
        check("[features]", "", 1);
        check(
            "order = [\"history\", \"killers\"];[alpha_beta];[killers];[history]",
            "order = [\"worth\", \"killers\"];[alpha_beta];[killers];[history]",
            1,
        );
        check("[deepening];step = 2", "[deepening];steps = [2]", 1);
        let row =
            |at: usize, value: i64| (0..10).map(|i| if i == at { value } else { 0 }.to_string()).collect::<Vec<_>>().join(", ");
        check(
            "[alpha_beta];[multi_probcut];deviation_5 = 7",
            &format!("[alpha_beta];[multi_probcut];deviation = [{}]", row(2, 7)),
            1,
        );
        check("[features];A = 3;[phase.1.features]", "[categories.costs];A = 3;[phase.1];off = [\"categories\"]", 2);
        check("[phase.1.features];A = 3", "[phase.1.categories.costs];A = 3", 1);
        let base = "[alpha_beta];[multi_probcut];deviation = [1, 2, 3]";
        check(
            &format!("{base};[phase.1.multi_probcut];deviation_4 = 7"),
            &format!("{base};[phase.1.multi_probcut];deviation = [1, 7, 3]"),
            1,
        );
        check(
            "[alpha_beta];[multi_probcut];deviation = [4];deviation_5 = 7",
            "[alpha_beta];[multi_probcut];deviation = [4, 0, 7]",
            1,
        );
        check("[table];keep = \"true\"", "[table];keep = true", 0);
        check(
            "[categories.costs];A = 3;[phase.1.categories];costs = { B = 1 };[phase.1.features];C = 2",
            "[categories.costs];A = 3;[phase.1.categories.costs];C = 2",
            1,
        );
        refused("[alpha_beta]\n[multi_probcut]\ndeviation_5 = -7", "multi_probcut.deviation = -7 is out of range");
        refused("[alpha_beta]\n[multi_probcut]\ndeviation_13 = 7", "has no parameter `deviation_13`");
    }

    #[test]
    fn what_is_hidden_reads_back_whatever_its_name() {
        for hidden in [Capabilities::all(), Capabilities::NONE.with(crate::game::Capability::Inputs)] {
            let mut spec = Spec::nothing();
            spec.set_hidden(hidden);
            assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec), "{spec}");
        }
    }

    #[test]
    fn hyphens_are_as_good_as_underscores() {
        assert_eq!(Spec::parse("[alpha-beta]").unwrap(), Spec::parse("[alpha_beta]").unwrap());
    }

    #[test]
    fn the_canonical_text_reads_back_as_the_same_spec() {
        let text = "level = 3\nlevel_seed = 7\norder = [\"worth\", \"killers\"]\n[evaluation]\nname = \"x\"\nweights = { b = 1, a = -3 }\n[alpha_beta]\n[killers]\nslots = 1\n[history]\n[categories]\ncosts = { A-B = 32 }\n[multi_probcut]\nslope = [900]";
        let spec = Spec::parse(text).unwrap();
        assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
        assert_eq!(spec.order(), ["worth", "killers"]);
    }

    #[test]
    fn a_phase_without_categories_is_written_as_such() {
        let spec = Spec::parse("[categories.costs]\nA = 32\n[phase.1.categories]\ncosts = {}").unwrap();
        assert!(spec.in_phase(1).unwrap().costs().is_empty());
        assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec), "{spec}");
    }

    #[test]
    fn switching_on_keeps_the_default_precedence() {
        let mut spec = Spec::nothing();
        for name in ["history", "killers", "tt_order", "table", "alpha_beta", "pv_first"] {
            spec.switch_on(name).unwrap();
        }
        assert_eq!(spec.order(), ["pv_first", "tt_order", "killers", "worth"]);
        spec.switch_off("killers").unwrap();
        assert_eq!(spec.order(), ["pv_first", "tt_order", "worth"]);
        spec.switch_off("history").unwrap();
        assert_eq!(spec.order(), ["pv_first", "tt_order"]);
    }
}
