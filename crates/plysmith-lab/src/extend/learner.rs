//! The learner that finds moves that deserve more depth than others, or less.

use clap::{ValueEnum, value_parser};
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};
use serde_json::to_value;

use super::atoms::AtomSet;
use super::discovery::{HeldOut, choose_set, join_features};
use super::focus::{Asked, Evolved, Rules, Threshold, exhaustive, focus};
use super::found::{Found, Told, best};
use super::games::ByGames;
use super::material::{SuiteKind, Wanted, suite};
use super::set::Chosen;
use super::value::{Rule, Value};
use super::valuing::{Reading, Valuing, with_features};
use super::weights::{self, Tuned};
use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::learner::{Ask, Attached, Decision, InForge, Instead, Learned, Learner, LearnerCard, Patience, StartOption};
use crate::suite::{Split, Suite};

/// Features of moves, and what these should cost.
pub struct FocusLearner;

/// What is valued, how features grow, and what becomes of them.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[group(skip)]
pub struct FocusOptions {
    /// How features are found
    #[arg(long, value_enum, default_value_t = FindMethod::Focus)]
    pub method: FindMethod,
    /// Records of games to count in with --method rps: PGN, or a game a line
    #[arg(long, value_name = "FILE")]
    pub records: Option<Attached>,
    /// Nodes that the search of a position has
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(10..=1_000_000_000), allow_negative_numbers = true)]
    pub nodes: u64,
    /// What a move costs that has the feature, in plies; of several the best counts
    #[arg(long, value_name = "PLIES,…", default_value = "0.5", value_delimiter = ',', value_parser = cost)]
    pub cost: Vec<i64>,
    /// The positions, as a file that `suite` makes or imports; otherwise a suite is made
    #[arg(long, value_name = "FILE", help_heading = "Suite")]
    pub suite: Option<Attached>,
    /// What a suite that is made consists of
    #[arg(long, value_enum, default_value_t = MadeOf::Phases, conflicts_with = "suite", help_heading = "Suite")]
    pub suite_kind: MadeOf,
    /// How many positions of it to learn from; as many again are held out
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(8..=100_000), conflicts_with = "suite", help_heading = "Suite")]
    pub count: u32,
    /// In how many plies the wins of a suite of wins come
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = value_parser!(u32).range(1..=63), conflicts_with = "suite", help_heading = "Suite")]
    pub plies: u32,
    /// When a position counts as solved [default: proof for wins, stable otherwise]
    #[arg(long, value_enum, help_heading = "Suite")]
    pub solved: Option<Reading>,
    /// By how many positions a combination has to be better than its better parent, a disjunction than its best part, and a set than the one before
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, help_heading = "Evolution")]
    pub epsilon: i64,
    /// Instead it has to be clearly better by McNemar's test on the same positions, at this level [default level: 0.05]
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "0.05", value_parser = level, conflicts_with = "epsilon", help_heading = "Evolution")]
    pub paired: Option<f64>,
    /// Let atoms of one group combine
    #[arg(long, help_heading = "Evolution")]
    pub no_groups: bool,
    /// When a combination fails, leave out those with the special cases of its second parent
    #[arg(long, help_heading = "Evolution")]
    pub tree_pruning: bool,
    /// Drop atoms that solve fewer positions than this [default number: what the base solves]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = NEUTRAL, value_parser = threshold, help_heading = "Evolution")]
    pub threshold: Option<Threshold>,
    /// Atoms that the threshold must not drop [default: as the game marks them; `none` for none]
    #[arg(long, value_name = "ATOM,…", value_delimiter = ',', requires = "threshold", help_heading = "Evolution")]
    pub keep: Vec<String>,
    /// Combinations that are never tried
    #[arg(long, value_name = "FEATURE,…", value_delimiter = ',', help_heading = "Evolution")]
    pub blacklist: Vec<String>,
    /// Value the most promising combinations first, by a small model of what was valued so far
    #[arg(long, help_heading = "Evolution")]
    pub by_promise: bool,
    /// Give up a combination as soon as it cannot pass any more, or is clearly behind its parent
    #[arg(long, help_heading = "Evolution")]
    pub race: bool,
    /// Value every feature of one to so many atoms instead of growing them
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=64), conflicts_with_all = ["race", "threshold", "tree_pruning", "blacklist", "by_promise"], help_heading = "Evolution")]
    pub exhaustive: Option<u8>,
    /// Join nothing and choose no set: the spec then has the best feature alone
    #[arg(long, help_heading = "Set")]
    pub no_set: bool,
    /// No more than this share of the moves searched may have a feature of the set
    #[arg(long, value_name = "SHARE", default_value_t = 0.15, value_parser = share, conflicts_with = "no_set", help_heading = "Set")]
    pub cap: f64,
    /// How the costs of the set are learned
    #[arg(long, value_enum, default_value_t = Weights::Fixed, help_heading = "Set")]
    pub weights: Weights,
    /// Let the best features and the set play so many pairs of games at most against the base, with --nodes a move, and put together what wins
    #[arg(long, value_name = "PAIRS", value_parser = value_parser!(u32).range(8..=100_000), conflicts_with = "weights", help_heading = "Set")]
    pub by_games: Option<u32>,
}

