//! The learner that selects enhancements and their parameters.

use clap::{ValueEnum, value_parser};
use plysmith::enhance::CARDS;
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::past::{self, PastSelection, Profile, expected};
use super::phases::{ByPhase, Proven, by_phase};
use super::sections::Told;
use crate::compare::{Choice, Comparison, Deeper, Material, Method, Metric, Round, Selected, Size, deeper, select, text};
use crate::lab::{Lab, LabError};
use crate::learner::{Ask, Attached, Decision, InForge, Learned, Learner, LearnerCard, Patience, StartOption};
use crate::suite::Split;
use crate::trial::Limit;

/// Which enhancements a spec has, and with which parameters.
pub struct SelectLearner;

/// What comes into question, how it is judged, and on how much.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[group(skip)]
pub struct SelectOptions {
    /// How choices are made
    #[arg(long, value_enum, default_value_t = Method::Floating)]
    pub method: Method,
    /// By what cost value-preserving enhancements are judged
    #[arg(long, value_enum, default_value_t = Cost::Time)]
    pub metric: Cost,
    /// By what quality the others are judged; `none` leaves them alone
    #[arg(long, value_enum, default_value_t = Quality::Match)]
    pub quality: Quality,
    /// Only these enhancements come into question
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Let earlier selections, kept in this folder, say what to try first
    #[arg(long, value_name = "DIR", value_parser = past::read_store)]
    pub learn_from: Option<Attached>,
    /// Leave the parameters as they are
    #[arg(long)]
    pub no_tuning: bool,
    /// Then select for each phase of the game as well: one spec, with tables for the phases that want something else
    #[arg(long)]
    pub phases: bool,
    /// Positions of one's own to judge cost on, as a suite or a file with a position a line, instead of sequences out of self-play
    #[arg(long, value_name = "FILE", conflicts_with_all = ["phases", "sequences"])]
    pub suite: Option<Attached>,
    /// Sequences of positions to learn from, with --phases for each of them; as many again are held out
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = value_parser!(u16).range(8..=2_000), allow_negative_numbers = true)]
    pub sequences: u16,
    /// About so many nodes a position
    #[arg(long, value_name = "N", default_value_t = 40_000, value_parser = value_parser!(u64).range(100..=100_000_000), allow_negative_numbers = true)]
    pub nodes: u64,
    /// Only what is clear by itself is taken, not what is merely likely to gain: for those who cannot prove small gains.
    #[arg(skip)]
    #[serde(default)]
    pub clear: bool,
}

/// What cost counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// Nodes
    Nodes,
    /// Time, by what a node of each costs
    Time,
}

/// What quality counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Games, by those candidates that lose the fewest points in positions
    Match,
    /// Points lost in positions, against the values of a deep search
    Loss,
    /// Right moves in positions, by the same values
    Solved,
    /// None: they stay as they are
    None,
}

/// The part of the time, if somebody looks at a clock, after which what was held out is not looked at: that takes about half as long as the selection.
const CHECKED: f64 = 0.6;

impl Learner for SelectLearner {
    type Options = SelectOptions;

    const CARD: LearnerCard = LearnerCard {
        name: "select",
        aliases: &["pilot"],
        title: "Selection of enhancements",
        about: "Select the enhancements that suit a game, and their parameters",
        help: "Examples:\n  plysmith select breakthrough\n  plysmith select awari --method greedy --metric nodes --from plain\n  \
            plysmith select breakthrough --quality loss --only quiescence,null_move,late_moves\n  \
            plysmith select breakthrough --learn-from plysmith-runs\n  plysmith select othello --phases --quality none\n\n\
            What preserves the value of a position is judged by its cost at equal depth (--metric), everything else by the quality of the moves at equal cost \
            (--quality). By cost and by games, what is likely to gain something is taken, and all of it together must clearly do so on other positions or from other openings; by loss or \
            right moves only what is clear by itself. Afterwards every choice is looked at again on positions \
            that were held out, and one and two plies deeper. With --phases the same is done again for each phase of the game, from what was selected and on its positions \
            alone; what is not clear on the held-out positions of the phase too is dropped. A sequence that goes over from one phase into another counts in neither.",
        decision: Decision::Trees,
        judge: "what a search costs at equal depth for what preserves the value, and games or the loss of points at equal cost for the rest",
        start: StartOption {
            name: "from",
            alias: "spec",
            about: "What to start from: a preset or a file, either with changes behind colons [default: the generic choice for the game, or plain for --method greedy]",
            in_forge: "generic",
        },
        method_of: None,
        forge: InForge::Within("select"),
        is_listed: true,
    };

