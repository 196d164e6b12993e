use super::*;

#[test]
fn every_card_names_only_what_exists() {
    for card in CARDS {
        for other in card.needs.iter().chain(card.excludes) {
            assert!(place(other).is_some(), "{} names `{other}`", card.name);
        }
        for parameter in card.parameters {
            assert!(parameter.kind.holds(&(parameter.default)()), "{}.{}", card.name, parameter.name);
            assert!(!parameter.about.is_empty());
        }
        assert!(!card.about.is_empty() && !card.origin.is_empty(), "{}", card.name);
    }
}

#[test]
fn files_modules_and_the_list_agree() {
    // What the enhancements share.
    const OTHERS: [&str; 6] = ["card", "features", "stations", "terms", "tests", "value"];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/enhance");
    let file =
        |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
    let files: std::collections::BTreeSet<String> = std::fs::read_dir(folder).unwrap().map(file).collect();
    let hidden = (!cfg!(feature = "dummy")).then_some("dummy");
    let listed = CARDS.iter().map(|card| card.name).chain(OTHERS).chain(hidden);
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
            assert_eq!(choices.value(i, j), Some((parameter.default)()));
            let values: Vec<ParameterValue> = match parameter.kind {
                Kind::Vector { low, high, .. } => vec![vec![low].into(), vec![low, high].into()],
                Kind::Part(_) => vec![crate::PartId([1; 16]).into(), crate::PartId::NONE.into()],
                kind => kind.numbers().into_iter().flat_map(|(low, high)| [low.into(), high.into()]).collect(),
            };
            for value in values {
                choices.set(i, j, &value, &|_, _| Ok(0)).unwrap();
                assert_eq!(choices.value(i, j), Some(value), "{}.{}", card.name, parameter.name);
            }
        }
    }
}
