//! What a discovery found: the features of the spec, in a sentence, as sections and as figures.

use serde_json::{Value as Json, json};

use super::atoms::AtomSet;
use super::discovery::HeldOut;
use super::disjunction::{Disjunction, Joined, Member};
use super::focus::{Evolved, Rules, Threshold};
use super::learner::FocusOptions;
use super::sections::{rows, sections};
use super::set::{Chosen, Members};
use super::value::{Rule, Value};
use super::valuing::{Reading, Valuing, plies};
use super::weights::Tuned;
use crate::compare::{self, Selected};
use crate::report::{Code, Outcome, Section, grouped};
use crate::suite::Kind;
use crate::trial::SpecText;

/// What was found, step by step.
pub(super) struct Found {
    pub(super) evolved: Evolved,
    pub(super) joined: Option<Joined>,
    pub(super) set: Option<Chosen>,
    pub(super) tuned: Option<Tuned>,
    pub(super) played: Option<Selected>,
}

impl Found {
    /// The features of the spec: what wins games, the tuned set, the set, or the best feature alone.
    pub(super) fn members(&self, atoms: &AtomSet) -> Members {
        match (&self.played, &self.tuned, &self.set) {
            (Some(played), ..) => new_features(atoms, played),
            (None, Some(tuned), _) => tuned.members.clone(),
            (None, None, Some(set)) => set.members(),
            (None, None, None) => best(atoms, &self.evolved),
        }
    }
}

/// The features that games have added.
fn new_features(atoms: &AtomSet, played: &Selected) -> Members {
    let of = |text: &SpecText| text.spec().map(|spec| spec.costs()).unwrap_or_default();
    let before = of(&played.start);
    let new = of(&played.spec).into_iter().filter(|feature| !before.contains(feature));
    new.filter_map(|(name, cost)| Some((atoms.read(&name).ok()?, cost))).collect()
}

/// The best feature, if it is better than none.
pub(super) fn best(atoms: &AtomSet, evolved: &Evolved) -> Members {
    let first = evolved.kept(atoms).first().map(|valued| (valued.feature, valued.value.cost));
    first.filter(|(feature, _)| *feature != 0).into_iter().collect()
}

/// What was found, with that by which it was.
pub(super) struct Told<'t> {
    pub(super) options: &'t FocusOptions,
    pub(super) atoms: &'t AtomSet,
    pub(super) rules: &'t Rules,
    pub(super) valuing: &'t Valuing<'t>,
    pub(super) kind: Kind,
    pub(super) found: &'t Found,
    pub(super) held_out: Option<&'t HeldOut>,
}

