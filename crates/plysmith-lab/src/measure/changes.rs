//! Specs that differ from another by one thing, to measure what that thing is worth.

use std::collections::BTreeSet;

use plysmith::enhance::CARDS;
use plysmith::enhance::value::{Kind, Value};
use plysmith::game::Capability;
use plysmith::spec::{EVALUATION, Owner, SpecError};
use plysmith::{Arena, Level, Spec};

use super::{Difference, SpecChange};

/// More terms of an evaluation than this are not looked at one by one.
const MANY: usize = 4;
/// The evaluation of somebody who names none.
const FIRST: &str = "the first";

/// A spec with what makes it different.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The change: `-killers`, `+iid`, `table.bits=18`.
    pub change: SpecChange,
    /// The spec with it.
    pub spec: Spec,
}

/// The spec without each of the enhancements of its base, and without each of its phases. What needs the one that is left out is left out with it, and
/// the change says so.
pub fn ablations(arena: &dyn Arena, spec: &Spec) -> Vec<Variant> {
    let mut variants = Vec::new();
    for phase in spec.phases() {
        let mut without = spec.clone();
        without.remove_phase(phase);
        variants.push(Variant { change: SpecChange::off(&format!("phase.{phase}")), spec: without });
    }
    for name in spec.enhancements() {
        let mut without = spec.clone();
        // A name out of the list is known.
        let _ = without.switch_off(name);
        if let Some(more) = repair(arena, &mut without, &Spec::nothing()) {
            variants.push(Variant { change: SpecChange::off(name).with(more), spec: without });
        }
    }
    variants
}

/// Each difference between two specs by itself, applied to the first. Where a difference cannot stand alone, what it needs of the second comes with it. What
/// is different in a phase counts as one.
pub fn differences(arena: &dyn Arena, from: &Spec, to: &Spec) -> Vec<Variant> {
    let mut variants: Vec<Variant> = Vec::new();
    let mut add = |change: SpecChange, spec: Spec| {
        let mut spec = spec;
        if let Some(more) = repair(arena, &mut spec, to)
            && spec != *from
            && variants.iter().all(|variant| variant.spec != spec)
        {
            variants.push(Variant { change: change.with(more), spec });
        }
    };
    for card in CARDS {
        let mut changed = from.clone();
        match (from.is_on(card.name), to.is_on(card.name)) {
            (true, false) => {
                let _ = changed.switch_off(card.name);
                add(SpecChange::off(card.name), changed);
            }
            (false, true) => {
                switch_on(&mut changed, card.name, to);
                add(SpecChange::on(card.name), changed);
            }
            (true, true) => {
                for parameter in card.parameters {
                    let (old, new) = (from.value(card.name, parameter.name), to.value(card.name, parameter.name));
                    let (Some(old), Some(new)) = (old, new) else { continue };
                    for (name, value) in steps(&format!("{}.{}", card.name, parameter.name), parameter.kind, &old, &new) {
                        let mut changed = from.clone();
                        let _ = changed.set(card.name, parameter.name, value);
                        add(name, changed);
                    }
                }
            }
            (false, false) => {}
        }
    }
    let shared =
        |spec: &Spec, other: &Spec| spec.order().into_iter().filter(|name| other.order().contains(name)).collect::<Vec<_>>();
    let order = shared(to, from);
    if order != shared(from, to) {
        let mut changed = from.clone();
        // What the other does not have keeps its place behind.
        if changed.set_order(&order).is_ok() {
            add(SpecChange::set("order", order.join(",")), changed);
        }
    }
    if from.evaluation != to.evaluation || from.network != to.network {
        let mut changed = from.clone();
        changed.evaluate_like(to);
        let name = match to.network.is_none() {
            true => SpecChange::set("evaluation", to.evaluation.as_deref().unwrap_or(FIRST)),
            false => SpecChange::set("evaluation.network", to.network.to_string()),
        };
        add(name, changed);
    } else {
        let [old, new] = [from, to].map(|spec| Value::from(spec.weights.clone()));
        let weights = Owner::named(EVALUATION).and_then(|owner| owner.parameter("weights").ok());
        let terms = weights.map_or_else(Vec::new, |(_, card)| steps("evaluation.weights", card.kind, &old, &new));
        // Fitted weights belong together: many terms are one difference.
        if terms.len() > MANY {
            let mut changed = from.clone();
            changed.weights.clone_from(&to.weights);
            add(SpecChange::words(format!("evaluation.weights, {} of them", terms.len())), changed);
        } else {
            for (name, value) in terms {
                let mut changed = from.clone();
                let _ = changed.set(EVALUATION, "weights", value);
                add(name, changed);
            }
        }
    }
    if from.hidden() != to.hidden() {
        let mut changed = from.clone();
        changed.set_hidden(to.hidden());
        let names = if to.hidden().is_empty() { "nothing".into() } else { to.hidden().names().join(",") };
        add(SpecChange::set("hide", names), changed);
    }
    if from.level != to.level {
        let mut changed = from.clone();
        changed.level = to.level;
        let level = |level: Level| SpecChange::set("level", format!("{}/{}", level.number(), level.seed));
        add(to.level.map_or(SpecChange::words("no level"), level), changed);
    }
    for phase in 0..arena.card().phases {
        let mut changed = from.clone();
        changed.take_phase(phase, to);
        let name = format!("phase.{phase}");
        let is_there = to.phases().any(|other| other == phase);
        if changed != *from {
            add(if is_there { SpecChange::on(&name) } else { SpecChange::off(&name) }, changed);
        }
    }
    variants
}

