use super::*;

#[test]
fn every_card_names_only_what_exists() {
    for card in CARDS {
        for other in card.needs.iter().chain(card.excludes) {
            assert!(place(other).is_some(), "{} names `{other}`", card.name);
        }
        for parameter in card.parameters {
            assert!((parameter.low..=parameter.high).contains(&parameter.default), "{}.{}", card.name, parameter.name);
            assert!(parameter.names.is_empty() || parameter.names.len() as i64 == parameter.high + 1);
            assert!(!parameter.about.is_empty());
        }
        assert!(!card.about.is_empty() && !card.origin.is_empty(), "{}", card.name);
    }
}

#[test]
fn files_modules_and_the_list_agree() {
    // What the enhancements share.
    const OTHERS: [&str; 4] = ["card", "features", "terms", "tests"];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/enhance");
    let file =
        |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
    let files: std::collections::BTreeSet<String> = std::fs::read_dir(folder).unwrap().map(file).collect();
    let listed = CARDS.iter().map(|card| card.name).chain(OTHERS);
    assert_eq!(files, listed.map(String::from).collect());
    let source = include_str!("../enhance.rs");
    for name in files {
        assert!(source.contains(&format!("mod {name};\n")), "enhance.rs declares no module `{name}`");
    }
}

#[test]
fn names_are_unique_and_equal_the_file_names() {
    for (i, card) in CARDS.iter().enumerate() {
        assert_eq!(place(card.name), Some(i));
        let mut choices = Choices::NONE;
        choices.switch(i, true);
        assert!(choices.is_on(i) && (0..COUNT).filter(|&j| choices.is_on(j)).count() == 1);
    }
}

#[test]
fn exclusions_hold_both_ways() {
    for card in CARDS {
        for other in card.excludes {
            assert!(CARDS[place(other).unwrap()].excludes.contains(&card.name), "{} excludes {other}", card.name);
        }
    }
}

#[test]
fn a_parameter_set_is_the_parameter_read() {
    for (i, card) in CARDS.iter().enumerate() {
        let mut choices = Choices::NONE;
        choices.switch(i, true);
        for (j, parameter) in card.parameters.iter().enumerate() {
            assert_eq!(choices.get(i, j), Some(parameter.default));
            for value in [parameter.low, parameter.high] {
                choices.set(i, j, value);
                assert_eq!(choices.get(i, j), Some(value), "{}.{}", card.name, parameter.name);
            }
        }
    }
}
