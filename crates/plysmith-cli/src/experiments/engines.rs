//! Engines that play against each other: the one that a selection makes, and those that it has to stand comparison with, all with one evaluation and at equal time.

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::compare::{Material, Method, Metric, Selected, Size, sections, select};
use plysmith_lab::lab::Lab;
use plysmith_lab::measure::{Speed, equal_time, speeds};
use plysmith_lab::report::{Block, Code, Details};
use plysmith_lab::trial::SpecText;
use plysmith_lab::verify::Entrant;

use super::Scale;

/// The evaluation that all engines of a game have.
#[derive(Clone, Debug)]
pub struct Evaluation {
    spec: Spec,
}

impl Evaluation {
    /// That of the game's default.
    pub fn of_default(lab: &Lab) -> Result<Evaluation> {
        Ok(Evaluation { spec: lab.arena().preset("default")? })
    }

    /// The one of this name, as it is.
    pub fn named(name: &str) -> Evaluation {
        let mut spec = Spec::nothing();
        spec.evaluate_by(name);
        Evaluation { spec }
    }

    /// A preset with this evaluation.
    pub fn preset(&self, lab: &Lab, name: &str) -> Result<Spec> {
        let mut spec = lab.arena().preset(name)?;
        spec.evaluate_like(&self.spec);
        lab.arena().check_spec(&spec)?;
        Ok(spec)
    }

    /// Its name.
    pub fn name(&self, lab: &Lab) -> String {
        let first = || lab.arena().card().evaluations.first().map(|card| card.name.to_string()).unwrap_or_default();
        let name = self.spec.evaluation.clone().unwrap_or_else(first);
        if self.spec.weights.is_empty() { name } else { format!("{name} with the weights of the default") }
    }
}

/// A selection from the generic choice: what preserves the value by time at equal depth, the rest by games at equal cost, parameters tuned.
pub fn selected(lab: &mut Lab, evaluation: &Evaluation, scale: Scale, seed: u64) -> Result<Selected> {
    let usual = Size::default();
    let size = Size {
        sequences: scale.of(8, 20, usual.sequences),
        positions: scale.of(8, 60, usual.positions),
        openings: scale.of(8, 100, usual.openings),
        nodes: scale.of(400, usual.nodes, usual.nodes),
        ..usual
    };
    let metrics = [Metric::Time, Metric::Match];
    let start = evaluation.preset(lab, "generic")?;
    let material = Material::make(lab, &start, &metrics, size, seed)?;
    let rounds = material.rounds(lab.arena(), &metrics, Method::Floating, scale != Scale::Tiny);
    Ok(select(lab, &start, &rounds, &mut |_, _, _| Ok(true))?)
}

/// What was selected beside another spec, and how the selection went, folded away.
pub fn way(selected: &Selected, other: &SpecText, title: &str) -> Vec<Block> {
    let blocks = sections(selected, &[]).into_iter().flat_map(|section| section.blocks).collect();
    vec![
        Code::compared(title, other.as_str(), selected.spec.as_str()).into(),
        Block::Details(Details { summary: "How the selection went".into(), blocks }),
    ]
}

/// The selected engine and its rivals, each with a name, at equal time.
pub struct Players {
    /// In the order of [`NAMES`].
    pub players: Vec<Entrant>,
    /// Their specs.
    pub specs: Vec<SpecText>,
    /// Nodes a move of each.
    pub nodes: Vec<u64>,
    /// A seed for openings that no selection has seen.
    pub seed: u64,
}

/// The title of the selected spec beside that of the game.
pub const BESIDE_DEFAULT: &str = "the selected spec, compared with the default";

/// The players: first what was selected.
pub const NAMES: [&str; 4] = ["selected", "default", PLAIN, "everything that preserves the value"];
/// The one that everybody should beat.
pub const PLAIN: &str = "plain alpha-beta, deepening";

impl Players {
    /// Measures what a node of each costs, and gives the slowest so many nodes a move.
    pub fn new(lab: &mut Lab, evaluation: &Evaluation, selected: &Selected, nodes: u64, seed: u64) -> Result<Players> {
        let mut iterative = evaluation.preset(lab, "plain")?;
        iterative.switch_on("deepening")?;
        let rivals = [evaluation.preset(lab, "default")?, iterative, evaluation.preset(lab, "everything")?];
        let mut specs = vec![selected.spec.clone()];
        for spec in &rivals {
            specs.push(SpecText::new(lab.arena(), spec)?);
        }
        let lines = Material::lines(lab, seed)?;
        let speeds: Vec<Speed> = speeds(lab, "speeds of the players", &specs, &lines)?;
        let nodes = equal_time(&speeds, nodes);
        let players = NAMES.iter().zip(&specs).zip(&nodes).map(|((name, spec), nodes)| Entrant::searching(*name, spec, *nodes));
        Ok(Players { players: players.collect(), specs, nodes, seed: seed ^ OTHER_SEED })
    }

    /// Nodes a move of each, in words.
    pub fn told(&self) -> String {
        let each = self.players.iter().zip(&self.nodes).map(|(entrant, nodes)| format!("{} {nodes}", entrant.name));
        format!("nodes a move at equal time: {}", each.collect::<Vec<_>>().join("; "))
    }
}

/// Openings are other ones than those of the selection.
const OTHER_SEED: u64 = 0x6f70_656e;
