use super::*;
use crate::testing::{Countdown, Heaps};

fn parse(text: &str) -> Spec {
    Spec::parse(&text.replace(';', "\n")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn round_trips(spec: &Spec) {
    assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(spec), "{spec}");
}

const PHASED: &str = "level = 3;order = [\"history\", \"killers\"];[alpha_beta];[killers];slots = 3;[history];[table];\
    [evaluation];name = \"x\";weights = { a = 1 };[categories.costs];A = 3;\
    [phase.0];[phase.0.killers];[phase.2];off = [\"history\"];order = [\"killers\", \"tt_order\"];[phase.2.killers];quiet = false;\
    [phase.2.tt_order];[phase.7];off = [\"categories\"]";

#[test]
fn a_phase_holds_what_it_says_and_else_the_base() {
    let spec = parse(PHASED);
    round_trips(&spec);
    assert_eq!(spec.phases().collect::<Vec<_>>(), [0, 2, 7]);
    let late = spec.in_phase(2).unwrap();
    assert_eq!(late.order(), ["killers", "tt_order"]);
    assert_eq!(
        (late.get("killers", "slots"), late.get("killers", "quiet"), spec.get("killers", "quiet")),
        (Some(3), Some(0), Some(1))
    );
    assert!(!late.is_on("history") && late.is_on("table") && !late.has_phases());
    assert_eq!((&late.evaluation, &late.weights, late.level), (&spec.evaluation, &spec.weights, spec.level));
    assert!(late.costs() == spec.costs() && spec.in_phase(7).unwrap().costs().is_empty());
    for same in [0, 1, 9] {
        assert_eq!(spec.in_phase(same).unwrap(), spec.without_phases(), "phase {same}");
    }
}

#[test]
fn whatever_is_switched_in_the_base_the_text_reads_back() {
    for (at, card) in CARDS.iter().enumerate() {
        let mut spec = parse(PHASED);
        if spec.is_on(card.name) {
            let before = spec.in_phase(2).unwrap();
            spec.switch_off(card.name).unwrap();
            let after = spec.in_phase(2).unwrap();
            // What the phase has for itself stays as it was, with what it had from the base.
            if card.name == "killers" {
                assert_eq!(after.choices().killers, before.choices().killers);
            } else {
                assert!(!after.is_on(card.name), "{spec}");
            }
        } else {
            spec.switch_on(card.name).unwrap();
            assert!(spec.in_phase(2).unwrap().choices().is_on(at));
        }
        let text = spec.to_string();
        // What cannot be together is refused in the text too, but for no other reason.
        match spec.check_alone() {
            Ok(()) => assert_eq!(Spec::parse(&text).as_ref(), Ok(&spec), "{text}"),
            Err(error) => assert_eq!(Spec::parse(&text), Err(error), "{text}"),
        }
    }
}

#[test]
fn a_phase_is_set_by_the_spec_that_is_to_hold_in_it() {
    let base = parse("order = [\"history\", \"killers\"];[alpha_beta];[killers];[history];[table]");
    for other in [
        "order = [\"killers\", \"history\"];[alpha_beta];[killers];[history];[table]",
        "[alpha_beta];[table];bits = 12",
        "[alpha_beta];[table];[tt_order];[killers];slots = 4;[history]",
        "[alpha_beta];[fractional];[categories.costs];A = 3",
    ] {
        let (mut spec, other) = (base.clone(), parse(other));
        spec.set_phase(1, &other);
        assert_eq!(spec.in_phase(1).unwrap(), other, "{spec}");
        round_trips(&spec);
        spec.set_phase(1, &base);
        assert_eq!(spec, base, "what is as in the base needs no table");
    }
}

#[test]
fn phases_that_say_the_same_share_a_part() {
    let spec = parse("[alpha_beta];[phase.0];[phase.1.killers];[phase.2.history];[phase.3.killers];slots = 2");
    let parts = spec.phase_specs().unwrap();
    assert_eq!(parts.iter().map(|part| part.phases.clone()).collect::<Vec<_>>(), [vec![], vec![1, 3], vec![2]]);
    assert!(parts[1].spec.is_on("killers") && parts[2].spec.is_on("history"));
    assert_eq!(parts[0].spec, spec.without_phases());
}

#[test]
fn full_width_is_full_width_in_every_phase() {
    let spec = parse(
        "[alpha_beta];[null_move];[killers];[phase.1];off = [\"null_move\", \"killers\"];[phase.1.futility];[phase.1.features];A = 3",
    );
    let full = spec.full_width();
    assert_eq!(full, parse("[alpha_beta];[killers];[phase.1];off = [\"killers\"]"));
}

fn refused(text: &str, expected: &str) {
    let error = Spec::parse(&text.replace(';', "\n")).map(|_| ()).expect_err(text).to_string();
    assert!(error.contains(expected), "{text}\n  gives: {error}\n  wanted: {expected}");
}

#[test]
fn what_is_wrong_in_a_phase_is_named_with_the_phase_and_the_remedy() {
    refused("[phase.late]", "`phase.late` names no phase; write [phase.0], [phase.1]");
    refused("[phase.01]", "`phase.01` names no phase");
    refused("phase = 3", "`phase` must be tables [phase.0], [phase.1]");
    refused("[phase]\n1 = 3", "`phase` must be tables");
    refused(
        "[phase.1];level = 3",
        "in [phase.1]: `level` is the same in all phases; write it above the first table or leave it out",
    );
    refused("[phase.1];evaluation = \"x\"", "`evaluation` is the same in all phases");
    refused("[phase.1.weights];x = 1", "`weights` is the same in all phases");
    refused("[phase.1.phase.2]", "`phase` is the same in all phases");
    refused("[phase.2.kilers]", "in [phase.2]: unknown enhancement `kilers`; did you mean `killers`?");
    refused("[phase.2];off = [\"kilers\"]", "did you mean `killers`?");
    refused("[phase.2];off = \"killers\"", "`off` must be a list of names");
    refused("[phase.2];off = [\"killers\"];[phase.2.killers]", "`killers` is in `off` and has a table; leave one of them out");
    refused("[alpha_beta];[phase.2.killers];slots = 9", "in [phase.2]: killers.slots = 9 is out of range; use 1 to 4");
    refused("[alpha_beta];[table];[tt_order];[phase.0];off = [\"table\"]", "in [phase.0]: `tt_order` needs `table`");
    refused("[alpha_beta];[table];[pvs];[phase.3.mtdf]", "in [phase.3]: `pvs` and `mtdf` exclude each other");
    refused("[alpha_beta];[phase.1];order = [\"killers\"]", "in [phase.1]: `killers` is in `order` but not switched on");
    refused(
        "[phase.1.features];x = 1000",
        "in [phase.1]: categories.costs = { x = 1000 } is out of range; use a whole number from 0 to 640",
    );
}

#[test]
fn a_game_takes_only_phases_that_it_has() {
    let wrong = |spec: &str| parse(spec).check(&Heaps).unwrap_err().to_string();
    assert_eq!(parse("[alpha_beta];[phase.1.killers]").check(&Heaps), Ok(()));
    assert_eq!(wrong("[phase.2]"), "[phase.2]: heaps has the phases 0 to 1; take one of them or leave the table out");
    assert!(wrong("[phase.1.features];Nowhere = 3").starts_with("in [phase.1]: `Nowhere` is no category"));
    let single = Countdown::<false>;
    let error = parse("[phase.0]").check(&single).unwrap_err().to_string();
    assert!(error.ends_with("has only one phase; leave the table out"), "{error}");
}
