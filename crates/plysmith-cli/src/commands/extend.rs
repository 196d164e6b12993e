//! `extend`: which moves of a game deserve more depth than others, or less.

mod report;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{ValueEnum, value_parser};
use plysmith::{Arena, Spec};
use plysmith_lab::compare::Selected;
use plysmith_lab::extend::disjunction::Joined;
use plysmith_lab::extend::set::Chosen;
use plysmith_lab::extend::weights::{self, Tuned};
use plysmith_lab::extend::{
    AtomSet, ByGames, Evolved, HeldOut, Reading, Rule, Rules, SuiteKind, Threshold, Valuing, Wanted, choose_set, exhaustive, focus,
    join_features, suite,
};
use plysmith_lab::lab::Lab;
use plysmith_lab::learner::{self, Attached, usual_options};
use plysmith_lab::report::html;
use plysmith_lab::suite::{Split, Suite};
use plysmith_lab::trial::SpecText;
use serde_json::json;

use crate::commands::forge::Forging;
use crate::commands::learn::Learning;
use crate::input::players;
use crate::input::suites;
use crate::input::times::BudgetArgs;
use crate::jobs::session::{self, Finding, RunArgs, Session};
use crate::output::terminal::Terminal;
use report::ExtendReport;

/// Find features of moves that deserve more depth than others, or less
#[derive(clap::Args)]
#[command(
    visible_alias = "focus",
    after_help = "Examples:\n  plysmith extend breakthrough-5x5 --nodes 1000 --count 20 --epsilon 1\n  plysmith extend breakthrough\n  \
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
    the base at equal time, and the spec has what wins. Whether it plays better a match from other openings has to tell: `plysmith match GAME SPEC BASE`."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// How features are found
    #[arg(long, value_enum, default_value_t = MethodName::Focus)]
    method: MethodName,
    /// Records of games to count in with --method rps: PGN, or a game a line
    #[arg(long, value_name = "FILE")]
    records: Option<Attached>,
    /// The engine without features: a preset or a file, either with changes behind colons [default: plain:+deepening:+pv_first:+shuffle, with --method rps default]
    #[arg(long, value_name = "SPEC")]
    base: Option<String>,
    /// Nodes that the search of a position has
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(10..=1_000_000_000), allow_negative_numbers = true, conflicts_with = "pace")]
    nodes: u64,
    /// What a move costs that has the feature, in plies; of several the best counts
    #[arg(long, value_name = "PLIES,…", default_value = "0.5", value_delimiter = ',', value_parser = cost)]
    cost: Vec<i64>,
    /// The positions, as a file that `plysmith suite` makes or imports; otherwise a suite is made
    #[arg(long, value_name = "FILE", help_heading = "Suite")]
    suite: Option<PathBuf>,
    /// What a suite that is made consists of
    #[arg(long, value_enum, default_value_t = SuiteName::Phases, conflicts_with = "suite", help_heading = "Suite")]
    suite_kind: SuiteName,
    /// How many positions of it to learn from; as many again are held out
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(8..=100_000), conflicts_with = "suite", help_heading = "Suite")]
    count: u32,
    /// In how many plies the wins of a suite of wins come
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = value_parser!(u32).range(1..=63), conflicts_with = "suite", help_heading = "Suite")]
    plies: u32,
    /// When a position counts as solved [default: proof for wins, stable otherwise]
    #[arg(long, value_enum, help_heading = "Suite")]
    solved: Option<SolvedName>,
    /// By how many positions a combination has to be better than its better parent, a disjunction than its best part, and a set than the one before
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, help_heading = "Evolution")]
    epsilon: i64,
    /// Instead it has to be clearly better by McNemar's test on the same positions, at this level [default level: 0.05]
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "0.05", value_parser = level, conflicts_with = "epsilon", help_heading = "Evolution")]
    paired: Option<f64>,
    /// Let atoms of one group combine
    #[arg(long, help_heading = "Evolution")]
    no_groups: bool,
    /// When a combination fails, leave out those with the special cases of its second parent
    #[arg(long, help_heading = "Evolution")]
    tree_pruning: bool,
    /// Drop atoms that solve fewer positions than this [default number: what the base solves]
    #[arg(long, value_name = "N", num_args = 0..=1, value_parser = value_parser!(u64), help_heading = "Evolution")]
    threshold: Option<Option<u64>>,
    /// Atoms that the threshold must not drop [default: as the game marks them; `none` for none]
    #[arg(long, value_name = "ATOM,…", value_delimiter = ',', requires = "threshold", help_heading = "Evolution")]
    keep: Vec<String>,
    /// Combinations that are never tried
    #[arg(long, value_name = "FEATURE,…", value_delimiter = ',', help_heading = "Evolution")]
    blacklist: Vec<String>,
    /// Value the most promising combinations first, by a small model of what was valued so far
    #[arg(long, help_heading = "Evolution")]
    by_promise: bool,
    /// Give up a combination as soon as it cannot pass any more, or is clearly behind its parent
    #[arg(long, help_heading = "Evolution")]
    race: bool,
    /// Value every feature of one to so many atoms instead of growing them
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=64), conflicts_with_all = ["race", "threshold", "tree_pruning", "blacklist", "by_promise"], help_heading = "Evolution")]
    exhaustive: Option<u8>,
    /// Join nothing and choose no set: the spec then has the best feature alone
    #[arg(long, help_heading = "Set")]
    no_set: bool,
    /// No more than this share of the moves searched may have a feature of the set
    #[arg(long, value_name = "SHARE", default_value_t = 0.15, value_parser = share, conflicts_with = "no_set", help_heading = "Set")]
    cap: f64,
    /// How the costs of the set are learned
    #[arg(long, value_enum, default_value_t = WeightsName::Fixed, help_heading = "Set")]
    weights: WeightsName,
    /// Let the best features and the set play so many pairs of games at most against the base, with --nodes a move, and put together what wins
    #[arg(long, value_name = "PAIRS", value_parser = value_parser!(u32).range(8..=100_000), conflicts_with = "weights", help_heading = "Set")]
    by_games: Option<u32>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// So many of the best features play.