/// Each difference between two values of a parameter by itself, with the value that has it: one for each name of a table.
fn steps(parameter: &str, kind: Kind, old: &Value, new: &Value) -> Vec<(SpecChange, Value)> {
    let (Some(before), Some(after)) = (old.table(), new.table()) else {
        return if old == new { Vec::new() } else { vec![(SpecChange::set(parameter, kind.brief(new)), new.clone())] };
    };
    let find = |table: &[(String, i64)], name: &str| table.iter().find(|(other, _)| other == name).map(|(_, number)| *number);
    let names: BTreeSet<&String> = before.iter().chain(after).map(|(name, _)| name).collect();
    let step = |name: &String| {
        let (was, is) = (find(before, name), find(after, name));
        let rest = before.iter().filter(|(other, _)| other != name).cloned();
        let value = Value::from(rest.chain(is.map(|number| (name.clone(), number))).collect::<Vec<_>>());
        let name = format!("{parameter}.{name}");
        let change = is.map_or_else(|| SpecChange::off(&name), |number| SpecChange::set(name.clone(), number.to_string()));
        (was != is).then_some((change, value))
    };
    names.into_iter().filter_map(step).collect()
}

fn switch_on(spec: &mut Spec, name: &'static str, like: &Spec) {
    let _ = spec.switch_on(name);
    for parameter in CARDS.iter().filter(|card| card.name == name).flat_map(|card| card.parameters) {
        if let Some(value) = like.value(name, parameter.name) {
            let _ = spec.set(name, parameter.name, value);
        }
    }
}

