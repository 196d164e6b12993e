//! Random specs that a game accepts.

use plysmith::Game;
use plysmith::enhance::{CARDS, Kind, ParameterValue, WORTH};
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
            let value = match parameter.kind {
                Kind::Vector { longest, low, high, .. } => {
                    let count = rng.random_range(1..=longest);
                    (0..count).map(|_| rng.random_range(low..=high.min(low + 1_000))).collect::<Vec<i64>>().into()
                }
                kind => {
                    let Some((low, high)) = kind.numbers() else { continue };
                    // Small tables collide, and low thresholds are reached at the depths that the reference can afford.
                    let high = match parameter.name {
                        "bits" => high.min(10),
                        // Captures without end are for another test.
                        "plies" | "moves" if name == "quiescence" => low + 3,
                        _ if matches!(kind, Kind::Number { .. }) && rng.random_bool(0.6) => high.min(low + 3),
                        _ => high,
                    };
                    ParameterValue::from(rng.random_range(low..=high))
                }
            };
            spec.set(name, parameter.name, value).expect("the value is in its range");
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
    let mut costs = Vec::new();
    for _ in 0..rng.random_range(0..4) {
        let mut names: Vec<&str> = (0..rng.random_range(1..=2)).map(|_| atoms[rng.random_range(0..atoms.len())].name).collect();
        names.dedup();
        costs.push((names.join("-"), rng.random_range(16..=192)));
    }
    spec.set_costs(costs).expect("the costs are in their range");
}

/// The enhancements that keep the value of plain negamax, given an exact table.
pub fn preserving(name: &str) -> bool {
    CARDS.iter().any(|card| card.name == name && card.preserves.is_some())
}

/// Sets a named parameter of the table, if it is on.
pub fn set_table(spec: &mut Spec, parameter: &str, value: &str) {
    let card = CARDS.iter().find(|card| card.name == "table").expect("there is a table");
    let kind = card.parameters.iter().find(|card| card.name == parameter).expect("it has the parameter").kind;
    let value = kind.read(value).expect("the parameter has the value");
    if spec.is_on("table") {
        spec.set("table", parameter, value).expect("the value is in its range");
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
                // Worth has no switch of its own.
                let order: Vec<_> = spec.order().into_iter().filter(|&name| name != WORTH).collect();
                order[rng.random_range(0..order.len())]
            }
            Err(error) => panic!("a random spec that cannot be repaired: {error}\n{spec}"),
        };
        spec.switch_off(unwanted).expect("it is on");
    }
}
