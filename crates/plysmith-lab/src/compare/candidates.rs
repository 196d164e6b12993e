//! What could be changed about a spec: additions, removals, swaps and other values of parameters.

use std::collections::BTreeSet;

use plysmith::enhance::{CARDS, Card, Category, Kind, Learned, ParameterCard, Question, choosing};
use plysmith::spec::SpecError;
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};

use crate::measure::{SpecChange, Variant, ablations};

/// Something that a selection may switch on: an enhancement, perhaps with parameters other than the usual ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// What people call it.
    pub label: String,
    /// The enhancement.
    pub name: String,
    /// Parameters with their values, as plain texts.
    pub values: Vec<(String, String)>,
}

impl Choice {
    /// An enhancement as it is.
    pub fn plain(name: &str) -> Choice {
        Choice { label: name.into(), name: name.into(), values: Vec::new() }
    }

    /// All enhancements that a game can have, or only those that preserve the value, or only those that do not.
    pub fn all(arena: &dyn Arena, selective: Option<bool>) -> Vec<Choice> {
        let capabilities = arena.card().capabilities;
        let possible = |card: &&Card| {
            card.capabilities.iter().all(|&capability| capabilities.contains(capability))
                && selective.is_none_or(|selective| card.is_selective() == selective)
        };
        CARDS
            .iter()
            .filter(possible)
            .filter(|card| choosing(card.name).question != Question::Never)
            .map(|card| Choice::plain(card.name))
            .collect()
    }

    /// The spec with it, and with what it needs as far as that is among the choices; what it excludes goes. `None` if that cannot be.
    fn added(&self, arena: &dyn Arena, spec: &Spec, choices: &[Choice]) -> Option<Added> {
        let mut added = Added { spec: spec.clone(), with: Vec::new(), without: Vec::new() };
        self.switch_on(&mut added.spec).ok()?;
        for _ in 0..=CARDS.len() {
            match arena.check_spec(&added.spec) {
                Ok(()) => return Some(added),
                Err(SpecError::Needs { needed, .. }) => {
                    let choice = choices.iter().find(|choice| choice.name == needed)?;
                    choice.switch_on(&mut added.spec).ok()?;
                    added.with.push(choice.label.clone());
                }
                Err(SpecError::Excludes { name, excluded }) => {
                    let gone = if name == self.name { excluded } else { name };
                    if gone == self.name || !choices.iter().any(|choice| choice.name == gone) {
                        return None;
                    }
                    added.spec.switch_off(gone).ok()?;
                    added.without.push(gone.into());
                }
                Err(_) => return None,
            }
        }
        None
    }

    /// It could change anything about this spec: what it goes by is known.
    pub(super) fn can_matter(&self, spec: &Spec) -> bool {
        match choosing(&self.name).learned {
            None => true,
            Some(Learned::Categories) => !spec.costs().is_empty() || !self.values.is_empty(),
            Some(Learned::Calibration) => !self.values.is_empty(),
        }
    }

    /// Switches it on, with its values.
    pub fn switch_on(&self, spec: &mut Spec) -> Result<(), SpecError> {
        spec.switch_on(&self.name)?;
        self.values.iter().try_for_each(|(parameter, value)| spec.set_text(&self.name, parameter, value))
    }

    /// It is on, with its values.
    pub fn is_on(&self, spec: &Spec) -> bool {
        let mut with = spec.clone();
        spec.is_on(&self.name) && self.switch_on(&mut with).is_ok() && with == *spec
    }
}

struct Added {
    spec: Spec,
    with: Vec<String>,
    without: Vec<String>,
}

impl Added {
    fn variant(self, choice: &Choice) -> Variant {
        let gone = self.without.iter().map(|name| SpecChange::off(name));
        let come = self.with.iter().map(|name| SpecChange::on(name));
        let change = gone.chain(come).fold(SpecChange::on(&choice.label), SpecChange::and);
        Variant { change, spec: self.spec }
    }
}

/// A choice that games never take away.
pub(super) fn is_kept(name: &str) -> bool {
    choosing(name).question != Question::Open
}

/// A parameter that games may set.
pub(super) fn tunable(name: &str, parameter: &str) -> bool {
    let choosing = choosing(name);
    !matches!(choosing.question, Question::Never | Question::OnlyAdded) && !choosing.growing.contains(&parameter)
}

/// It can be added, and is neither taken away nor set.
fn is_only_added(name: &str) -> bool {
    choosing(name).question == Question::OnlyAdded
}

/// The spec with each choice that is off and can be on beside what is on. With `chains`, a choice brings along what it needs.
pub fn additions(arena: &dyn Arena, spec: &Spec, choices: &[Choice], chains: bool) -> Vec<Variant> {
    let free = choices.iter().filter(|choice| !spec.is_on(&choice.name) && choice.can_matter(spec));
    let added = free.filter_map(|choice| Some((choice, choice.added(arena, spec, choices)?)));
    let fitting = added.filter(|(_, added)| added.without.is_empty() && (chains || added.with.is_empty()));
    fitting.map(|(choice, added)| added.variant(choice)).collect()
}

