//! What a spec does without: capabilities that the game declares and the engine is not to use.
//!
//! A hidden capability is as good as one that was never declared, so that the same game can be searched as if it had been written with less.
//!
//! ```
//! use plysmith::game::Capability;
//!
//! let spec = plysmith::Spec::parse("hide = [\"tactical\"]\n[alpha_beta]").unwrap();
//! assert!(spec.hidden().contains(Capability::Tactical));
//! ```

use super::{Spec, SpecError};
use crate::enhance::CARDS;
use crate::game::{Capabilities, Capability, Game, Masked, evaluation};
use crate::part::PartId;

impl Spec {
    /// The capabilities of the game that the engine does without.
    pub fn hidden(&self) -> Capabilities {
        self.hidden
    }

    /// Sets the capabilities that the engine does without. What is on and needs one of them is refused by [`Spec::check`].
    pub fn set_hidden(&mut self, hidden: Capabilities) {
        self.hidden = hidden;
    }

    /// The same, doing without these capabilities too.
    #[must_use]
    pub fn hiding(&self, hidden: Capabilities) -> Spec {
        Spec { hidden: self.hidden.union(hidden), ..self.clone() }
    }

    /// Whether the game shows what the spec uses.
    pub(super) fn check_capabilities<G: Game>(&self, masked: &Masked<G>) -> Result<(), SpecError> {
        for (at, card) in CARDS.iter().enumerate().filter(|&(at, _)| self.is_on_at(at)) {
            let name = CARDS[at].name;
            match card.capabilities.iter().find(|&&capability| !masked.capabilities().contains(capability)) {
                None => {}
                Some(&capability) if masked.hidden().contains(capability) => {
                    return Err(SpecError::HiddenCapability { name, capability });
                }
                Some(&capability) => return Err(SpecError::Capability { name, game: masked.game.name(), capability }),
            }
        }
        self.check_evaluation(masked)
    }

    fn check_evaluation<G: Game>(&self, masked: &Masked<G>) -> Result<(), SpecError> {
        let name = self.evaluation.as_deref();
        let Err(error) = masked.choose(name, &self.weights) else { return Ok(()) };
        // What is wrong with the game as it is, is wrong whatever is hidden.
        evaluation::choose(masked.game.evaluations(), name, &self.weights)?;
        let is_shown = masked.choose(name, &[]).is_ok();
        Err(match (is_shown, name) {
            (false, Some(name)) if masked.hidden().contains(Capability::Evaluations) => {
                SpecError::Hidden { what: format!("the evaluation `{name}`"), capability: Capability::Evaluations }
            }
            (true, _) if masked.hidden().contains(Capability::Terms) => {
                SpecError::Hidden { what: "[evaluation.weights]".into(), capability: Capability::Terms }
            }
            _ => error.into(),
        })
    }

    /// A spec that suits the game, without what uses hidden capabilities, in its phases too; and it says what is hidden.
    pub(crate) fn doing_without<G: Game>(self, masked: &Masked<G>) -> Result<Spec, SpecError> {
        if masked.hidden().is_empty() {
            return Ok(self);
        }
        let hides = |capability| masked.hidden().contains(capability);
        let mut phases = Vec::new();
        for phase in self.phases().filter(|_| !hides(Capability::Phases)) {
            phases.push((phase, self.in_phase(phase)?.doing_without(masked)?));
        }
        let mut spec = self.without_phases().hiding(masked.hidden());
        if masked.choose(spec.evaluation.as_deref(), &[]).is_err() {
            (spec.evaluation, spec.weights) = (None, Vec::new());
        }
        if hides(Capability::Terms) {
            spec.weights.clear();
        }
        if hides(Capability::Inputs) {
            // It was learned from them.
            spec.network = PartId::NONE;
        }
        // Whatever is switched off may take along what cannot do without it.
        while let Some(card) = CARDS.iter().find(|card| {
            spec.is_on(card.name)
                && (card.capabilities.iter().any(|&capability| hides(capability))
                    || card.needs.iter().any(|needed| !spec.is_on(needed)))
        }) {
            spec.switch_off(card.name)?;
        }
        phases.iter().for_each(|(phase, other)| spec.set_phase(*phase, other));
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Heaps;

    fn spec(text: &str) -> Spec {
        Spec::parse(&text.replace(';', "\n")).unwrap()
    }

    #[test]
    fn what_is_hidden_is_part_of_the_text() {
        let hiding = spec("hide = [\"atoms\", \"hash\"];[alpha_beta];[phase.1.killers]");
        assert!(hiding.to_string().contains("hide = [\"hash\", \"atoms\"]\n"), "{hiding}");
        assert_eq!(spec(&hiding.to_string()), hiding);
        assert_eq!(hiding.in_phase(1).unwrap().hidden(), hiding.hidden());
        assert_ne!(hiding, spec("[alpha_beta];[phase.1.killers]"));
        assert_eq!(spec("hide = [\"all\"]").hidden(), Capabilities::all());
        assert!(!spec("hide = []").to_string().contains("hide"));
    }

    #[test]
    fn a_name_that_no_capability_has_is_refused() {
        let refused = |text: &str| Spec::parse(text).unwrap_err().to_string();
        assert!(
            refused("hide = [\"tactcal\"]").starts_with("`hide`: unknown capability `tactcal`; known are hash, pass, tactical")
        );
        assert_eq!(refused("hide = \"hash\""), "`hide` must be a list of names");
        assert!(refused("[phase.1]\nhide = [\"hash\"]").contains("`hide` is the same in all phases"));
    }

    #[test]
    fn what_uses_something_hidden_is_refused_and_says_why() {
        let check = |text: &str, expected: &str| {
            let error = spec(text).check(&Heaps).unwrap_err().to_string();
            assert_eq!(error, format!("{expected}, which is hidden; {}", error.split_once("; ").unwrap().1), "{text}");
            assert!(error.ends_with("hide less (`hide`, --hide)"), "{error}");
        };
        check("hide = [\"tactical\"];[alpha_beta];[tactical_first]", "`tactical_first` needs the capability `tactical`");
        check("hide = [\"pass\"];[alpha_beta];[null_move]", "`null_move` needs the capability `pass`");
        check("hide = [\"atoms\"];[categories.costs];Three = 32", "`categories` needs the capability `atoms`");
        check("hide = [\"phases\"];[alpha_beta];[phase.1.killers]", "[phase.1] needs the capability `phases`");
        // What the game never had is not hidden.
        assert!(spec("hide = [\"inputs\"];[alpha_beta];[killers]").check(&Heaps).is_ok());
        assert_eq!(spec("hide = [\"hash\"]").choices_for(&Heaps).unwrap().hidden, Capabilities::NONE);
    }
}
