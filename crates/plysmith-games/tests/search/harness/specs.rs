//! Random specs that a game accepts.

use plysmith::Game;
use plysmith::enhance::CARDS;
use plysmith::spec::{Spec, SpecError};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// A spec with each of the enhancements that `among` names on or off by chance, with random parameters, precedence and evaluation.
pub fn random<G: Game>(game: &G, among: impl Fn(&str) -> bool, rng: &mut Pcg64Mcg) -> Spec {
    let mut spec = Spec::nothing();
    let mut barred = Vec::new();
    for card in CARDS {
        // What others need would be on almost always if it could not be barred.
        if !among(card.name) || rng.random_bool(0.15) {
            barred.push(card.name);
        } else if rng.random_bool(0.5) {
            spec.switch_on(card.name).expect("the card names it");
        }
    }
    repair(&mut spec, &barred, game, rng);
    for name in spec.enhancements().collect::<Vec<_>>() {
        let card = CARDS.iter().find(|card| card.name == name).expect("what is on has a card");
        for parameter in card.parameters {
            // Small tables collide, and low thresholds are reached at the depths that the reference can afford.
            let high = match parameter.name {
                "bits" => parameter.high.min(10),
                // Captures without end are for another test.
                "plies" | "moves" if name == "quiescence" => parameter.low + 3,
                _ if parameter.names.is_empty() && rng.random_bool(0.6) => parameter.high.min(parameter.low + 3),
                _ => parameter.high,
            };
            spec.set(name, parameter.name, rng.random_range(parameter.low..=high)).expect("the value is in its range");
        }
    }
    add_features(&mut spec, game, rng);
    let mut order = spec.order();
    order.shuffle(rng);
    spec.set_order(&order).expect("the same names in another order");
    let evaluations = game.evaluations();
    spec.evaluation = Some(evaluations[rng.random_range(0..evaluations.len())].name.into());
    spec
}

/// Random categories of moves with random costs, if something goes by them.
fn add_features<G: Game>(spec: &mut Spec, game: &G, rng: &mut Pcg64Mcg) {
    let atoms = game.atoms();
    let used = ["fractional", "realization", "enhanced_realization"].iter().any(|name| spec.is_on(name));
    if !used || atoms.is_empty() {
        return;
    }
    for _ in 0..rng.random_range(0..4) {
        let mut names: Vec<&str> = (0..rng.random_range(1..=2)).map(|_| atoms[rng.random_range(0..atoms.len())].name).collect();
        names.dedup();
        spec.features.push((names.join("-"), rng.random_range(16..=192)));
    }
    spec.features.sort();
    spec.features.dedup_by(|a, b| a.0 == b.0);
}

/// The enhancements that keep the value of plain negamax, given an exact table.
pub fn preserving(name: &str) -> bool {
    CARDS.iter().any(|card| card.name == name && card.preserves.is_some())
}

/// Sets a named parameter of the table, if it is on.
pub fn set_table(spec: &mut Spec, parameter: &str, value: &str) {
    let card = CARDS.iter().find(|card| card.name == "table").expect("there is a table");
    let names = card.parameters.iter().find(|card| card.name == parameter).expect("it has the parameter").names;
    let number = names.iter().position(|name| *name == value).expect("the parameter has the value");
    if spec.is_on("table") {
        spec.set("table", parameter, number as i64).expect("the value is in its range");
    }
}

/// Changes what the game or the spec itself does not allow: what is needed comes in unless it is barred, what is excluded goes.
fn repair<G: Game>(spec: &mut Spec, barred: &[&str], game: &G, rng: &mut Pcg64Mcg) {
    for round in 0.. {
        let unwanted = match spec.check(game) {
            Ok(()) => return,
            Err(SpecError::Needs { needed, .. }) if round < 100 && !barred.contains(&needed) => {
                spec.switch_on(needed).expect("the card names it");
                continue;
            }
            Err(SpecError::Needs { name, .. } | SpecError::Capability { name, .. }) => name,
            Err(SpecError::Excludes { name, excluded }) => [name, excluded][rng.random_range(0..2)],
            Err(SpecError::TooManyOrders { .. }) => {
                let order = spec.order();
                order[rng.random_range(0..order.len())]
            }
            Err(error) => panic!("a random spec that cannot be repaired: {error}\n{spec}"),
        };
        spec.switch_off(unwanted).expect("it is on");
    }
}
