//! A spec as the text of Rust constants, for an engine with its choices compiled in.

use std::fmt::Write;

use super::{Spec, SpecError, codes};
use crate::arena::GameCard;
use crate::enhance::Choices;

impl Spec {
    /// The Rust expression whose value is [`Spec::choices_for`] the game of this card: for [`Baked::CHOICES`](crate::Baked::CHOICES). The game's
    /// own evaluations, weights and level are not part of it.
    pub fn constants(&self, card: &GameCard) -> Result<String, SpecError> {
        let evaluator = self.evaluator(&card.evaluations);
        let hidden = self.hidden().common(card.capabilities.union(card.hidden));
        let choices = self.choices_by(Some(&codes(&card.atoms, || card.name.clone())))?;
        let choices = Choices { evaluator, hidden, ..choices };
        let mut text = String::from("plysmith::enhance::Choices {\n");
        for field in choices.fields() {
            writeln!(text, "    {field},").expect("a string takes everything");
        }
        text.push_str("    ..plysmith::enhance::Choices::NONE\n}\n.ordered(&[\n");
        for name in self.order() {
            writeln!(text, "    plysmith::enhance::entry({name:?}).unwrap(),").expect("a string takes everything");
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
    use crate::enhance::value::{Kind, Value};
    use crate::testing::Heaps;

    /// Values of a kind to try: all that have a name, and the extremes of those that have none.
    fn values(kind: Kind) -> Vec<(Value, String)> {
        let numbers = |numbers: &[i64]| numbers.iter().map(|&number| (number.into(), number.to_string())).collect();
        match kind {
            Kind::Number { low, high } => numbers(&[low, high]),
            Kind::Switch => vec![(0.into(), "false".into()), (1.into(), "true".into())],
            // A name such as `two_level` is the value `TwoLevel` of a type in the enhancement's file.
            Kind::Choice(names) => {
                let word = |word: &str| word[..1].to_uppercase() + &word[1..];
                let text = |name: &str| format!("::{}", name.split('_').map(word).collect::<String>());
                names.iter().enumerate().map(|(number, name)| ((number as i64).into(), text(name))).collect()
            }
            Kind::Vector { low, high, .. } => vec![(vec![low, high].into(), format!("List::of(&[{low}, {high}])"))],
            Kind::Table { .. } => vec![(vec![("Three".to_string(), 32)].into(), "cost: 32 })".into())],
            Kind::Name(_) => Vec::new(),
            Kind::Part(_) => {
                let id = crate::PartId([1; 16]);
                vec![(id.into(), format!("PartOf::of(plysmith::part::PartId({:?}))", id.0))]
            }
        }
    }

    /// Every enhancement with values of all its parameters.
    #[test]
    fn the_text_names_every_parameter_with_its_value() {
        let card = GameArena::new(Heaps).card();
        for enhancement in CARDS {
            let mut spec = Spec::nothing();
            spec.switch_on(enhancement.name).unwrap();
            for parameter in enhancement.parameters {
                for (value, expected) in values(parameter.kind) {
                    spec.set(enhancement.name, parameter.name, value.clone()).unwrap();
                    let text = spec.constants(&card).unwrap();
                    let params = format!("{0}: Some(plysmith::enhance::{0}::Params {{", enhancement.name);
                    assert!(text.contains(&params), "{text}");
                    let written = text.split(&format!(" {}: ", parameter.name)).nth(1).unwrap();
                    let end = written.find(&expected).map(|at| at + expected.len());
                    let next = end.and_then(|end| written[end..].chars().next());
                    assert!(matches!(next, Some(',' | ' ')), "{}.{} = {value:?}: {text}", enhancement.name, parameter.name);
                }
            }
        }
    }

    #[test]
    fn precedence_and_features_are_in_the_text() {
        let card = GameArena::new(Heaps).card();
        let atoms: Vec<&str> = card.atoms.iter().map(|atom| &*atom.name).collect();
        let both = atoms[..2].join("-");
        let text = format!(
            "order = [\"worth\", \"killers\"]\n[alpha_beta]\n[killers]\n[history]\n[fractional]\n[categories.costs]\n{both} = 32"
        );
        let text = Spec::parse(&text).unwrap().constants(&card).unwrap();
        assert!(text.contains("Feature { atoms: 0x3, cost: 32 }"), "{text}");
        let swapped =
            |text: &str| Spec::parse(&format!("[fractional]\n[categories.costs]\n{text}")).unwrap().constants(&card).unwrap();
        let [first, second] = [atoms[0], atoms[1]];
        assert_eq!(swapped(&format!("{first} = 1\n{second} = 2")), swapped(&format!("{second} = 2\n{first} = 1")));
        let mut unsorted = Spec::nothing();
        unsorted.set_costs(vec![(second.into(), 2), (first.into(), 1)]).unwrap();
        let read = Spec::parse(&unsorted.to_string()).unwrap();
        assert_eq!(unsorted.choices_for(&Heaps), read.choices_for(&Heaps), "whatever TOML does to the order");
        let place = |name: &str| text.find(&format!("entry({name:?}).unwrap()")).unwrap();
        assert!(place("worth") < place("killers"), "{text}");
        let unknown = Spec::parse("[categories.costs]\nnowhere = 3").unwrap().constants(&card).unwrap_err();
        assert!(unknown.to_string().contains("nowhere"), "{unknown}");
    }
}