/// The spec with several choices at once that are off and can be on: those of a circle of companions and of the circles before. What does not fit is found by removals.
pub fn companions(arena: &dyn Arena, spec: &Spec, choices: &[Choice]) -> Vec<Variant> {
    let mut variants: Vec<Variant> = Vec::new();
    let circles: BTreeSet<u8> = choices.iter().map(|choice| choosing(&choice.name).circle).filter(|circle| *circle > 0).collect();
    for circle in circles {
        let inside = |choice: &&Choice| (1..=circle).contains(&choosing(&choice.name).circle);
        let mut together = Variant { change: SpecChange::default(), spec: spec.clone() };
        let off = choices.iter().filter(inside).filter(|choice| !choice.is_on(spec));
        let mut count = 0;
        for choice in off {
            if let Some(added) = choice.added(arena, &together.spec, choices).filter(|added| added.without.is_empty()) {
                let one = added.variant(choice);
                together = Variant { change: together.change.and(one.change), spec: one.spec };
                count += 1;
            }
        }
        if count > 1 && variants.iter().all(|variant| variant.spec != together.spec) {
            variants.push(together);
        }
    }
    variants
}

/// The spec with each choice that is off in the place of something that is on: of what it excludes, of its other form, or of one of its kind.
pub fn swaps(arena: &dyn Arena, spec: &Spec, choices: &[Choice]) -> Vec<Variant> {
    let mut variants: Vec<Variant> = Vec::new();
    for choice in choices.iter().filter(|choice| !choice.is_on(spec) && choice.can_matter(spec)) {
        let kin = choices.iter().filter(|other| {
            spec.is_on(&other.name)
                && other.name != choice.name
                && !is_only_added(&other.name)
                && category(other) == category(choice)
        });
        let gone = std::iter::once(None).chain(kin.map(|other| Some(other.name.as_str())));
        for gone in gone {
            let mut without = spec.clone();
            if let Some(name) = gone
                && (spec.is_on(&choice.name) || without.switch_off(name).is_err())
            {
                continue;
            }
            let Some(mut added) = choice.added(arena, &without, choices) else { continue };
            if gone.is_some_and(|gone| added.spec.is_on(gone)) {
                // It needs what it was to replace.
                continue;
            }
            added.without.extend(gone.map(String::from));
            let other_form = spec.is_on(&choice.name);
            let new = added.spec != *spec && variants.iter().all(|variant| variant.spec != added.spec);
            if new && (other_form || !added.without.is_empty()) {
                variants.push(added.variant(choice));
            }
        }
    }
    variants
}

/// The spec without each of the choices that are on; what needs them goes with them.
pub fn removals(arena: &dyn Arena, spec: &Spec, choices: &[Choice]) -> Vec<Variant> {
    let may_go = |variant: &Variant| {
        let gone = CARDS.iter().filter(|card| spec.is_on(card.name) && !variant.spec.is_on(card.name));
        gone.clone().count() > 0
            && gone.into_iter().all(|card| !is_only_added(card.name) && choices.iter().any(|choice| choice.name == card.name))
    };
    ablations(arena, spec).into_iter().filter(may_go).collect()
}

/// The spec with other values of the parameters of an enhancement, one at a time.
pub fn settings(arena: &dyn Arena, spec: &Spec, name: &str) -> Vec<Variant> {
    let mut variants = Vec::new();
    for parameter in card(name).filter(|card| !is_only_added(card.name)).into_iter().flat_map(|card| card.parameters) {
        let Some(now) = spec.get(name, parameter.name) else { continue };
        let grows = choosing(name).growing.contains(&parameter.name);
        for value in other_values(parameter, now).into_iter().filter(|&value| !grows || value > now) {
            let mut changed = spec.clone();
            if changed.set(name, parameter.name, value).is_ok() && arena.check_spec(&changed).is_ok() {
                let change = SpecChange::set(format!("{name}.{}", parameter.name), parameter.kind.brief(&value.into()));
                variants.push(Variant { change, spec: changed });
            }
        }
    }
    variants
}

/// The neighbours of a value: every other name, or half and double, at least one away, within the range.
pub(super) fn other_values(parameter: &ParameterCard, now: i64) -> Vec<i64> {
    let Some((low, high)) = parameter.kind.numbers() else { return Vec::new() };
    if !matches!(parameter.kind, Kind::Number { .. }) {
        return (low..=high).filter(|&value| value != now).collect();
    }
    let step = (now.abs() / 2).max(1);
    let mut values: Vec<i64> = [now - step, now + step, now + 2 * step]
        .into_iter()
        .map(|value| value.clamp(low, high))
        .filter(|&value| value != now)
        .collect();
    values.sort_unstable();
    values.dedup();
    values
}

