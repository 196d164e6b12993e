//! `select`: which enhancements suit a game, and with which parameters.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{ValueEnum, value_parser};
use plysmith::enhance::CARDS;
use plysmith::{Arena, Spec};
use plysmith_lab::compare::{
    Choice, Comparison, Deeper, Material, Method, Metric, Selected, Size, Sought, Step, deeper, sections, select,
};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Report as Document, html};
use plysmith_lab::select::{ByPhase, PastSelection, Profile, Proven, by_phase, depths, expected, phase_sections};
use plysmith_lab::statistics::Interval;
use plysmith_lab::store::{RunState, Store};
use plysmith_lab::suite::{Split, Suite};
use plysmith_lab::trial::{Limit, SpecText};
use serde_json::{Value, json};

use crate::commands::forge::Forging;
use crate::input::players;
use crate::input::suites;
use crate::input::times::BudgetArgs;
use crate::jobs::session::{self, Finding, RunArgs, Session};
use crate::output::numbers::{grouped, plural};
use crate::output::terminal::Terminal;

/// Select the enhancements that suit a game, and their parameters
#[derive(clap::Args)]
#[command(
    visible_alias = "pilot",
    after_help = "Examples:\n  plysmith select breakthrough\n  plysmith select awari --method greedy --metric nodes --from plain\n  \
    plysmith select breakthrough --quality loss --only quiescence,null_move,late_moves\n  \
    plysmith select breakthrough --learn-from plysmith-runs\n  plysmith select othello --phases --quality none\n\n\
    What preserves the value of a position is judged by its cost at equal depth (--metric), everything else by the quality of the moves at equal cost \
    (--quality). By cost and by games, what is likely to gain something is taken, and all of it together must clearly do so on other positions or from other openings; by loss or \
    right moves only what is clear by itself. Afterwards every choice is looked at again on positions \
    that were held out, and one and two plies deeper. With --phases the same is done again for each phase of the game, from what was selected and on its positions \
    alone; what is not clear on the held-out positions of the phase too is dropped. A sequence that goes over from one phase into another counts in neither."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// How choices are made
    #[arg(long, value_enum, default_value_t = MethodName::Floating)]
    method: MethodName,
    /// By what cost value-preserving enhancements are judged
    #[arg(long, value_enum, default_value_t = CostName::Time)]
    metric: CostName,
    /// By what quality the others are judged; `none` leaves them alone
    #[arg(long, value_enum, default_value_t = QualityName::Match)]
    quality: QualityName,
    /// What to start from: a preset or a file, either with changes behind colons [default: the generic choice for the game, or plain for --method greedy]
    #[arg(long, value_name = "SPEC")]
    from: Option<String>,
    /// Only these enhancements come into question
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Let earlier selections, kept in this folder, say what to try first
    #[arg(long, value_name = "DIR")]
    learn_from: Option<PathBuf>,
    /// Leave the parameters as they are
    #[arg(long)]
    no_tuning: bool,
    /// Then select for each phase of the game as well: one spec, with tables for the phases that want something else
    #[arg(long)]
    phases: bool,
    /// Positions of one's own to judge cost on, as a suite or a file with a position a line, instead of sequences out of self-play
    #[arg(long, value_name = "FILE", conflicts_with_all = ["phases", "sequences"])]
    suite: Option<PathBuf>,
    /// Sequences of positions to learn from, with --phases for each of them; as many again are held out
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = value_parser!(u16).range(8..=2_000), allow_negative_numbers = true)]
    sequences: u16,
    /// About so many nodes a position
    #[arg(long, value_name = "N", default_value_t = 40_000, value_parser = value_parser!(u64).range(100..=100_000_000), allow_negative_numbers = true, conflicts_with = "pace")]
    nodes: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// How choices are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// Additions only, by the plain sum, from plain alpha-beta: as published
    Greedy,
    /// Additions, removals and swaps, judged together on other positions or each by a test
    Floating,
}

/// What cost counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CostName {
    /// Nodes
    Nodes,
    /// Time, by what a node of each costs
    Time,
}

/// What quality counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum QualityName {
    /// Games, by those candidates that lose the fewest points in positions
    Match,
    /// Points lost in positions, against the values of a deep search
    Loss,
    /// Right moves in positions, by the same values
    Solved,
    /// None: they stay as they are
    None,
}