impl Told<'_> {
    /// How many features were valued, the neutral one and the atoms included.
    fn valuations(&self) -> usize {
        self.found.evolved.valued.len()
    }

    /// What came out, in a sentence or two.
    pub(super) fn verdict(&self) -> String {
        let kept = self.found.evolved.kept(self.atoms);
        let (neutral, valuations) = (self.found.evolved.neutral().map_or(0, Value::solved), grouped(self.valuations()));
        let found = match kept.first().filter(|best| best.value.solved() > neutral) {
            Some(best) => format!(
                "`{}` solves {} of {} positions where the base solves {neutral}; {valuations} features were valued.",
                self.atoms.name(best.feature),
                best.value.solved(),
                self.valuing.entries.len(),
            ),
            None => format!("Nothing solves more than the base, of {valuations} features that were valued."),
        };
        match self.found.members(self.atoms).is_empty() {
            true => format!("{found} No feature is good enough: the spec is the base."),
            false => found,
        }
    }

    /// Under what that was found out.
    pub(super) fn conditions(&self) -> Vec<(&'static str, String)> {
        let rule = match self.rules.rule {
            Rule::Margin(margin) => format!("{margin} positions more than the first parent"),
            Rule::Paired(level) => format!("McNemar's test at {level} against the first parent"),
        };
        let threshold = match self.rules.threshold {
            None => "none".to_string(),
            Some(Threshold::Neutral) => "what the base solves".to_string(),
            Some(Threshold::At(solved)) => solved.to_string(),
        };
        let reading = match self.valuing.reading {
            Reading::Proof => "right move with a proof",
            Reading::Stable => "right move in the last two iterations, or a proof",
        };
        let said = |on: bool| if on { "on" } else { "off" }.to_string();
        let valued = &self.found.evolved.valued;
        vec![
            ("positions", format!("{} {}", grouped(self.valuing.entries.len()), self.kind)),
            ("nodes a position", grouped(self.valuing.nodes)),
            ("nodes of the valuations", grouped(valued.iter().map(|valued| valued.value.nodes).sum::<u64>())),
            ("cost in plies", self.valuing.costs.iter().map(|cost| plies(*cost)).collect::<Vec<_>>().join(", ")),
            ("solved", reading.into()),
            ("asked of a combination", rule),
            ("groups", said(!self.options.no_groups)),
            ("tree pruning", said(self.rules.tree_pruning)),
            ("threshold", threshold),
            ("racing", said(self.options.race)),
        ]
    }

    /// How it came about, and the spec.
    pub(super) fn sections(&self, start: &SpecText, spec: &SpecText) -> Vec<Section> {
        let Found { evolved, joined, set, tuned, played } = self.found;
        let mut all = sections(self.atoms, evolved, joined.as_ref(), set.as_ref(), tuned.as_ref());
        // The spec has a section of its own here.
        let played = played.iter().flat_map(|played| compare::sections(played, &[]));
        all.extend(played.filter(|section| section.id == "select-games"));
        if let Some(held_out) = self.held_out.filter(|_| !self.found.members(self.atoms).is_empty()) {
            let section = Section::new("extend-held-out", "On positions held out");
            all.push(section.judged(Outcome::Informative, held_out.sentence()));
        }
        all.push(Section::new("extend-spec", "The spec").with(Code::compared("beside the base", start.as_str(), spec.as_str())));
        all
    }

    /// All figures, for programs.
    pub(super) fn figures(&self) -> Json {
        let Found { evolved, joined, set, tuned, played } = self.found;
        let atoms = self.atoms;
        let members = |members: &Members| -> Json {
            members.iter().map(|(feature, cost)| json!({ "feature": atoms.name(*feature), "cost": *cost as f64 / 64.0 })).collect()
        };
        let skipped: Vec<Json> = evolved
            .skipped
            .iter()
            .map(|skipped| json!({ "feature": atoms.name(skipped.feature), "contains": atoms.name(skipped.bars), "why": skipped.why }))
            .collect();
        let disjunction = |disjunction: &Disjunction| {
            let part = |part: &Member| json!({ "feature": atoms.name(part.feature), "solved": part.value.solved() });
            json!({
                "feature": atoms.any_of(&disjunction.features()),
                "parts": disjunction.parts.iter().map(part).collect::<Vec<_>>(),
                "cost": disjunction.value.cost as f64 / 64.0,
                "solved": disjunction.value.solved(),
                "frequency": disjunction.value.frequency,
                "kept": disjunction.kept,
                "simpler": disjunction.simpler.map(|feature| atoms.name(feature)),
            })
        };
        json!({
            "valuations": self.valuations(),
            "generations": evolved.generations,
            "features": rows(atoms, evolved, &self.valuing.entries),
            "kept": evolved.kept(atoms).iter().map(|valued| atoms.name(valued.feature)).collect::<Vec<_>>(),
            "skipped": skipped,
            "disjunctions": joined.as_ref().map(|joined| joined.disjunctions.iter().map(disjunction).collect::<Vec<_>>()),
            "set": set.as_ref().map(|set| json!({
                "members": members(&set.members()),
                "units": set.units.iter().map(|unit| atoms.any_of(&unit.parts)).collect::<Vec<_>>(),
                "solved": set.value.solved(),
                "frequency": set.value.frequency,
                "valuations": set.valuations,
            })),
            "weights": tuned.as_ref().map(|tuned| json!({
                "members": members(&tuned.members),
                "solved": [tuned.before.solved(), tuned.value.solved()],
                "nodes": [tuned.before.nodes_to_solve, tuned.value.nodes_to_solve],
                "valuations": tuned.valuations,
            })),
            "by_games": played.as_ref().map(|played| json!({
                "members": members(&new_features(atoms, played)),
                "games": played.effort.games,
                "path": played.path,
            })),
            "held_out": self.held_out.map(|held_out| json!({
                "positions": held_out.set.looked(),
                "base": held_out.neutral.solved(),
                "features": held_out.set.solved(),
                "only": held_out.only(),
            })),
        })
    }
}