const PLAYERS: usize = 8;
/// Alpha-beta and what an experiment with extensions needs beside it, as in the study that the method comes from.
const PLAIN: &str = "plain:+deepening:+pv_first:+shuffle";
/// Positions between two looks whether a candidate can still pass.
const BATCH: usize = 10;
/// Rounds of learning at most.
const ROUNDS: usize = 12;

/// How features are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// By what searches solve with them: Gradual Focus
    Focus,
    /// By how likely their moves are played in self-play or in --records: realization probabilities, as by the command realization; of the other options only --base and those of the run count
    Rps,
}

/// What a made suite consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SuiteName {
    /// Positions from all phases with their best moves by a deep search
    Phases,
    /// Forced wins in --plies plies
    Wins,
}

/// When a position counts as solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolvedName {
    /// The right move with a score that proves the win
    Proof,
    /// The right move over the last two iterations, or proven
    Stable,
}

/// How costs are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WeightsName {
    /// They stay as they are
    Fixed,
    /// Fewest nodes for as many positions, by finite differences
    Descent,
    /// Simultaneous perturbation with steps by sign (RSPSA)
    Rspsa,
}

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

/// What a discovery works with.
struct DiscoveryPlan {
    atoms: AtomSet,
    base: Spec,
    rules: Rules,
    /// A suite that was given.
    suite: Option<Suite>,
}