impl QualityName {
    fn metric(self) -> Option<Metric> {
        match self {
            QualityName::Loss => Some(Metric::Loss),
            QualityName::Solved => Some(Metric::Solved),
            QualityName::Match => Some(Metric::Match),
            QualityName::None => None,
        }
    }
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        if let Some(budget) = self.budget.budget {
            let from = self.from.clone().unwrap_or_else(|| "generic".into());
            let (pace, to) = (self.budget.pace(), self.budget.to.clone());
            let forging =
                Forging { command: "select", game: self.game, budget, pace, from, to, run: self.run, only: Some("select") };
            return forging.run(terminal);
        }
        let arena = terminal.arena(&self.game)?;
        if self.phases && arena.card().phases < 2 {
            bail!("{} has only one phase; leave --phases out, or let `phases` and `phase` of the game tell them apart", self.game);
        }
        let start = self.start(&*arena)?;
        let choices = self.choices(&*arena)?;
        let suite = self.suite.as_ref().map(|path| suites::read(&*arena, path)).transpose()?;
        let past_selections = self.past_selections()?;
        let asked = json!({
            "past_selections": past_selections,
            "method": format!("{:?}", self.method),
            "metric": format!("{:?}", self.metric),
            "quality": format!("{:?}", self.quality),
            "from": SpecText::new(&*arena, &start)?,
            "only": self.only,
            "tune": !self.no_tuning,
            "phases": self.phases,
            "size": [json!(self.sequences), self.budget.asked(self.nodes)],
            "seed": self.run.seed,
            "suite": suite.as_ref().map(|suite| plysmith_lab::digest(suite.to_string().as_bytes())),
        });
        session::run(terminal, &self.run.clone(), &*arena, "select", &asked, |session| {
            let nodes = self.budget.nodes(&mut session.lab, &start, self.nodes, self.run.seed)?;
            Args { nodes, ..self }.select(session, &start, choices, &past_selections, suite)
        })
    }

    fn start(&self, arena: &dyn Arena) -> Result<Spec> {
        match (&self.from, self.method) {
            (Some(text), _) => {
                let spec = players::spec(arena, text, &self.run.out)?;
                if spec.has_phases() {
                    bail!(
                        "`{text}` has phases, and a selection starts from a spec without; take the tables [phase.N] out, and select them with --phases"
                    );
                }
                Ok(spec)
            }
            (None, MethodName::Greedy) => Ok(arena.preset("plain")?),
            (None, MethodName::Floating) => Ok(arena.preset("generic")?),
        }
    }

    /// What the selections of other games have taught.
    fn past_selections(&self) -> Result<Vec<PastSelection>> {
        let Some(folder) = &self.learn_from else { return Ok(Vec::new()) };
        let mut past_selections: Vec<PastSelection> = Vec::new();
        for run in Store::look(folder)?.runs()? {
            let result: Option<Value> =
                run.result.filter(|_| run.state == RunState::Done).and_then(|text| serde_json::from_str(&text).ok());
            let past_selection = result
                .and_then(|result| serde_json::from_value::<PastSelection>(past_selection(result.get("result")?)?.clone()).ok());
            past_selections.extend(past_selection.filter(|past_selection| past_selection.game != self.game));
        }
        if past_selections.is_empty() {
            bail!(
                "`{}` holds no finished selection of another game; make one with `plysmith select GAME --out {0}`",
                folder.display()
            );
        }
        // In no particular order a store gives its runs; the same past_selections are the same command.
        past_selections.sort_by(|a, b| a.game.cmp(&b.game));
        Ok(past_selections)
    }

    /// What comes into question, first what preserves the value and then the rest.
    fn choices(&self, arena: &dyn Arena) -> Result<[Vec<Choice>; 2]> {
        for name in &self.only {
            Spec::nothing().switch_on(name).with_context(|| format!("--only {name}"))?;
        }
        let named = |choices: Vec<Choice>| {
            choices.into_iter().filter(|choice| self.only.is_empty() || self.only.contains(&choice.name)).collect::<Vec<_>>()
        };
        let choices = [named(Choice::all(arena, Some(false))), named(Choice::all(arena, Some(true)))];
        if choices.iter().all(Vec::is_empty) {
            bail!("{} can have none of these enhancements; `plysmith enhancements` lists them with what they need", self.game);
        }
        Ok(choices)
    }

    fn select(
        &self,
        session: &mut Session,
        start: &Spec,
        [preserving, selective]: [Vec<Choice>; 2],
        past_selections: &[PastSelection],
        suite: Option<Suite>,
    ) -> Result<Finding> {
        let cost = if self.metric == CostName::Time { Metric::Time } else { Metric::Nodes };
        let method = if self.method == MethodName::Greedy { Method::Greedy } else { Method::Floating };
        let mut metrics = vec![cost];
        metrics.extend(self.quality.metric());
        let lab = &mut session.lab;
        let share = if self.phases { lab.arena().card().phases } else { 1 };
        let usual = Size::default();
        let size =
            Size { sequences: usize::from(self.sequences) * share, positions: usual.positions * share, nodes: self.nodes, ..usual };
        // Games have no phase: there points lost in positions decide.
        let made: Vec<Metric> = metrics.iter().copied().chain(self.phases.then_some(Metric::Loss)).collect();
        let material = match suite {
            Some(suite) => Material::brought(lab, suite, start, &made, size, self.run.seed)?,
            None => Material::make(lab, start, &made, size, self.run.seed)?,
        };
        let profile = Profile::measure(lab, &material.comparison(cost, Split::Train), start)?;
        let expected = expected(&profile, past_selections);
        let tune = !self.no_tuning && method == Method::Floating;
        let mut rounds = material.rounds(lab.arena(), &metrics, method, tune);
        for round in &mut rounds {
            round.choices.clone_from(if round.comparison.metric.is_cost() { &preserving } else { &selective });
            round.expected.clone_from(&expected);
        }
        rounds.retain(|round| round.comparison.metric.is_cost() || !round.choices.is_empty());
        let selected = select(lab, start, &rounds, &mut |_, _, _| Ok(true))?;
        let checks = self.checks(lab, &selected, &material, &metrics)?;
        let mut spec = selected.spec.spec()?;
        let mut phases = None;
        if self.phases {
            let held_out = |metric| material.comparison(metric, Split::Heldout);
            let proven: Vec<Proven> =
                rounds.into_iter().map(|round| Proven { held_out: held_out(round.comparison.metric), round }).collect();
            let found = by_phase(lab, &spec, &proven, &mut |_, _, _| Ok(true))?;
            spec = found.spec.spec()?;
            phases = Some(found);
        }
        let report = SelectReport {
            args: self,
            material: &material,
            selected: &selected,
            checks: &checks,
            past_selection: PastSelection::of(&self.game, profile, &selected),
            expected: &expected,
            spec: readable(lab.arena(), &spec)?,
            phases,
        };
        let file = session.write_spec(&format!("select-{}.toml", session.id), &report.spec)?;
        let mut document = report.document();
        document.sections.push(depths(&mut session.lab, &selected, &material)?);
        session.write(&format!("select-{}.json", session.id), &document.json()?)?;
        let page = session.write(&format!("select-{}.html", session.id), &html(&document))?;
        let mut text = report.text();
        let _ = writeln!(text, "\nWritten to {}, with the report {}", file.display(), page.display());
        Ok(Finding { json: report.json(&file.display().to_string(), &page.display().to_string()), text })
    }

    /// The choices again on what was held out, and deeper.
    fn checks(&self, lab: &mut Lab, selected: &Selected, material: &Material, metrics: &[Metric]) -> Result<Vec<(Metric, Deeper)>> {
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
}