/// Makes a spec sound again: what is missing is switched on if the other has it, and what cannot stay is switched off. Answers what that was, or `None`
/// if it is beyond repair.
fn repair(arena: &dyn Arena, spec: &mut Spec, like: &Spec) -> Option<Vec<Difference>> {
    let mut more = Vec::new();
    // Every step switches one enhancement, takes phases away or gives up what was said of the evaluation, and none twice.
    for _ in 0..=CARDS.len() + spec.phases().count() + 2 {
        match arena.check_spec(spec) {
            Ok(()) => return Some(more),
            Err(SpecError::Needs { needed, .. }) if like.is_on(needed) => {
                switch_on(spec, needed, like);
                more.push(Difference::On(needed.into()));
            }
            Err(SpecError::Needs { name, .. } | SpecError::Capability { name, .. } | SpecError::HiddenCapability { name, .. }) => {
                let _ = spec.switch_off(name);
                more.push(Difference::Off(name.into()));
            }
            Err(SpecError::Excludes { name, excluded }) => {
                let gone = if like.is_on(name) { excluded } else { name };
                let _ = spec.switch_off(gone);
                more.push(Difference::Off(gone.into()));
            }
            // What a phase says for itself may not suit another base.
            Err(SpecError::InPhase { phase, .. }) => {
                spec.remove_phase(phase);
                more.push(Difference::Off(format!("phase.{phase}")));
            }
            Err(SpecError::Hidden { capability: Capability::Evaluations, .. }) => {
                (spec.evaluation, spec.weights) = (None, Vec::new());
                more.push(Difference::Set { name: "evaluation".into(), value: FIRST.into() });
            }
            Err(SpecError::Hidden { capability: Capability::Terms, .. }) => {
                spec.weights.clear();
                more.push(Difference::Off("evaluation.weights".into()));
            }
            Err(SpecError::Hidden { capability: Capability::Phases, .. }) => {
                for phase in spec.phases().collect::<Vec<_>>() {
                    spec.remove_phase(phase);
                    more.push(Difference::Off(format!("phase.{phase}")));
                }
            }
            Err(_) => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    fn spec(text: &str) -> Spec {
        Spec::parse(&text.replace(';', "\n")).unwrap()
    }

    fn check(from: &str, to: &str, expected: &[&str]) {
        let arena = arena("breakthrough");
        let variants = differences(&*arena, &spec(from), &spec(to));
        let changes: Vec<String> = variants.iter().map(|variant| variant.change.to_string()).collect();
        assert_eq!(changes, expected, "{from} → {to}");
        assert!(variants.iter().all(|variant| arena.check_spec(&variant.spec).is_ok()));
    }

    #[test]
    fn each_difference_stands_alone_or_brings_what_it_needs() {
        check("[alpha_beta]", "[alpha_beta]", &[]);
        check("[alpha_beta]", "[alpha_beta];[killers];[history]", &["+killers", "+history"]);
        check("[alpha_beta];[killers]", "[alpha_beta];[killers];slots = 4", &["killers.slots=4"]);
        check("[alpha_beta]", "[alpha_beta];[table];[tt_order]", &["+table", "+tt_order with +table"]);
        check("[alpha_beta];[table];[tt_order]", "[alpha_beta]", &["-table with -tt_order", "-tt_order"]);
        check("[alpha_beta];[table];[pvs]", "[alpha_beta];[table];[mtdf]", &["-pvs", "+mtdf with -pvs"]);
        check(
            "order = [\"killers\", \"history\"];[alpha_beta];[killers];[history]",
            "order = [\"history\", \"killers\"];[alpha_beta];[killers];[history]",
            &["order=worth,killers"],
        );
        check(
            "[evaluation];name = \"advance\";[alpha_beta]",
            "[evaluation];name = \"material\";[alpha_beta]",
            &["evaluation=material"],
        );
    }

    #[test]
    fn what_is_hidden_is_a_difference_and_takes_along_what_needs_it() {
        check("[alpha_beta]", "hide = [\"hash\"];[alpha_beta]", &["hide=hash"]);
        check("hide = [\"hash\"];[alpha_beta]", "[alpha_beta]", &["hide=nothing"]);
        check(
            "[alpha_beta];[tactical_first]",
            "hide = [\"tactical\"];[alpha_beta]",
            &["-tactical_first", "hide=tactical with -tactical_first"],
        );
        check(
            "[evaluation.weights];piece = 90;[alpha_beta]",
            "hide = [\"terms\"];[alpha_beta]",
            &["-evaluation.weights.piece", "hide=terms with -evaluation.weights"],
        );
    }

    #[test]
    fn every_category_and_every_element_that_differs_is_seen() {
        let with = |costs: &str| format!("[alpha_beta];[fractional];[categories.costs];{costs}");
        check(&with("Ms = 96"), &with("Ms = 96"), &[]);
        check(&with("Ms = 96"), &with("Ms = 32"), &["categories.costs.Ms=32"]);
        check(&with("Ms = 96"), &with("RdTt = 192"), &["-categories.costs.Ms", "categories.costs.RdTt=192"]);
        check("[alpha_beta];[fractional]", &with("Ms = 96"), &["+categories"]);
        let probcut = |row: &str| format!("[alpha_beta];[multi_probcut];deviation = {row}");
        check(&probcut("[1, 2]"), &probcut("[1, 3]"), &["multi_probcut.deviation=1,3"]);
        let weighed = |weights: &str| format!("[evaluation];weights = {weights};[alpha_beta]");
        check(&weighed("{}"), &weighed("{ piece = 90 }"), &["evaluation.weights.piece=90"]);
    }

    #[test]
    fn a_phase_is_one_difference() {
        let phased = "[alpha_beta];[table];[phase.1.tt_order];[phase.2.killers]";
        check("[alpha_beta];[table]", phased, &["+phase.1", "+phase.2"]);
        check(phased, "[alpha_beta];[table];[phase.2.history]", &["-phase.1", "+phase.2"]);
        check(phased, "[alpha_beta];[phase.2.killers]", &["-table with -phase.1", "-phase.1"]);
        let arena = arena("breakthrough");
        let variants = ablations(&*arena, &spec(phased));
        let changes: Vec<String> = variants.iter().map(|variant| variant.change.to_string()).collect();
        assert_eq!(changes, ["-phase.1", "-phase.2", "-alpha_beta with -phase.2", "-table with -phase.1"]);
    }

    #[test]
    fn leaving_one_out_leaves_out_what_needs_it() {
        let arena = arena("breakthrough");
        let variants = ablations(&*arena, &spec("[alpha_beta];[table];[tt_order];[killers]"));
        let changes: Vec<String> = variants.iter().map(|variant| variant.change.to_string()).collect();
        assert_eq!(changes, ["-alpha_beta with -killers", "-table with -tt_order", "-tt_order", "-killers"]);
    }
}
