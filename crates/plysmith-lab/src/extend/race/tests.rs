use super::super::focus::Verdict;
use super::super::value::tests::value;
use super::*;

fn valued(feature: u64, value: Value) -> Valued {
    Valued { feature, parents: None, value, verdict: Verdict::Kept }
}

#[test]
fn the_chance_of_what_is_left_is_that_of_the_two_distributions() {
    // Nothing to gain: a beta-binomial number, which is uniform if nothing was assumed.
    let keep = View { kept: 1.0, lost: 1.0, to_keep: 4, gained: 1.0, expected: 1.0, ..View::default() };
    // Nothing to keep: a negative binomial number, here a geometric one of a half.
    let gain = View { kept: 1.0, lost: 1.0, gained: 1.0, expected: 1.0, left: 1.0, to_gain: 100, ..View::default() };
    let both = View { to_keep: 4, ..gain };
    for (view, missing, expected) in [
        (keep, 0, 1.0),
        (keep, 1, 0.8),
        (keep, 3, 0.4),
        (keep, 5, 0.0),
        (gain, 1, 0.5),
        (gain, 3, 0.125),
        (gain, 101, 0.0),
        // None are kept and two gained, or one and one, or more.
        (both, 2, 0.2 * 0.25 + 0.2 * 0.5 + 0.6),
    ] {
        assert!((view.at_least(missing) - expected).abs() < 1e-9, "{view:?}: {} for {missing}", view.at_least(missing));
    }
}

#[test]
fn what_nobody_has_solved_comes_last() {
    let earlier = [("0110000000", 0), ("1110000000", 1), ("0000011000", 2), ("1110000100", 4)];
    let earlier = earlier.map(|(which, feature)| valued(feature, value(which)));
    let hurdle = Hurdle { parent: &earlier[1].value, rule: Rule::Margin(1) };
    let race = Race::new(3, hurdle, &earlier[2].value, &earlier).unwrap();
    assert_eq!(race.needed, 4);
    let (first, last) = race.order().split_at(6);
    let sorted = |places: &[usize]| {
        let mut places = places.to_vec();
        places.sort_unstable();
        places
    };
    assert_eq!((sorted(first), sorted(last)), (vec![0, 1, 2, 5, 6, 7], vec![3, 4, 8, 9]));
    assert!(race.rates[1] > race.rates[0] && race.rates[5] > race.rates[7], "{:?}", race.rates);
    // What was not looked at is not known to be unsolved.
    let mut unseen = earlier.clone();
    unseen[3].value.seen = vec![true, true, true, false, false, false, false, true, false, false];
    let hurdle = Hurdle { parent: &unseen[1].value, rule: Rule::Margin(1) };
    assert!(Race::new(3, hurdle, &unseen[2].value, &unseen).unwrap().rates[9] > race.rates[9]);
}

#[test]
fn a_race_needs_whole_values() {
    let earlier = [valued(0, value("0011")), valued(1, value("0111")), valued(2, Value { early: true, ..value("0000") })];
    let hurdle = |at: usize| Hurdle { parent: &earlier[at].value, rule: Rule::Margin(1) };
    assert!(Race::new(3, hurdle(1), &earlier[0].value, &earlier).is_some());
    assert!(Race::new(3, hurdle(2), &earlier[0].value, &earlier).is_none());
    assert!(Race::new(3, hurdle(1), &earlier[0].value, &earlier[1..]).is_none());
}

/// Positions are of different difficulty, features of different strength. Racing is to find the hopeless ones early, and to leave alone what passes.
#[test]
fn a_race_gives_up_hardly_anything_that_would_have_passed() {
    let draw = |seed: u64, at: usize| (plysmith::game::hash::mix(seed << 32 | at as u64) >> 11) as f64 / (1_u64 << 53) as f64;
    let (mut wrong, mut passing, mut looked, mut failing) = (0, 0, 0, 0);
    for seed in 0..40_u64 {
        // One position in three is hard to solve for anybody.
        let solves = |feature: u64, strength: f64| -> Value {
            let solved = |at: usize| draw(seed * 1_000 + feature, at) < strength * draw(seed * 1_000, at).powi(3);
            Value { which: (0..300).map(solved).collect(), ..Value::default() }
        };
        let mut earlier = vec![valued(0, solves(900, 0.4))];
        for atom in 0..8 {
            earlier.push(valued(1 << atom, solves(901 + atom, 0.2 + draw(seed, atom as usize))));
        }
        for (first, second) in (0..8).flat_map(|first| (first + 1..8).map(move |second| (first, second))) {
            let feature = 1_u64 << first | 1 << second;
            // It keeps most of what its parent solves, and may be stronger or weaker.
            let [parent, other] = [first, second].map(|atom| earlier[atom + 1].value.clone());
            let fresh = solves(feature, 1.4 * draw(seed, 20 + feature as usize));
            let which = (0..300)
                .map(|at| if draw(seed + 50, 300 * feature as usize + at) < 0.6 { parent.which[at] } else { fresh.which[at] });
            let value = Value { which: which.collect(), ..Value::default() };
            let hurdle = Hurdle { parent: &parent, rule: Rule::Margin(3) };
            let race = Race::new(feature, hurdle, &other, &earlier).unwrap();
            let results: Vec<bool> = race.order().iter().map(|&place| value.which[place]).collect();
            let given_up = (10..300).step_by(10).find(|&looked| race.is_lost(&results[..looked]));
            if hurdle.passes(&value) {
                passing += 1;
                wrong += usize::from(given_up.is_some());
            } else {
                failing += 1;
                looked += given_up.unwrap_or(300);
            }
            earlier.push(valued(feature, value));
        }
    }
    assert!(passing > 200 && 20 * wrong <= passing, "{wrong} of {passing} that pass are given up");
    assert!(looked < 200 * failing, "what fails is looked at on {} positions", looked / failing);
}