/// What a selection taught; older runs call it a lesson.
fn past_selection(result: &Value) -> Option<&Value> {
    result.get("past_selection").or_else(|| result.get("lesson"))
}

/// The spec as a person would write it: without what is said by default.
fn readable(arena: &dyn Arena, spec: &Spec) -> Result<String> {
    arena.check_spec(spec)?;
    Ok(spec.to_string())
}

struct SelectReport<'r> {
    args: &'r Args,
    material: &'r Material,
    selected: &'r Selected,
    checks: &'r [(Metric, Deeper)],
    past_selection: PastSelection,
    expected: &'r [(String, f64)],
    spec: String,
    phases: Option<ByPhase>,
}

impl SelectReport<'_> {
    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let SelectReport { args, material, selected, checks, .. } = self;
        let [learned, _, held_out] = material.sequences.sizes();
        writeln!(
            text,
            "{}: {} to depth {}, {held_out} more held out, seed {}",
            args.game,
            plural(learned as u64, "sequence"),
            material.depth,
            args.run.seed
        )?;
        if !self.expected.is_empty() {
            let told = self.expected.iter().take(5).map(|(name, gain)| format!("{name} {:+.0} %", 100.0 * gain));
            writeln!(text, "Expected from other games: {}", told.collect::<Vec<_>>().join(", "))?;
        }
        writeln!(text, "\nThe way, each gain beside the spec before it, with an interval for all candidates of the step:")?;
        write_path(text, &selected.path)?;
        writeln!(text, "\nHeld out:")?;
        for (metric, check) in *checks {
            let whole = check.whole.as_ref().map_or_else(|| "nothing to look at".into(), |whole| gain(whole.gain, *metric));
            write!(text, "  {}: all choices together {whole}", check.limit)?;
            let broken: Vec<String> = check.broken().map(|tried| tried.change.to_string()).collect();
            match broken.is_empty() {
                true => writeln!(text, "; no choice does harm")?,
                false => writeln!(text, "; does not hold: {}", broken.join(", "))?,
            }
        }
        self.phases.iter().try_for_each(|found| write_phases(text, found))?;
        let effort = self.phases.iter().fold(selected.effort, |effort, found| effort + found.effort);
        writeln!(text, "\n{} searches of entries and {} games", grouped(effort.searches), grouped(effort.games))?;
        writeln!(text, "\n{}", self.spec.trim_end())
    }

    /// The same as a document with plots.
    fn document(&self) -> Document {
        let changes = self.selected.path.iter().filter(|step| step.taken.is_some()).count();
        let whole = self.checks.iter().rev().find_map(|(metric, check)| Some((metric, check.limit, check.whole.as_ref()?.gain)));
        let verdict = match whole {
            None => "Nothing was changed: no candidate is clearly better than what was there.".to_string(),
            Some((metric, limit, whole)) => {
                format!(
                    "{} taken; held out at {limit}, the last round gains {}.",
                    plural(changes as u64, "change"),
                    gain(whole, *metric)
                )
            }
        };
        let mut document = Document::new("A selection of enhancements", self.args.game.clone(), verdict);
        document.sections = sections(self.selected, self.checks);
        document.sections.extend(self.phases.iter().flat_map(phase_sections));
        let [learned, _, held_out] = self.material.sequences.sizes();
        document.condition("seed", self.args.run.seed);
        document.condition("sequences", format!("{learned}, and {held_out} held out"));
        document.condition("depth", self.material.depth);
        document.condition("nodes a position", grouped(self.material.nodes));
        document.condition("searches of entries", grouped(self.selected.effort.searches));
        document.condition("games", grouped(self.selected.effort.games));
        document.condition("version", env!("CARGO_PKG_VERSION"));
        document.condition("build", plysmith::BUILD);
        document
    }

    fn json(&self, file: &str, page: &str) -> Value {
        let on = self
            .selected
            .spec
            .spec()
            .map(|spec| CARDS.iter().map(|card| card.name).filter(|name| spec.is_on(name)).collect::<Vec<_>>());
        json!({
            "game": self.args.game,
            "seed": self.args.run.seed,
            "depth": self.material.depth,
            "nodes": self.material.nodes,
            "spec": self.spec,
            "on": on.unwrap_or_default(),
            "selected": self.selected,
            "checks": self.checks.iter().map(|(metric, check)| json!({ "metric": metric, "check": check })).collect::<Vec<_>>(),
            "phases": self.phases,
            "past_selection": self.past_selection,
            "expected": self.expected,
            "file": file,
            "page": page,
        })
    }
}