/// What it found.
struct Found {
    evolved: Evolved,
    joined: Option<Joined>,
    set: Option<Chosen>,
    tuned: Option<Tuned>,
    played: Option<Selected>,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        if let Some(budget) = self.budget.budget {
            let from = self.base.clone().unwrap_or_else(|| "default".into());
            let (pace, to) = (self.budget.pace(), self.budget.to.clone());
            let forging =
                Forging { command: "extend", game: self.game, budget, pace, from, to, run: self.run, only: Some("extend") };
            return forging.run(terminal);
        }
        let arena = terminal.arena(&self.game)?;
        if self.method == MethodName::Rps {
            if self.budget.has_pace() {
                bail!("--method rps counts moves in games and searches nothing of its own; leave --move out");
            }
            return self.realization(terminal);
        }
        if self.records.is_some() {
            bail!("--records are counted with --method rps; Gradual Focus learns from a --suite");
        }
        let plan = self.plan(&*arena)?;
        let asked = json!({
            "base": SpecText::new(&*arena, &plan.base)?,
            "rules": plan.rules,
            "groups": !self.no_groups,
            "keep": self.keep,
            "nodes": self.budget.asked(self.nodes),
            "cost": self.cost,
            "suite": plan.suite.as_ref().map(|suite| plysmith_lab::digest(suite.to_string().as_bytes())),
            "made": [format!("{:?}", self.suite_kind), self.count.to_string(), self.plies.to_string()],
            "solved": self.solved.map(|solved| format!("{solved:?}")),
            "race": self.race,
            "exhaustive": self.exhaustive,
            "set": (!self.no_set).then_some(self.cap),
            "weights": format!("{:?}", self.weights),
            "by_games": self.by_games,
            "seed": self.run.seed,
        });
        session::run(terminal, &self.run.clone(), &*arena, "extend", &asked, |session| {
            let nodes = self.budget.nodes(&mut session.lab, &plan.base, self.nodes, self.run.seed)?;
            Args { nodes, ..self }.discover(session, &plan)
        })
    }

    /// Everything that could be wrong is looked at before any work.
    fn plan(&self, arena: &dyn Arena) -> Result<DiscoveryPlan> {
        let mut atoms = AtomSet::new(&arena.card().atoms).with_context(|| self.game.clone())?;
        if self.no_groups {
            atoms = atoms.ungrouped();
        }
        if !self.keep.is_empty() {
            let names: &[String] = if self.keep == ["none"] { &[] } else { &self.keep };
            atoms = atoms.keeping(names).context("--keep")?;
        }
        let blacklist = self.blacklist.iter().map(|name| atoms.read(name)).collect::<Result<Vec<_>, _>>().context("--blacklist")?;
        if blacklist.contains(&0) {
            bail!("--blacklist neutral would bar every feature; leave it out");
        }
        let threshold =
            self.threshold.map(|threshold| threshold.map_or(Threshold::Neutral, |solved| Threshold::At(solved as usize)));
        let rule = self.paired.map_or(Rule::Margin(self.epsilon), Rule::Paired);
        let rules = Rules { rule, tree_pruning: self.tree_pruning, threshold, blacklist, by_promise: self.by_promise };
        let base = players::spec(arena, self.base.as_deref().unwrap_or(PLAIN), &self.run.out).context("--base")?;
        let suite = self.suite.as_ref().map(|path| suites::read(arena, path)).transpose()?;
        if let Some(suite) = &suite {
            self.valuing(arena, suite, &base)?;
        }
        Ok(DiscoveryPlan { atoms, base, rules, suite })
    }

    fn valuing<'v>(&self, arena: &dyn Arena, suite: &'v Suite, base: &Spec) -> Result<Valuing<'v>> {
        let reading = match self.solved {
            Some(SolvedName::Proof) => Reading::Proof,
            Some(SolvedName::Stable) => Reading::Stable,
            None => Reading::of(suite.kind),
        };
        let valuing = Valuing::new(arena, suite, base.clone(), self.nodes, &self.cost, reading)?;
        Ok(Valuing { batch: self.race.then_some(BATCH), ..valuing })
    }

    /// The suite to learn from, and what is held out if it was made here.
    fn suites(&self, session: &mut Session, plan: &DiscoveryPlan) -> Result<(Suite, Option<Suite>)> {
        if let Some(suite) = &plan.suite {
            return Ok((suite.clone(), None));
        }
        let kind = match self.suite_kind {
            SuiteName::Phases => SuiteKind::Phases,
            SuiteName::Wins => SuiteKind::Wins(self.plies),
        };
        let wanted = Wanted { kind, count: self.count as usize, base: &plan.base, nodes: self.nodes, seed: self.run.seed };
        let made = suite(&mut session.lab, &plan.atoms, &wanted)?;
        session.write(&format!("extend-{}.suite", session.id), &made.to_string())?;
        let part = |part| Suite { entries: made.split(Some(part)).into_iter().cloned().collect(), ..made.clone() };
        let learn = part(Split::Train);
        if learn.entries.is_empty() {
            bail!(
                "no positions were found of which the base solves some and not others with {} nodes; try other --nodes, or bring a --suite",
                self.nodes
            );
        }
        let held_out = part(Split::Heldout);
        Ok((learn, (!held_out.entries.is_empty()).then_some(held_out)))
    }

    fn discover(&self, session: &mut Session, plan: &DiscoveryPlan) -> Result<Finding> {
        let (suite, held_out) = self.suites(session, plan)?;
        let valuing = self.valuing(session.lab.arena(), &suite, &plan.base)?;
        let atoms = &plan.atoms;
        let lab = &mut session.lab;
        let evolved = match self.exhaustive {
            Some(most) => exhaustive(atoms, most.into(), |asked| valuing.value(lab, atoms, asked))?,
            None => focus(atoms, &plan.rules, |asked| valuing.value(lab, atoms, asked))?,
        };
        let rule = plan.rules.rule;
        let joined = (!self.no_set).then(|| join_features(lab, atoms, &valuing, &evolved, self.cap, rule)).transpose()?;
        let set = match &joined {
            Some(joined) => choose_set(lab, atoms, &valuing, &evolved, joined, self.cap, rule)?,
            None => None,
        };
        let tuned = self.tune(lab, plan, &valuing, &evolved, set.as_ref())?;
        let games = self.by_games.map(|pairs| ByGames {
            pairs: pairs as usize,
            nodes: self.nodes,
            width: PLAYERS,
            cap: self.cap,
            seed: self.run.seed,
        });
        let played = games.map(|games| games.choose(lab, atoms, &valuing, &evolved, joined.as_ref(), set.as_ref())).transpose()?;
        let found = Found { evolved, joined, set, tuned, played };
        let spec = valuing.spec(atoms, &found.members(atoms));
        let held_out = self.held_out(lab, plan, held_out.as_ref(), &found)?;
        let report =
            ExtendReport { args: self, plan, valuing: &valuing, kind: suite.kind, found: &found, held_out, spec: spec.to_string() };
        let file = session.write_spec(&format!("extend-{}.toml", session.id), &report.spec)?;
        let document = report.document();
        session.write(&format!("extend-{}.json", session.id), &document.json()?)?;
        let page = session.write(&format!("extend-{}.html", session.id), &html(&document))?;
        Ok(report.finding(&file, &page))
    }

    /// What the features of the set should cost.
    fn tune(
        &self,
        lab: &mut Lab,
        plan: &DiscoveryPlan,
        valuing: &Valuing,
        evolved: &Evolved,
        set: Option<&Chosen>,
    ) -> Result<Option<Tuned>> {
        let method = match self.weights {
            WeightsName::Fixed => return Ok(None),
            WeightsName::Descent => weights::Method::Descent,
            WeightsName::Rspsa => weights::Method::Rspsa,
        };
        let members = match set {
            Some(set) => set.members(),
            None => best(&plan.atoms, evolved),
        };
        if members.is_empty() {
            return Ok(None);
        }
        let before = valuing.joint(lab, "costs as they are", &plan.atoms, &members, None)?;
        let tuning = weights::WeightPlan { method, rounds: ROUNDS, threshold: before.solved(), seed: self.run.seed };
        let mut number = 0;
        let tuned = weights::tune(&tuning, &members, &before, |members| {
            number += 1;
            valuing.joint(lab, &format!("costs {number}"), &plan.atoms, members, None)
        })?;
        Ok(Some(tuned))
    }

    /// What was found on positions that nothing was learned from.
    fn held_out(&self, lab: &mut Lab, plan: &DiscoveryPlan, suite: Option<&Suite>, found: &Found) -> Result<Option<HeldOut>> {
        let Some(suite) = suite else { return Ok(None) };
        let valuing = self.valuing(lab.arena(), suite, &plan.base)?;
        Ok(Some(HeldOut::measure(lab, &plan.atoms, &valuing, &found.members(&plan.atoms))?))
    }

    /// Realization probabilities are what another learner counts.
    fn realization(self, terminal: &mut Terminal) -> Result<()> {
        let name = "realization";
        let learner = learner::find(name).with_context(|| format!("there is no learner `{name}`"))?;
        let mut options = usual_options(learner);
        if let Some(records) = self.records {
            options["records"] = serde_json::to_value(records)?;
        }
        Learning { command: name, learner, game: self.game, start: self.base, options, budget: self.budget, run: self.run }.run(terminal)
    }
}