    fn hindrance(_: &dyn Arena, start: &Spec) -> Option<String> {
        let remedy = "take the tables [phase.N] out, and select them with --phases";
        start.has_phases().then(|| format!("the spec has phases, and a selection starts from a spec without; {remedy}"))
    }

    fn usual_start(options: &SelectOptions) -> &'static str {
        match options.method {
            Method::Greedy => "plain",
            Method::Floating => "generic",
        }
    }

    fn for_game(arena: &dyn Arena, mut options: SelectOptions) -> SelectOptions {
        let game = arena.card().name;
        // What cannot be read is left for the check.
        if let Some(file) = &mut options.learn_from
            && let Ok(past_selections) = past::read(file)
        {
            *file = past::write(&file.path, past_selections.into_iter().filter(|past| past.game != game).collect());
        }
        options
    }

    fn check(arena: &dyn Arena, _: &Spec, options: &SelectOptions) -> Result<(), String> {
        let card = arena.card();
        if options.phases && card.phases < 2 {
            return Err(format!(
                "{} has only one phase; leave --phases out, or let `phases` and `phase` of the game tell them apart",
                card.name
            ));
        }
        for name in &options.only {
            Spec::nothing().switch_on(name).map_err(|error| format!("--only {name}: {error}"))?;
        }
        if options.choices(arena).iter().all(Vec::is_empty) {
            return Err(format!(
                "{} can have none of these enhancements; `enhancements` lists them with what they need",
                card.name
            ));
        }
        if let Some(file) = &options.suite {
            file.suite(arena)?;
        }
        match &options.learn_from {
            Some(file) if past::read(file)?.is_empty() => Err(format!(
                "`{}` holds no finished selection of another game; make one with `select … --out {0}`",
                file.path.display()
            )),
            _ => Ok(()),
        }
    }

    fn learn(ask: &Ask, options: &SelectOptions, lab: &mut Lab, patience: &mut Patience) -> Result<Learned, LabError> {
        let start = ask.spec()?;
        let past_selections = options.learn_from.as_ref().map(past::read).transpose().map_err(LabError::Learning)?;
        let (metrics, nodes) = (options.metrics(), ask.nodes(lab, options.nodes)?);
        let material = options.material(lab, &start, nodes, ask.seed)?;
        let profile = Profile::measure(lab, &material.comparison(metrics[0], Split::Train), &start)?;
        let expected = expected(&profile, &past_selections.unwrap_or_default());
        let rounds = options.rounds(lab.arena(), &material, &expected);
        let mut patient = |lab: &mut Lab, _: &str, point: &str| Ok(patience(lab, point)?.is_none_or(|spent| spent < 1.0));
        let selected = select(lab, &start, &rounds, &mut patient)?;
        let phases = match options.phases {
            true => {
                let held_out = |metric| material.comparison(metric, Split::Heldout);
                let proven: Vec<Proven> =
                    rounds.into_iter().map(|round| Proven { held_out: held_out(round.comparison.metric), round }).collect();
                Some(by_phase(lab, &selected.spec.spec()?, &proven, &mut patient)?)
            }
            false => None,
        };
        let checks = match patience(lab, "what was held out")? {
            Some(spent) if spent >= CHECKED => Vec::new(),
            _ => checks(lab, &selected, &material, &metrics)?,
        };
        let spec = phases.as_ref().map_or(&selected.spec, |found: &ByPhase| &found.spec).clone();
        let told = Told { selected: &selected, checks: &checks, material: &material, expected: &expected, phases: phases.as_ref() };
        let (verdict, sections, conditions) = (told.verdict(), told.sections(lab)?, told.conditions());
        let on: Vec<&str> = selected.spec.spec().map(|spec| names_on(&spec)).unwrap_or_default();
        let check = |(metric, check): &(Metric, Deeper)| json!({ "metric": metric, "check": check });
        let figures = json!({
            "depth": material.depth,
            "nodes": material.nodes,
            "on": on,
            "selected": selected,
            "checks": checks.iter().map(check).collect::<Vec<_>>(),
            "phases": phases,
            "past_selection": PastSelection::of(&lab.arena().card().name, profile, &selected),
            "expected": expected,
        });
        let is_proposed = spec != text(lab, &start)?;
        Ok(Learned { is_proposed, sections, figures, conditions, ..Learned::new(spec, verdict) })
    }
}

