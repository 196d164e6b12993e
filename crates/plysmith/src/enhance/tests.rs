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