impl Found {
    /// The features of the spec: what wins games, the tuned set, the set, or the best feature alone.
    fn members(&self, atoms: &AtomSet) -> Vec<(u64, i64)> {
        match (&self.played, &self.tuned, &self.set) {
            (Some(played), ..) => new_features(atoms, played),
            (None, Some(tuned), _) => tuned.members.clone(),
            (None, None, Some(set)) => set.members(),
            (None, None, None) => best(atoms, &self.evolved),
        }
    }
}

/// The features that games have added.
fn new_features(atoms: &AtomSet, played: &Selected) -> Vec<(u64, i64)> {
    let of = |text: &SpecText| text.spec().map(|spec| spec.costs()).unwrap_or_default();
    let before = of(&played.start);
    let new = of(&played.spec).into_iter().filter(|feature| !before.contains(feature));
    new.filter_map(|(name, cost)| Some((atoms.read(&name).ok()?, cost))).collect()
}

/// The best feature, if it is better than none.
fn best(atoms: &AtomSet, evolved: &Evolved) -> Vec<(u64, i64)> {
    let first = evolved.kept(atoms).first().map(|valued| (valued.feature, valued.value.cost));
    first.filter(|(feature, _)| *feature != 0).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use plysmith::Game;
    use plysmith::game::{AtomCard, Capability, Outcome, Side, TextError};

    use super::*;
    use crate::input::games::Games;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    /// A game of somebody's own that is about its atoms alone.
    #[derive(Clone)]
    struct Own(&'static [AtomCard]);

    impl Game for Own {
        type State = u8;
        type Move = u8;
        const CAPABILITIES: &'static [Capability] = &[Capability::Atoms];
        fn name(&self) -> String {
            "own".into()
        }
        fn start(&self) -> u8 {
            0
        }
        fn side(&self, _: &u8) -> Side {
            Side::First
        }
        fn moves(&self, _: &u8, _: &mut Vec<u8>) {}
        fn play(&self, _: &mut u8, _: u8) {}
        fn outcome(&self, _: &u8) -> Option<Outcome> {
            Some(Outcome::Draw)
        }
        fn evaluate(&self, _: &u8) -> i32 {
            0
        }
        fn move_ids(&self) -> usize {
            1
        }
        fn move_id(&self, _: u8) -> usize {
            0
        }
        fn write_position(&self, _: &u8) -> String {
            String::new()
        }
        fn read_position(&self, _: &str) -> Result<u8, TextError> {
            Ok(0)
        }
        fn write_move(&self, _: &u8, _: u8) -> String {
            String::new()
        }
        fn atoms(&self) -> &'static [AtomCard] {
            self.0
        }
    }

    const fn atom(name: &'static str, group: &'static str, parent: Option<&'static str>) -> AtomCard {
        AtomCard { name, about: "", group, parent, keep: false }
    }

    #[test]
    fn atoms_that_are_unsound_are_refused_before_there_is_a_run() {
        const GOOD: &[AtomCard] = &[atom("a", "g", None), atom("b", "g", Some("a"))];
        const NO_GROUP: &[AtomCard] = &[atom("a", "", None)];
        const NO_PARENT: &[AtomCard] = &[atom("a", "g", Some("z"))];
        const STRANGER: &[AtomCard] = &[atom("a", "g", Some("b")), atom("b", "h", None)];
        const CYCLE: &[AtomCard] = &[atom("a", "g", Some("b")), atom("b", "g", Some("a"))];
        const MANY: &[AtomCard] = &[atom("a", "g", None); 65];
        let planned = |atoms| {
            let arena = Games::own(Own(atoms)).find("own").unwrap();
            Line::parse_from(["extend", "own"]).args.plan(&*arena).map(|_| ()).map_err(|error| format!("{error:#}"))
        };
        assert_eq!(planned(GOOD), Ok(()));
        for (atoms, expected) in [
            (&[][..], "own: the game has no atoms of moves"),
            (NO_GROUP, "the atom `a` has no group; give it one"),
            (NO_PARENT, "the atom `a` is a special case of `z`, which is no atom of the game"),
            (STRANGER, "`a` and `b` are child and parent, but of different groups"),
            (CYCLE, "the atom `a` is a special case of itself"),
            (MANY, "the game has 65 atoms, and a feature has room for 64"),
        ] {
            let error = planned(atoms).unwrap_err();
            assert!(error.contains(expected), "says: {error}\nwanted: {expected}");
        }
    }
}