/// How features are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindMethod {
    /// By what searches solve with them: Gradual Focus
    Focus,
    /// By how likely their moves are played in self-play or in --records: realization probabilities, as by the command realization; of the other options only --base and those of the run count
    Rps,
}

/// What a made suite consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MadeOf {
    /// Positions from all phases with their best moves by a deep search
    Phases,
    /// Forced wins in --plies plies
    Wins,
}

/// How costs are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weights {
    /// They stay as they are
    Fixed,
    /// Fewest nodes for as many positions, by finite differences
    Descent,
    /// Simultaneous perturbation with steps by sign (RSPSA)
    Rspsa,
}

/// So many of the best features play.
const PLAYERS: usize = 8;
/// Positions between two looks whether a candidate can still pass.
const BATCH: usize = 10;
/// Rounds of learning costs at most.
const ROUNDS: usize = 12;
/// The part of the time, if somebody looks at a clock, that the evolution may take; what becomes of the features has the rest.
const EVOLVING: f64 = 0.7;
/// The threshold of somebody who names no number.
const NEUTRAL: &str = "base";

/// In 1/64 ply.
fn cost(text: &str) -> Result<i64, String> {
    let plies: Option<f64> = text.trim().parse().ok().filter(|plies| (0.0..=10.0).contains(plies));
    plies
        .map(|plies| (64.0 * plies).round() as i64)
        .ok_or_else(|| format!("`{text}` is no cost; write plies from 0 to 10, such as 0.5"))
}

fn level(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|level| *level > 0.0 && *level < 1.0)
        .ok_or_else(|| format!("`{text}` is no level; write such as 0.05"))
}

fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| format!("`{text}` is no share; write a number from 0 to 1"))
}

fn threshold(text: &str) -> Result<Threshold, String> {
    if text == NEUTRAL {
        return Ok(Threshold::Neutral);
    }
    text.parse().map(Threshold::At).map_err(|_| format!("`{text}` is no threshold; write a number of positions, or none"))
}

impl Learner for FocusLearner {
    type Options = FocusOptions;

    const CARD: LearnerCard = LearnerCard {
        name: "extend",
        aliases: &["focus"],
        title: "Extension features",
        about: "Find features of moves that deserve more depth than others, or less",
        help: "Examples:\n  plysmith extend breakthrough-5x5 --nodes 1000 --count 20 --epsilon 1\n  plysmith extend breakthrough\n  \
            plysmith suite breakthrough wins --count 100 --file wins.suite\n  \
            plysmith extend breakthrough --suite wins.suite --tree-pruning --threshold --race\n  \
            plysmith extend breakthrough --suite wins.suite --nodes 500000 \\\n    --base plain:+deepening:+pv_first:+shuffle:evaluation=safe_march\n  \
            plysmith extend breakthrough --cost 0.25,0.5,0.75 --paired --weights descent\n  \
            plysmith extend breakthrough --cost 2\n  \
            plysmith extend halma --base default --nodes 10000 --cost 0.5,2,3 --race --by-games 200\n  \
            plysmith extend chess --method rps --records games.pgn\n\n\
            A feature is a conjunction of the game's atoms (`plysmith games breakthrough` lists them). It is worth the positions that the base engine solves when \
            its moves cost --cost plies; with more than one they get a look of less depth first, and are searched again for a ply if that looks good. Features grow atom by atom as long as that makes them better than their better parent (Gradual Focus). Features of the same groups, which never \
            combine, are joined where any of several solves more (`A or B`). Of what is found, a set is chosen for what its features add to each other, and written as a spec.\n\n\
            Printed are the best features with the positions that they solve, the mean depth of the last complete iteration, the mean length of the deepest line (height) and the share of \
            the moves searched that have the feature (frequency); `neutral` is the base alone. Then come disjunctions, the set step by step, and what it solves of the positions held out. In --out \
            stand the spec (.toml), the report (.html, .json) and a suite that was made. What solves more need not play better: with --by-games the best features and the set play against \
            the base at equal time, and the spec has what wins. Whether it plays better a match from other openings has to tell: `plysmith match GAME SPEC BASE`.",
        decision: Decision::Trees,
        judge: "how many positions are solved with so many nodes when moves of a feature cost something else than a ply",
        start: StartOption {
            name: "base",
            alias: "spec",
            about: "The engine without features: a preset or a file, either with changes behind colons [default: plain:+deepening:+pv_first:+shuffle, with --method rps default]",
            in_forge: "default",
        },
        method_of: None,
        forge: InForge::Within("extend"),
        is_listed: true,
    };

