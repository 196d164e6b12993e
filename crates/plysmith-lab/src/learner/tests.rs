//! Promises that every learner keeps, whoever adds it.

use std::collections::HashSet;

use super::*;
use crate::testing::arena;

#[test]
fn names_are_words_of_their_own() {
    let names: HashSet<&str> = LEARNERS.iter().map(|learner| learner.card().name).collect();
    assert_eq!(names.len(), LEARNERS.len());
    for learner in LEARNERS {
        let card = learner.card();
        let is_word = card.name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
        assert!(is_word && !card.title.is_empty() && !card.about.is_empty() && !card.judge.is_empty(), "{card:?}");
        assert!(card.method_of.is_some() || card.help.contains(&format!("plysmith {}", card.name)), "{card:?} has no example");
        assert!(std::ptr::addr_eq(find(card.name).unwrap(), *learner));
    }
}

#[test]
fn an_ask_is_plain_data_with_a_default_for_everything() {
    let arena = arena("breakthrough-5x5");
    let start = SpecText::new(&*arena, &arena.preset("default").unwrap()).unwrap();
    for learner in LEARNERS {
        let options = usual_options(*learner);
        let ask = Ask { learner: learner.card().name.into(), start: start.clone(), seed: 7, pace: Some(20_000), options };
        let read: Ask = serde_json::from_str(&serde_json::to_string(&ask).unwrap()).unwrap();
        assert_eq!(read, ask);
        learner.check(&*arena, &start.spec().unwrap(), &ask.options).unwrap();
        let wrong = learner.check(&*arena, &start.spec().unwrap(), &Value::from(7)).unwrap_err();
        assert!(wrong.contains(learner.card().name), "{wrong}");
    }
}

#[test]
fn where_a_file_is_does_not_matter_and_what_is_in_it_does() {
    let arena = arena("breakthrough-5x5");
    let start = SpecText::new(&*arena, &arena.preset("default").unwrap()).unwrap();
    let learner = find("network").unwrap();
    let ask = |path: &str, text: Option<&str>| {
        let mut options = usual_options(learner);
        options["positions"] = serde_json::to_value(Attached { path: path.into(), text: text.map(String::from) }).unwrap();
        Ask { learner: "network".into(), start: start.clone(), seed: 1, pace: None, options }.without_places()
    };
    let usual = Ask { learner: "network".into(), start: start.clone(), seed: 1, pace: None, options: usual_options(learner) };
    assert_eq!(ask("here", Some("games")), ask("there", Some("games")));
    assert_ne!(ask("here", Some("games")), ask("here", Some("other games")));
    assert_eq!(ask("here", None), usual.without_places(), "a file that is not there yet teaches nothing");
}

#[test]
fn every_learner_learns_something_small_from_its_ask_alone() {
    let small: [(&str, &[&str]); 7] = [
        ("select", &["--metric", "nodes", "--quality", "none", "--sequences", "8", "--nodes", "300", "--no-tuning"]),
        ("extend", &["--nodes", "200", "--count", "10", "--epsilon", "1", "--cost", "0.5,2"]),
        ("network", &["--games", "700", "--nodes", "60", "--units", "8"]),
        ("weights", &["--games", "160", "--nodes", "60"]),
        ("calibrate", &["--depth", "3", "--positions", "60"]),
        ("realization", &["--games", "20"]),
        ("dummy-learner", &["--depth", "3"]),
    ];
    for learner in LEARNERS {
        let card = learner.card();
        let (_, words) = small.iter().find(|(name, _)| *name == card.name).expect("a small ask for every learner");
        let command = learner.with_options(clap::Command::new(card.name).no_binary_name(true));
        let options = learner.read(&command.try_get_matches_from(*words).unwrap()).unwrap();
        let arena = arena("breakthrough-5x5");
        // The learner of the tests learns what any other begins with.
        let bounds = if card.is_listed { "[alpha_beta]\n" } else { "" };
        let start = Spec::parse(&format!("{bounds}[table]\n[tt_order]\n[deepening]")).unwrap();
        assert_eq!(learner.hindrance(&*arena, &start), None, "{}", card.name);
        let start = SpecText::new(&*arena, &start).unwrap();
        let ask = Ask { learner: card.name.into(), start, seed: 1, pace: None, options };
        let learn = |threads| {
            let mut lab = Lab::new(&*arena, "").threads(threads);
            let learned = learner.learn(&ask, &mut lab, &mut unhurried).unwrap_or_else(|error| panic!("{}: {error}", card.name));
            // An engine that plays comes out, and what is told can be written.
            arena.check_spec(&learned.spec.spec().unwrap()).unwrap();
            assert!(!learned.verdict.is_empty() && !learned.sections.is_empty() && learned.figures.is_object(), "{}", card.name);
            // Networks of later rounds depend on matches at equal time, and so on how long nodes take.
            match learned.figures.pointer("/learned/rounds/0/network") {
                Some(network) => network.clone(),
                None => serde_json::json!([learned.spec, learned.figures]),
            }
        };
        assert_eq!(learn(1), learn(2), "{}", card.name);
    }
}
