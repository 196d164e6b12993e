//! What a discovery found, for people and for programs.

use std::fmt::{self, Write as _};
use std::path::Path;

use plysmith_lab::compare;
use plysmith_lab::extend::disjunction::{Disjunction, Member};
use plysmith_lab::extend::{HeldOut, Reading, Rule, Threshold, Value, Valued, Valuing, Verdict, instead_of, plies, rows, sections};
use plysmith_lab::report::{Code, Outcome, Report as Document, Section};
use plysmith_lab::suite::Kind;
use serde_json::{Value as Json, json};

use super::{Args, DiscoveryPlan, Found};
use crate::jobs::session::Finding;
use crate::output::numbers::{grouped, plural};

/// So many of the best are told.
const TOLD: usize = 10;

/// Everything that is told.
pub struct ExtendReport<'r> {
    pub args: &'r Args,
    pub plan: &'r DiscoveryPlan,
    pub valuing: &'r Valuing<'r>,
    pub kind: Kind,
    pub found: &'r Found,
    pub held_out: Option<HeldOut>,
    pub spec: String,
}

impl ExtendReport<'_> {
    /// For the terminal and the store.
    pub fn finding(&self, file: &Path, page: &Path) -> Finding {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text);
        let _ = writeln!(text, "\nWritten to {}, with the report {}", file.display(), page.display());
        Finding { json: self.json(&file.display().to_string(), &page.display().to_string()), text }
    }

    /// How many features were valued, the neutral one and the atoms included.
    fn valuations(&self) -> usize {
        self.found.evolved.valued.len()
    }

    fn kept(&self) -> Vec<&Valued> {
        self.found.evolved.kept(&self.plan.atoms)
    }

    fn costs(&self) -> String {
        let costs: Vec<String> = self.valuing.costs.iter().map(|cost| plies(*cost)).collect();
        costs.join(", ")
    }

    fn conditions(&self) -> Vec<(&'static str, String)> {
        let rules = &self.plan.rules;
        let rule = match rules.rule {
            Rule::Margin(margin) => format!("{margin} positions more than the first parent"),
            Rule::Paired(level) => format!("McNemar's test at {level} against the first parent"),
        };
        let threshold = match rules.threshold {
            None => "none".to_string(),
            Some(Threshold::Neutral) => "what the base solves".to_string(),
            Some(Threshold::At(solved)) => solved.to_string(),
        };
        let reading = match self.valuing.reading {
            Reading::Proof => "right move with a proof",
            Reading::Stable => "right move in the last two iterations, or a proof",
        };
        let said = |on: bool| if on { "on" } else { "off" }.to_string();
        vec![
            ("base", self.args.base.clone().unwrap_or_else(|| super::PLAIN.into())),
            ("positions", format!("{} {}", grouped(self.valuing.entries.len() as u64), self.kind)),
            ("nodes a position", grouped(self.valuing.nodes)),
            ("cost in plies", self.costs()),
            ("solved", reading.into()),
            ("asked of a combination", rule),
            ("groups", said(!self.args.no_groups)),
            ("tree pruning", said(rules.tree_pruning)),
            ("threshold", threshold),
            ("racing", said(self.args.race)),
            ("seed", self.args.run.seed.to_string()),
        ]
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        let ExtendReport { args, found, .. } = self;
        writeln!(
            text,
            "{}: {} ({}), {} nodes each, at a cost of {}",
            args.game,
            plural(self.valuing.entries.len() as u64, "position"),
            self.kind,
            grouped(self.valuing.nodes),
            self.costs()
        )?;
        let pruned = found.evolved.valued.iter().filter(|valued| valued.verdict != Verdict::Kept).count();
        let nodes: u64 = found.evolved.valued.iter().map(|valued| valued.value.nodes).sum();
        writeln!(
            text,
            "{} in {}, {} kept and {pruned} not, {} nodes",
            plural(self.valuations() as u64, "valuation"),
            plural(found.evolved.generations as u64, "generation"),
            grouped((self.valuations() - pruned) as u64),
            grouped(nodes)
        )?;
        writeln!(text, "\n  {:24} {:>6} {:>7} {:>7} {:>7} {:>10}", "feature", "cost", "solved", "depth", "height", "frequency")?;
        let kept = self.kept();
        let neutral = kept.iter().position(|valued| valued.feature == 0);
        let told = kept.iter().enumerate().filter(|(at, _)| *at < TOLD || Some(*at) == neutral);
        for (_, valued) in told {
            let value = &valued.value;
            writeln!(
                text,
                "  {:24} {:>6} {:>7} {:>7.2} {:>7.2} {:>8.2} %",
                self.plan.atoms.name(valued.feature),
                if valued.feature == 0 { "-".into() } else { plies(value.cost) },
                value.solved(),
                value.depth,
                value.height,
                100.0 * value.frequency
            )?;
        }
        if let Some(joined) = &found.joined {
            writeln!(
                text,
                "\nDisjunctions of features of the same groups, after another {}:",
                plural(joined.valuations as u64, "valuation")
            )?;
            for disjunction in joined.kept() {
                let name = self.plan.atoms.any_of(&disjunction.features());
                let alone: Vec<String> = disjunction.parts.iter().map(|part| part.value.solved().to_string()).collect();
                let value = &disjunction.value;
                let (cost, share) = (plies(value.cost), 100.0 * value.frequency);
                let alone = alone.join(" and ");
                writeln!(text, "  {name:25} at {cost}: {} solved, {alone} alone, {share:.2} % of the moves", value.solved())?;
            }
            if joined.kept().next().is_none() {
                writeln!(text, "  none is better by what is asked than its best part, and than what is simpler")?;
            }
        }
        if let Some(set) = &found.set {
            writeln!(text, "\nA set of them, after another {}:", plural(set.valuations as u64, "valuation"))?;
            for step in &set.steps {
                let sign = if step.added { '+' } else { '-' };
                let name = format!("{}{}", self.plan.atoms.any_of(&step.unit.parts), instead_of(&self.plan.atoms, step));
                let (cost, share) = (plies(step.unit.cost), 100.0 * step.frequency);
                writeln!(text, "  {sign}{name:24} at {cost}: {} solved, {share:.2} % of the moves", step.solved)?;
            }
            if set.steps.is_empty() {
                writeln!(text, "  nothing adds enough below a share of {} of the moves", args.cap)?;
            }
        }
        if let Some(tuned) = &found.tuned {
            let costs = tuned.members.iter().map(|(feature, cost)| format!("{} {}", self.plan.atoms.name(*feature), plies(*cost)));
            writeln!(
                text,
                "\nCosts learned in {}: {}",
                plural(tuned.valuations as u64, "valuation"),
                costs.collect::<Vec<_>>().join(", ")
            )?;
            let share = 100.0 * tuned.value.nodes_to_solve as f64 / tuned.before.nodes_to_solve.max(1) as f64;
            writeln!(text, "  {share:.1} % of the nodes, {} solved instead of {}", tuned.value.solved(), tuned.before.solved())?;
        }
        if let Some(played) = &found.played {
            writeln!(text, "\nBy {} at equal time against the base:", plural(played.effort.games, "game"))?;
            for step in &played.path {
                let taken = step.taken.as_ref().map(|taken| (&taken.change, taken.gain));
                let best = || step.tried.iter().max_by(|one, other| one.gain.value.total_cmp(&other.gain.value));
                let told = taken.or_else(|| best().map(|best| (&best.change, best.gain)));
                let Some((change, gain)) = told else { continue };
                let [value, low, high] = [gain.value, gain.low, gain.high].map(|share| 50.0 + 100.0 * share);
                let verdict = if step.taken.is_some() { "taken" } else { "the best, not taken" };
                writeln!(
                    text,
                    "  {change}: {value:.1} ({low:.1} to {high:.1}) % of the points, {verdict}, of {}",
                    plural(step.tried.len() as u64, "candidate")
                )?;
            }
        }
        if found.members(&self.plan.atoms).is_empty() {
            writeln!(text, "\nNo feature is good enough: the spec is the base.")?;
        } else if let Some(held_out) = &self.held_out {
            writeln!(text, "\n{}", held_out.sentence())?;
        }
        Ok(())
    }

    /// The same as a document with plots.
    pub fn document(&self) -> Document {
        let kept = self.kept();
        let neutral = self.found.evolved.neutral().map_or(0, Value::solved);
        let verdict = match kept.first().filter(|best| best.value.solved() > neutral) {
            Some(best) => format!(
                "`{}` solves {} of {} positions where the base solves {neutral}; {} valued.",
                self.plan.atoms.name(best.feature),
                best.value.solved(),
                self.valuing.entries.len(),
                plural(self.valuations() as u64, "feature")
            ),
            None => format!("Nothing solves more than the base, of {}.", plural(self.valuations() as u64, "feature")),
        };
        let mut document = Document::new("Features of moves that deserve another depth", self.args.game.clone(), verdict);
        document.sections = {
            let Found { evolved, joined, set, tuned, .. } = self.found;
            sections(&self.plan.atoms, evolved, joined.as_ref(), set.as_ref(), tuned.as_ref())
        };
        // The spec has a section of its own here.
        let played = self.found.played.iter().flat_map(|played| compare::sections(played, &[]));
        document.sections.extend(played.filter(|section| section.id == "select-games"));
        if let Some(held_out) = self.held_out.as_ref().filter(|_| !self.found.members(&self.plan.atoms).is_empty()) {
            let section = Section::new("extend-held-out", "On positions held out");
            document.sections.push(section.judged(Outcome::Informative, held_out.sentence()));
        }
        let spec = Section::new("extend-spec", "The spec").with(Code::compared(
            "beside the base",
            &self.plan.base.to_string(),
            &self.spec,
        ));
        document.sections.push(spec);
        for (name, value) in self.conditions() {
            document.condition(name, value);
        }
        document.condition("version", env!("CARGO_PKG_VERSION"));
        document.condition("build", plysmith::BUILD);
        document
    }

    fn json(&self, file: &str, page: &str) -> Json {
        let Found { evolved, joined, set, tuned, played } = self.found;
        let atoms = &self.plan.atoms;
        let members = |members: &[(u64, i64)]| -> Json {
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
        let conditions = self.conditions().into_iter().map(|(name, value)| (name.to_string(), value.into()));
        json!({
            "game": self.args.game,
            "conditions": conditions.collect::<serde_json::Map<_, _>>(),
            "valuations": self.valuations(),
            "generations": evolved.generations,
            "features": rows(atoms, evolved, &self.valuing.entries),
            "kept": self.kept().iter().map(|valued| atoms.name(valued.feature)).collect::<Vec<_>>(),
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
                "members": members(&super::new_features(atoms, played)),
                "games": played.effort.games,
                "path": played.path,
            })),
            "held_out": self.held_out.as_ref().map(|held_out| json!({
                "positions": held_out.set.looked(),
                "base": held_out.neutral.solved(),
                "features": held_out.set.solved(),
                "only": held_out.only(),
            })),
            "spec": self.spec,
            "file": file,
            "page": page,
        })
    }
}