    fn hindrance(arena: &dyn Arena, start: &Spec) -> Option<String> {
        if let Err(error) = AtomSet::new(&arena.card().atoms) {
            return Some(error.to_string());
        }
        // Which feature does not matter: if one can be had, all can.
        let some = arena.card().atoms.iter().take(1).map(|atom| (atom.name.to_string(), 32)).collect();
        let sound = with_features(start, some).and_then(|spec| arena.check_spec(&spec));
        sound.err().map(|error| format!("moves cannot cost something else than a ply: {error}"))
    }

    /// Alpha-beta and what an experiment with extensions needs beside it, as in the study that the method comes from.
    fn usual_start(_: &FocusOptions) -> &'static str {
        "plain:+deepening:+pv_first:+shuffle"
    }

    fn instead(options: &FocusOptions) -> Option<Instead> {
        let records = options.records.iter().filter_map(|records| Some(("records", to_value(records).ok()?)));
        (options.method == FindMethod::Rps).then(|| ("realization", records.collect()))
    }

    fn check(arena: &dyn Arena, start: &Spec, options: &FocusOptions) -> Result<(), String> {
        if options.method == FindMethod::Rps {
            return Err("realization probabilities are counted by the learner `realization`; ask that one".into());
        }
        if options.records.is_some() {
            return Err("--records are counted with --method rps; Gradual Focus learns from a --suite".into());
        }
        let atoms = options.atoms(arena)?;
        options.rules(&atoms)?;
        match &options.suite {
            Some(file) => {
                let suite = file.suite(arena)?;
                options.valuing(arena, &suite, start, options.nodes).map(drop)
            }
            None => Ok(()),
        }
    }

    fn learn(ask: &Ask, options: &FocusOptions, lab: &mut Lab, patience: &mut Patience) -> Result<Learned, LabError> {
        let (base, nodes) = (ask.spec()?, ask.nodes(lab, options.nodes)?);
        let atoms = options.atoms(lab.arena()).map_err(LabError::Learning)?;
        let rules = options.rules(&atoms).map_err(LabError::Learning)?;
        let (suite, others, made) = options.suites(lab, &atoms, &base, nodes, ask.seed)?;
        let valuing = options.valuing(lab.arena(), &suite, &base, nodes).map_err(LabError::Learning)?;
        let value = |lab: &mut Lab, asked: &Asked| match patience(lab, &format!("valuation {}", asked.number))? {
            // What there is no time for is taken for no better, and grows no further.
            Some(spent) if spent >= EVOLVING => Ok(Value { early: true, ..Value::default() }),
            _ => valuing.value(lab, &atoms, asked),
        };
        let evolved = options.evolve(lab, &atoms, &rules, value)?;
        let joined = match options.no_set {
            true => None,
            false => Some(join_features(lab, &atoms, &valuing, &evolved, options.cap, rules.rule)?),
        };
        let set = match &joined {
            Some(joined) => choose_set(lab, &atoms, &valuing, &evolved, joined, options.cap, rules.rule)?,
            None => None,
        };
        let tuned = options.tune(lab, &atoms, &valuing, &evolved, set.as_ref(), ask.seed)?;
        let games = |pairs: u32| ByGames { pairs: pairs as usize, nodes, width: PLAYERS, cap: options.cap, seed: ask.seed };
        let played = match options.by_games.map(games) {
            Some(games) => Some(games.choose(lab, &atoms, &valuing, &evolved, joined.as_ref(), set.as_ref())?),
            None => None,
        };
        let found = Found { evolved, joined, set, tuned, played };
        let members = found.members(&atoms);
        let spec = text(lab, &valuing.spec(&atoms, &members))?;
        let held_out = match &others {
            Some(others) => {
                let valuing = options.valuing(lab.arena(), others, &base, nodes).map_err(LabError::Learning)?;
                Some(HeldOut::measure(lab, &atoms, &valuing, &members)?)
            }
            None => None,
        };
        let is_proposed = !members.is_empty() && held_out.as_ref().is_none_or(HeldOut::is_better);
        let told = Told {
            options,
            atoms: &atoms,
            rules: &rules,
            valuing: &valuing,
            kind: suite.kind,
            found: &found,
            held_out: held_out.as_ref(),
        };
        Ok(Learned {
            is_proposed,
            sections: told.sections(&ask.start, &spec),
            figures: told.figures(),
            beside: made.map(|made| ("suite", made.to_string())).into_iter().collect(),
            conditions: told.conditions(),
            ..Learned::new(spec, told.verdict())
        })
    }
}

