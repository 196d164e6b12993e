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

/// What the search needs to know of single enhancements stands on their cards and in their files.
#[test]
fn no_enhancement_is_named_where_all_are_treated_alike() {
    let sources = [
        ("search.rs", include_str!("../search.rs")),
        ("search/driver.rs", include_str!("../search/driver.rs")),
        ("search/frame.rs", include_str!("../search/frame.rs")),
        ("search/picker.rs", include_str!("../search/picker.rs")),
        ("search/root.rs", include_str!("../search/root.rs")),
        ("search/side_search.rs", include_str!("../search/side_search.rs")),
        ("search/survey.rs", include_str!("../search/survey.rs")),
        ("engine.rs", include_str!("../engine.rs")),
        ("spec.rs", include_str!("../spec.rs")),
        ("enhance.rs", include_str!("../enhance.rs")),
        ("enhance/stations.rs", include_str!("stations.rs")),
    ];
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    for (file, source) in sources {
        // Tests may name what they like, and so may prose.
        let source = source.split("#[cfg(test)]").next().unwrap();
        let code: Vec<&str> = source.lines().map(|line| line.split("//").next().unwrap()).collect();
        for name in CARDS.iter().map(|card| card.name) {
            for (number, line) in code.iter().enumerate() {
                let listed = line.contains(" => ") || line.contains("mod ") || line.contains("cfg(");
                let mut places = line.match_indices(name);
                let named = places.any(|(at, _)| {
                    let (before, after) = (line[..at].chars().next_back(), line[at + name.len()..].chars().next());
                    let is_whole = !before.is_some_and(is_word) && !after.is_some_and(is_word);
                    // A field of choices or memory, a path, or a string.
                    let is_called = after == Some('(');
                    is_whole
                        && !is_called
                        && (before == Some('.') || before == Some('"') || line[at + name.len()..].starts_with("::"))
                });
                assert!(!named || (file == "enhance.rs" && listed), "{file}:{} names `{name}`: {line}", number + 1);
            }
        }
    }
}
