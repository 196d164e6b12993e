use std::collections::HashMap;
use std::convert::Infallible;

use super::super::atoms::tests::set;
use super::super::value::tests::value;
use super::*;

const SIZE: usize = 40;

/// As many solved positions as asked for, the first ones.
fn solving(count: usize) -> Value {
    value(&format!("{}{}", "1".repeat(count), "0".repeat(SIZE - count)))
}

fn rules(margin: i64) -> Rules {
    Rules { rule: Rule::Margin(margin), tree_pruning: false, threshold: None, blacklist: Vec::new(), by_promise: false }
}

/// Evolves with values by name; what is not named solves nothing. Gives names with verdicts, in the order of valuation.
fn run(atoms: &AtomSet, rules: &Rules, values: &[(&str, usize)]) -> (Vec<String>, Evolved) {
    let values: HashMap<u64, usize> = values.iter().map(|(name, count)| (atoms.read(name).unwrap(), *count)).collect();
    let evolved =
        focus(atoms, rules, |asked| Ok::<_, Infallible>(solving(values.get(&asked.feature).copied().unwrap_or(0)))).unwrap();
    let sign = |verdict| if verdict == Verdict::Kept { '+' } else { '-' };
    let told = evolved.valued.iter().map(|valued| format!("{}{}", sign(valued.verdict), atoms.name(valued.feature))).collect();
    (told, evolved)
}

#[test]
fn combinations_go_on_from_what_is_better_than_its_first_parent() {
    let atoms = set(&["a", "b", "c"]);
    let (told, evolved) =
        run(&atoms, &rules(1), &[("neutral", 2), ("a", 5), ("b", 8), ("c", 3), ("a-b", 9), ("b-c", 8), ("a-c", 6)]);
    // The better atom is the first parent, so that a-b has to beat b and not a. With b-c on the blacklist there is no a-b-c.
    assert_eq!(told, ["+neutral", "+a", "+b", "+c", "+a-b", "-b-c", "+a-c"]);
    assert_eq!(evolved.valued[4].parents, Some([0b010, 0b001]));
    assert_eq!(evolved.valued[5].verdict, Verdict::Pruned(Some(9)));
    let kept: Vec<String> = evolved.kept(&atoms).iter().map(|valued| atoms.name(valued.feature)).collect();
    assert_eq!(kept, ["a-b", "b", "a-c", "a", "c", "neutral"]);
    let (told, _) = run(&atoms, &rules(0), &[("a", 5), ("b", 8), ("c", 3), ("a-b", 9), ("b-c", 8), ("a-c", 6), ("a-b-c", 9)]);
    assert_eq!(told.last().unwrap(), "+a-b-c", "equal is enough without a margin");
}

#[test]
fn atoms_of_one_group_never_combine() {
    let values = [("a", 9), ("b", 8), ("c", 7), ("a-b", 10), ("a-c", 10), ("b-c", 10), ("a-b-c", 11)];
    let atoms = set(&["a", "b:g", "c:g"]);
    assert_eq!(run(&atoms, &rules(1), &values).0, ["+neutral", "+a", "+b", "+c", "+a-b", "+a-c"]);
    let all = ["+neutral", "+a", "+b", "+c", "+a-b", "+a-c", "+b-c", "+a-b-c"];
    assert_eq!(run(&atoms.ungrouped(), &rules(1), &values).0, all);
}

#[test]
fn equals_are_taken_by_name_and_each_combination_once() {
    let atoms = set(&["z", "y", "x"]);
    let (told, evolved) = run(&atoms, &rules(0), &[("z", 4), ("y", 4), ("x", 4), ("y-x", 5), ("z-x", 5), ("z-y", 4), ("z-y-x", 5)]);
    // Atoms are valued in the order of the list and combined by name: x first.
    assert_eq!(told, ["+neutral", "+z", "+y", "+x", "+y-x", "+z-x", "+z-y", "+z-y-x"]);
    assert_eq!(evolved.valued[7].parents, Some([0b110, 0b001]), "of equal parents y-x, by its name, and not z-x");
}

#[test]
fn the_threshold_drops_atoms_that_are_not_safe() {
    let values = [("neutral", 5), ("a", 8), ("b", 4), ("c", 3), ("a-b", 12), ("a-c", 11)];
    let atoms = set(&["a", "b", "c"]);
    let pruned = Rules { threshold: Some(Threshold::Neutral), ..rules(1) };
    let (told, evolved) = run(&atoms, &pruned, &values);
    assert_eq!(told, ["+neutral", "+a", "-b", "-c"]);
    assert_eq!(evolved.valued[2].verdict, Verdict::Dropped(5));
    let safe = atoms.clone().keeping(&["c".into()]).unwrap();
    assert_eq!(run(&safe, &pruned, &values).0, ["+neutral", "+a", "-b", "+c", "+a-c"]);
    let lower = Rules { threshold: Some(Threshold::At(4)), ..rules(1) };
    assert_eq!(run(&atoms, &lower, &values).0, ["+neutral", "+a", "+b", "-c", "+a-b"], "equal to the threshold is enough");
}