impl SelectOptions {
    /// What counts, cost first.
    fn metrics(&self) -> Vec<Metric> {
        let cost = if self.metric == Cost::Time { Metric::Time } else { Metric::Nodes };
        let quality = match self.quality {
            Quality::Loss => Some(Metric::Loss),
            Quality::Solved => Some(Metric::Solved),
            Quality::Match => Some(Metric::Match),
            Quality::None => None,
        };
        std::iter::once(cost).chain(quality).collect()
    }

    /// What comes into question, first what preserves the value and then the rest.
    fn choices(&self, arena: &dyn Arena) -> [Vec<Choice>; 2] {
        [false, true].map(|selective| {
            let all = Choice::all(arena, Some(selective)).into_iter();
            all.filter(|choice| self.only.is_empty() || self.only.contains(&choice.name)).collect()
        })
    }

    /// What it is selected on.
    fn material(&self, lab: &mut Lab, start: &Spec, nodes: u64, seed: u64) -> Result<Material, LabError> {
        let share = if self.phases { lab.arena().card().phases } else { 1 };
        let usual = Size::default();
        let (sequences, positions) = (usize::from(self.sequences) * share, usual.positions * share);
        let size = Size { sequences, positions, nodes, ..usual };
        // Games have no phase: there points lost in positions decide.
        let metrics: Vec<Metric> = self.metrics().into_iter().chain(self.phases.then_some(Metric::Loss)).collect();
        match &self.suite {
            Some(file) => {
                let suite = file.suite(lab.arena()).map_err(LabError::Learning)?;
                Material::brought(lab, suite, start, &metrics, size, seed)
            }
            None => Material::make(lab, start, &metrics, size, seed),
        }
    }

    /// The rounds, each with what comes into question in it.
    fn rounds<'m>(&self, arena: &dyn Arena, material: &'m Material, expected: &[(String, f64)]) -> Vec<Round<'m>> {
        let tune = !self.no_tuning && self.method == Method::Floating;
        let [preserving, selective] = self.choices(arena);
        let mut rounds = material.rounds(arena, &self.metrics(), self.method, tune);
        for round in &mut rounds {
            round.choices.clone_from(if round.comparison.metric.is_cost() { &preserving } else { &selective });
            round.expected = expected.to_vec();
            round.clear = self.clear;
        }
        rounds.retain(|round| round.comparison.metric.is_cost() || !round.choices.is_empty());
        rounds
    }
}

/// The choices again on what was held out, and deeper.
fn checks(lab: &mut Lab, selected: &Selected, material: &Material, metrics: &[Metric]) -> Result<Vec<(Metric, Deeper)>, LabError> {
    let mut checks = Vec::new();
    for &metric in metrics {
        let comparison = material.comparison(metric, Split::Heldout);
        let mut limits = vec![comparison.limit];
        match (comparison.limit.depth, comparison.limit.nodes) {
            (Some(depth), _) => limits.extend([1, 2].map(|more| Limit::depth(depth + more))),
            (_, Some(nodes)) => limits.push(Limit::nodes(4 * nodes)),
            _ => {}
        }
        for limit in limits {
            let comparison = Comparison { limit, ..comparison.clone() };
            checks.push((metric, deeper(lab, &format!("held out, {limit}"), selected, &comparison)?));
        }
    }
    Ok(checks)
}

/// The enhancements that are on.
fn names_on(spec: &Spec) -> Vec<&'static str> {
    CARDS.iter().map(|card| card.name).filter(|name| spec.is_on(name)).collect()
}