/// A suite to learn from, what is held out, and the whole if it was made here.
type Suites = (Suite, Option<Suite>, Option<Suite>);

impl FocusOptions {
    /// The atoms that combine.
    fn atoms(&self, arena: &dyn Arena) -> Result<AtomSet, String> {
        let card = arena.card();
        let mut atoms = AtomSet::new(&card.atoms).map_err(|error| format!("{}: {error}", card.name))?;
        if self.no_groups {
            atoms = atoms.ungrouped();
        }
        if !self.keep.is_empty() {
            let names: &[String] = if self.keep == ["none"] { &[] } else { &self.keep };
            atoms = atoms.keeping(names).map_err(|error| format!("--keep: {error}"))?;
        }
        Ok(atoms)
    }

    /// How features evolve.
    fn rules(&self, atoms: &AtomSet) -> Result<Rules, String> {
        let blacklist = self.blacklist.iter().map(|name| atoms.read(name)).collect::<Result<Vec<_>, _>>();
        let blacklist = blacklist.map_err(|error| format!("--blacklist: {error}"))?;
        if blacklist.contains(&0) {
            return Err("--blacklist neutral would bar every feature; leave it out".into());
        }
        let rule = self.paired.map_or(Rule::Margin(self.epsilon), Rule::Paired);
        Ok(Rules { rule, tree_pruning: self.tree_pruning, threshold: self.threshold, blacklist, by_promise: self.by_promise })
    }

    fn valuing<'v>(&self, arena: &dyn Arena, suite: &'v Suite, base: &Spec, nodes: u64) -> Result<Valuing<'v>, String> {
        let reading = self.solved.unwrap_or_else(|| Reading::of(suite.kind));
        let valuing = Valuing::new(arena, suite, base.clone(), nodes, &self.cost, reading).map_err(|error| error.to_string())?;
        Ok(Valuing { batch: self.race.then_some(BATCH), ..valuing })
    }

    fn suites(&self, lab: &mut Lab, atoms: &AtomSet, base: &Spec, nodes: u64, seed: u64) -> Result<Suites, LabError> {
        if let Some(file) = &self.suite {
            return Ok((file.suite(lab.arena()).map_err(LabError::Learning)?, None, None));
        }
        let kind = match self.suite_kind {
            MadeOf::Phases => SuiteKind::Phases,
            MadeOf::Wins => SuiteKind::Wins(self.plies),
        };
        let made = suite(lab, atoms, &Wanted { kind, count: self.count as usize, base, nodes, seed })?;
        let part = |part| Suite { entries: made.split(Some(part)).into_iter().cloned().collect(), ..made.clone() };
        let (learn, held_out) = (part(Split::Train), part(Split::Heldout));
        if learn.entries.is_empty() {
            return Err(LabError::Learning(format!(
                "no positions were found of which the base solves some and not others with {nodes} nodes; try other --nodes, or bring a --suite"
            )));
        }
        Ok((learn, (!held_out.entries.is_empty()).then_some(held_out), Some(made)))
    }

    fn evolve(
        &self,
        lab: &mut Lab,
        atoms: &AtomSet,
        rules: &Rules,
        mut value: impl FnMut(&mut Lab, &Asked) -> Result<Value, LabError>,
    ) -> Result<Evolved, LabError> {
        match self.exhaustive {
            Some(most) => exhaustive(atoms, most.into(), |asked| value(lab, asked)),
            None => focus(atoms, rules, |asked| value(lab, asked)),
        }
    }

    /// What the features of the set should cost.
    fn tune(
        &self,
        lab: &mut Lab,
        atoms: &AtomSet,
        valuing: &Valuing,
        evolved: &Evolved,
        set: Option<&Chosen>,
        seed: u64,
    ) -> Result<Option<Tuned>, LabError> {
        let method = match self.weights {
            Weights::Fixed => return Ok(None),
            Weights::Descent => weights::Method::Descent,
            Weights::Rspsa => weights::Method::Rspsa,
        };
        let members = set.map_or_else(|| best(atoms, evolved), Chosen::members);
        if members.is_empty() {
            return Ok(None);
        }
        let before = valuing.joint(lab, "costs as they are", atoms, &members, None)?;
        let tuning = weights::WeightPlan { method, rounds: ROUNDS, threshold: before.solved(), seed };
        let mut number = 0;
        let tuned = weights::tune(&tuning, &members, &before, |members| {
            number += 1;
            valuing.joint(lab, &format!("costs {number}"), atoms, members, None)
        })?;
        Ok(Some(tuned))
    }
}

#[cfg(test)]
mod tests;