#[test]
fn a_failure_bars_the_children_of_the_second_parent_just_before_they_are_valued() {
    let values = [("a", 9), ("c1", 8), ("c2", 7), ("c3", 6), ("a-c2", 12), ("a-c3", 12)];
    let atoms = set(&["a", "c1:c", "c2:c<c1", "c3:c<c1"]);
    assert_eq!(run(&atoms, &rules(1), &values).0[5..], ["-a-c1", "+a-c2", "+a-c3"]);
    let (told, evolved) = run(&atoms, &Rules { tree_pruning: true, ..rules(1) }, &values);
    // All three were formed at once; the failure of the first makes the others fail the second look at the blacklist.
    assert_eq!(told[5..], ["-a-c1"]);
    let skipped: Vec<(String, Why)> = evolved.skipped.iter().map(|skipped| (atoms.name(skipped.feature), skipped.why)).collect();
    assert_eq!(skipped, [("a-c2".into(), Why::Tree), ("a-c3".into(), Why::Tree)]);
}

#[test]
fn a_child_that_was_valued_before_its_parent_failed_stays_but_grows_no_further() {
    let values = [("a", 9), ("b", 5), ("c1", 6), ("c2", 7), ("a-c2", 12), ("a-c1", 3), ("a-b", 15), ("b-c2", 9), ("a-b-c2", 20)];
    let atoms = set(&["a", "b", "c1:c", "c2:c<c1"]);
    let (told, _) = run(&atoms, &Rules { tree_pruning: true, ..rules(1) }, &values);
    assert_eq!(told[5..], ["+a-c2", "-a-c1", "+a-b", "+b-c2", "-b-c1"]);
}

#[test]
fn a_failure_never_bars_its_own_first_parent() {
    // Without groups the first parent can be the child of the second.
    let atoms = set(&["c1:c", "c2:c<c1", "a"]).ungrouped();
    let values = [("c2", 9), ("c1", 5), ("a", 4), ("c2-a", 12)];
    let (told, _) = run(&atoms, &Rules { tree_pruning: true, ..rules(1) }, &values);
    assert_eq!(told[4..], ["-c1-c2", "+c2-a", "-c1-a"]);
}

#[test]
fn what_is_blacklisted_at_first_is_never_tried() {
    let atoms = set(&["a", "b", "c"]);
    let values = [("a", 5), ("b", 4), ("c", 3), ("a-b", 9), ("a-c", 8), ("b-c", 8), ("a-b-c", 20)];
    let given = Rules { blacklist: vec![0b011], ..rules(1) };
    assert_eq!(run(&atoms, &given, &values).0, ["+neutral", "+a", "+b", "+c", "+a-c", "+b-c"]);
    let atom = Rules { blacklist: vec![0b001], ..rules(1) };
    assert_eq!(run(&atoms, &atom, &values).0, ["+neutral", "+b", "+c", "+b-c"]);
}

#[test]
fn the_powers_of_the_best_are_followed_to_the_end() {
    let atoms = set(&["a", "b", "c", "d"]);
    let evolved = focus(&atoms, &rules(1), |asked| Ok::<_, Infallible>(solving(5 * asked.feature.count_ones() as usize))).unwrap();
    assert_eq!((evolved.valued.len(), evolved.generations), (16, 4), "every subset once");
    assert_eq!(exhaustive(&atoms, 2, |_| Ok::<_, Infallible>(solving(1))).unwrap().valued.len(), 1 + 4 + 6);
}

#[test]
fn a_valuation_that_fails_ends_the_evolution() {
    let atoms = set(&["a", "b"]);
    let failed = focus(&atoms, &rules(1), |asked| if asked.number < 2 { Ok(solving(1)) } else { Err(asked.feature) });
    assert_eq!(failed, Err(0b10));
}

#[test]
fn giving_up_early_changes_no_verdict() {
    // Values drawn from a seed: what is given up at some position by the hurdle is judged as if it had been looked at to the end.
    use plysmith::game::hash::mix;
    for seed in 0..60 {
        let atoms = set(&["a", "b:g", "c:g<b", "d", "e"]);
        let rule = [Rule::Margin(1), Rule::Margin(0), Rule::Paired(0.2)][seed as usize % 3];
        let rules = Rules { rule, tree_pruning: seed % 2 == 0, ..rules(0) };
        let drawn = |feature: u64| {
            let which = (0..SIZE as u64).map(|at| mix(seed ^ mix(feature ^ mix(at))) % 8 < 1 + u64::from(feature.count_ones()));
            Value { which: which.collect(), ..Value::default() }
        };
        let whole = focus(&atoms, &rules, |asked| Ok::<_, Infallible>(drawn(asked.feature))).unwrap();
        let raced = focus(&atoms, &rules, |asked| {
            let mut value = drawn(asked.feature);
            let given_up = (1..SIZE).find(|&looked| asked.hurdle.is_some_and(|hurdle| hurdle.is_hopeless(&value.which[..looked])));
            if let Some(looked) = given_up {
                value.which.truncate(looked);
                value.early = true;
            }
            Ok::<_, Infallible>(value)
        })
        .unwrap();
        let verdicts = |evolved: &Evolved| evolved.valued.iter().map(|valued| (valued.feature, valued.verdict)).collect::<Vec<_>>();
        assert_eq!(verdicts(&whole), verdicts(&raced), "seed {seed}");
    }
}