/// What was taken, step by step.
fn write_path(text: &mut String, path: &[Step]) -> std::fmt::Result {
    for step in path {
        let count = plural(step.tried.len() as u64, "candidate");
        match &step.taken {
            Some(taken) => {
                writeln!(text, "  {:28}  {}  (of {count})", taken.change, gain(taken.gain, step.metric))?;
            }
            None if step.sought == Sought::Addition => {
                let best = step.tried.iter().max_by(|a, b| a.gain.value.total_cmp(&b.gain.value));
                let best = best
                    .map_or(String::new(), |best| format!("; the best was {} with {}", best.change, gain(best.gain, step.metric)));
                writeln!(text, "  no further addition of {count} is clear{best}")?;
            }
            None => {}
        }
    }
    if path.iter().all(|step| step.taken.is_none()) {
        writeln!(text, "  nothing was changed")?;
    }
    Ok(())
}

/// What was tried for each phase, and whether that pays.
fn write_phases(text: &mut String, found: &ByPhase) -> std::fmt::Result {
    for phase in &found.phases {
        writeln!(text, "\nPhase {}:", phase.phase)?;
        for round in &phase.rounds {
            writeln!(text, "  {}", round.sentence())?;
            if let Some(selected) = &round.selected {
                write_path(text, &selected.path)?;
            }
            if let Some(proof) = &round.proof {
                writeln!(text, "  held out: {}", gain(proof.gain, round.metric))?;
            }
        }
    }
    writeln!(text, "\nWith phases, beside the spec without them, on all that was held out:")?;
    if found.whole.is_empty() {
        writeln!(text, "  no phase has a spec of its own")?;
    }
    for whole in &found.whole {
        writeln!(text, "  {}: {}", whole.limit, gain(whole.tried.gain, whole.metric))?;
    }
    Ok(())
}

/// A gain for people.
fn gain(gain: Interval, metric: Metric) -> String {
    let scale = metric.scale();
    let Interval { value, low, high } = gain;
    format!("{:+.1} ({:+.1} to {:+.1}) {}", scale * value, scale * low, scale * high, metric.unit())
}