fn card(name: &str) -> Option<&'static Card> {
    CARDS.iter().find(|card| card.name == name)
}

fn category(choice: &Choice) -> Option<Category> {
    card(&choice.name).map(|card| card.category)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    fn spec(text: &str) -> Spec {
        Spec::parse(&text.replace(';', "\n")).unwrap()
    }

    fn changes(variants: &[Variant]) -> Vec<String> {
        variants.iter().map(|variant| variant.change.to_string()).collect()
    }

    fn choices(names: &[&str]) -> Vec<Choice> {
        names.iter().map(|name| Choice::plain(name)).collect()
    }

    #[test]
    fn what_needs_something_waits_for_it_or_brings_it_along() {
        let arena = arena("breakthrough");
        let (plain, choices) = (spec("[alpha_beta]"), choices(&["table", "tt_order", "killers", "pvs", "mtdf"]));
        assert_eq!(changes(&additions(&*arena, &plain, &choices, false)), ["+table", "+killers", "+pvs"]);
        let chained = additions(&*arena, &plain, &choices, true);
        assert_eq!(changes(&chained), ["+table", "+tt_order +table", "+killers", "+pvs", "+mtdf +table"]);
        assert!(chained.iter().all(|variant| arena.check_spec(&variant.spec).is_ok()));
    }

    #[test]
    fn a_swap_puts_one_in_the_place_of_another() {
        let arena = arena("breakthrough");
        let choices = choices(&["table", "symmetry", "killers", "history", "pvs", "mtdf"]);
        let swaps = swaps(&*arena, &spec("[alpha_beta];[table];[killers];[pvs]"), &choices);
        assert_eq!(changes(&swaps), ["+history -killers", "+mtdf -pvs"]);
    }

    #[test]
    fn two_forms_of_one_enhancement_are_swapped_and_never_added() {
        let arena = arena("breakthrough");
        let form = |label: &str, step: &str| Choice {
            label: label.into(),
            name: "deepening".into(),
            values: vec![("steps".into(), step.into())],
        };
        let choices = [form("ID1", "1"), form("ID2", "2")];
        assert_eq!(changes(&additions(&*arena, &spec("[alpha_beta]"), &choices, false)), ["+ID1", "+ID2"]);
        let deepened = spec("[alpha_beta];[deepening]");
        assert!(additions(&*arena, &deepened, &choices, true).is_empty());
        assert_eq!(changes(&swaps(&*arena, &deepened, &choices)), ["+ID2"]);
    }

    #[test]
    fn companions_come_together_as_far_as_they_are_choices_and_off() {
        let arena = arena("breakthrough");
        let choices = choices(&["quiescence", "null_move", "late_moves", "killers"]);
        let variants = companions(&*arena, &spec("[alpha_beta];[deepening]"), &choices);
        assert_eq!(changes(&variants), ["+null_move +late_moves", "+quiescence +null_move +late_moves"]);
        assert!(variants.iter().all(|variant| arena.check_spec(&variant.spec).is_ok()));
        assert_eq!(changes(&companions(&*arena, &spec("[alpha_beta];[null_move]"), &choices)), ["+quiescence +late_moves"]);
        assert!(companions(&*arena, &spec("[alpha_beta]"), &choices[..1]).is_empty(), "one is no company");
    }

    #[test]
    fn what_has_to_be_learned_is_tried_only_where_it_is() {
        let (arena, choices) = (arena("breakthrough"), choices(&["fractional", "multi_probcut"]));
        assert!(additions(&*arena, &spec("[alpha_beta]"), &choices, true).is_empty());
        assert_eq!(changes(&additions(&*arena, &spec("[categories.costs];Ud=32;[alpha_beta]"), &choices, true)), ["+fractional"]);
    }

    #[test]
    fn only_choices_are_removed() {
        let arena = arena("breakthrough");
        let spec = spec("[alpha_beta];[table];[tt_order];[killers]");
        assert_eq!(changes(&removals(&*arena, &spec, &choices(&["killers", "table"]))), ["-killers"]);
        let all = removals(&*arena, &spec, &choices(&["killers", "table", "tt_order"]));
        assert_eq!(changes(&all), ["-table with -tt_order", "-tt_order", "-killers"]);
    }

    #[test]
    fn values_stay_in_their_range() {
        let arena = arena("breakthrough");
        let variants = settings(&*arena, &spec("[alpha_beta];[killers]"), "killers");
        assert!(variants.len() > 2 && variants.iter().all(|variant| arena.check_spec(&variant.spec).is_ok()));
        assert!(settings(&*arena, &spec("[alpha_beta]"), "killers").is_empty());
        let table = settings(&*arena, &spec("[alpha_beta];[table]"), "table");
        let sizes: Vec<i64> = table.iter().filter_map(|variant| variant.spec.get("table", "bits")).collect();
        assert!(sizes.iter().any(|&bits| bits > 20) && sizes.iter().all(|&bits| bits >= 20), "a table only grows: {sizes:?}");
    }
}
