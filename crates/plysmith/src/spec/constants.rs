//! A spec as the text of Rust constants, for an engine with its choices compiled in.

use std::fmt::Write;

use super::{Spec, SpecError};
use crate::arena::GameCard;

impl Spec {
    /// The Rust expression whose value is [`Spec::choices_for`] the game of this card: for [`Baked::CHOICES`](crate::Baked::CHOICES). Evaluation, weights
    /// and level are not part of it.
    pub fn constants(&self, card: &GameCard) -> Result<String, SpecError> {
        let mut text = String::from("plysmith::enhance::Choices {\n");
        for field in self.choices.fields() {
            writeln!(text, "    {field},").expect("a string takes everything");
        }
        text.push_str("    features: plysmith::enhance::Features::NONE");
        for feature in self.features_by(card.atoms, || card.name.clone())? {
            let (atoms, cost) = (feature.atoms, feature.cost);
            write!(text, "\n        .with(plysmith::enhance::Feature {{ atoms: {atoms:#x}, cost: {cost} }})")
                .expect("a string takes everything");
        }
        text.push_str(",\n    ..plysmith::enhance::Choices::NONE\n}\n.ordered(&[\n");
        for name in self.order() {
            writeln!(text, "    plysmith::enhance::place({name:?}).unwrap(),").expect("a string takes everything");
        }
        text.push_str("])");
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Arena, GameArena};
    use crate::enhance::CARDS;
    use crate::testing::Heaps;

    /// Every enhancement with every value of its parameters that has a name, and the extremes of those that have none.
    #[test]
    fn the_text_names_every_parameter_with_its_value() {
        let card = GameArena(Heaps).card();
        for enhancement in CARDS {
            let mut spec = Spec::nothing();
            spec.switch_on(enhancement.name).unwrap();
            for parameter in enhancement.parameters {
                let values = if parameter.names.is_empty() {
                    vec![parameter.low, parameter.high]
                } else {
                    (parameter.low..=parameter.high).collect()
                };
                for value in values {
                    spec.set(enhancement.name, parameter.name, value).unwrap();
                    let text = spec.constants(&card).unwrap();
                    let params = format!("{0}: Some(plysmith::enhance::{0}::Params {{", enhancement.name);
                    assert!(text.contains(&params), "{text}");
                    let expected = match parameter.names {
                        [] => value.to_string(),
                        ["false", "true"] => (value != 0).to_string(),
                        // A name such as `two_level` is the value `TwoLevel` of a type in the enhancement's file.
                        names => {
                            let words = names[value as usize].split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
                            format!("::{}", words.collect::<String>())
                        }
                    };
                    let written = text.split(&format!(" {}: ", parameter.name)).nth(1).unwrap();
                    let written = &written[..written.find([',', ' ']).unwrap()];
                    assert!(written.ends_with(&expected), "{}.{} = {value}: {text}", enhancement.name, parameter.name);
                }
            }
        }
    }

    #[test]
    fn precedence_and_features_are_in_the_text() {
        let card = GameArena(Heaps).card();
        let atoms: Vec<&str> = card.atoms.iter().map(|atom| atom.name).collect();
        let both = atoms[..2].join("-");
        let text = format!(
            "order = [\"history\", \"killers\"]\n[alpha_beta]\n[killers]\n[history]\n[fractional]\n[features]\n{both} = 32"
        );
        let text = Spec::parse(&text).unwrap().constants(&card).unwrap();
        assert!(text.contains("Feature { atoms: 0x3, cost: 32 }"), "{text}");
        let swapped = |text: &str| Spec::parse(&format!("[fractional]\n[features]\n{text}")).unwrap().constants(&card).unwrap();
        let [first, second] = [atoms[0], atoms[1]];
        assert_eq!(swapped(&format!("{first} = 1\n{second} = 2")), swapped(&format!("{second} = 2\n{first} = 1")));
        let mut unsorted = Spec::nothing();
        unsorted.features = vec![(second.into(), 2), (first.into(), 1)];
        let read = Spec::parse(&unsorted.to_string()).unwrap();
        assert_eq!(unsorted.choices_for(&Heaps), read.choices_for(&Heaps), "whatever TOML does to the order");
        let place = |name: &str| text.find(&format!("place({name:?}).unwrap()")).unwrap();
        assert!(place("history") < place("killers"), "{text}");
        let unknown = Spec::parse("[features]\nnowhere = 3").unwrap().constants(&card).unwrap_err();
        assert!(unknown.to_string().contains("nowhere"), "{unknown}");
    }
}
