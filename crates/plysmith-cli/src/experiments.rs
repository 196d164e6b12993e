//! The one list of experiments: those of the papers, with their published figures, and our own.
//!
//! Each has a file with its definition, its figures and its work. A new one is a file and a line in [`EXPERIMENTS`]; the command `reproduce`, its list and its tests
//! follow from the list. What an experiment works with is a [`Field`]: a laboratory that can be moved to any game by name.

mod cost;
mod engines;
mod evaluate_free;
mod evaluate_nets;
mod evaluate_shipped;
mod extend_matches;
mod forge_generic;
mod forge_planted;
mod forge_power;
mod forge_rules;
mod forging;
mod free_inputs;
mod frozen;
mod gf_chess;
mod gf_evaluations;
mod gf_matches;
mod gf_three_wise;
mod gradual_focus;
mod learners;
mod networks;
mod pilot;
mod pilot_table_1;
mod pilot_time;
mod pilot_tournaments;
mod select_matches;
mod select_methods;
mod select_random;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use plysmith::game::Capabilities;
use plysmith::spec::remedy;
use plysmith_lab::lab::Lab;
use plysmith_lab::reproduce::{Findings, Printed};

use crate::input::games::Games;
use crate::jobs::session::Session;

/// Every experiment, in the order in which they are listed.
pub const EXPERIMENTS: &[&Experiment] = &[
    &pilot_table_1::EXPERIMENT,
    &pilot_time::EXPERIMENT,
    &pilot_tournaments::EXPERIMENT,
    &select_random::EXPERIMENT,
    &select_methods::EXPERIMENT,
    &select_matches::EXPERIMENT,
    &gf_evaluations::EXPERIMENT,
    &gf_three_wise::EXPERIMENT,
    &gf_matches::EXPERIMENT,
    &gf_chess::EXPERIMENT,
    &extend_matches::EXPERIMENT,
    &forge_planted::EXPERIMENT,
    &forge_generic::EXPERIMENT,
    &forge_power::EXPERIMENT,
    &forge_rules::EXPERIMENT,
    &free_inputs::EXPERIMENT,
    &evaluate_nets::EXPERIMENT,
    &evaluate_free::EXPERIMENT,
    &evaluate_shipped::EXPERIMENT,
    &learners::EXPERIMENT,
];

/// An experiment.
pub struct Experiment {
    /// Its name.
    pub id: &'static str,
    /// What it asks, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What was published.
    pub published: Published,
    /// The games that it needs, the first of which is where it begins.
    pub games: fn(Scale) -> &'static [&'static str],
    /// What it finds out about a game it finds out without the others, so that somebody may want only some of them.
    pub apart: bool,
    /// Whether it can do without what its games declare.
    pub hiding: Hiding,
    /// Finds out.
    pub run: fn(&mut Field) -> Result<Findings>,
}

/// What was published.
pub enum Published {
    /// These figures.
    Figures(fn() -> Vec<Printed>),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

/// Whether an experiment can do without what its games declare.
pub enum Hiding {
    /// Whatever is hidden: its specs are made from what is left.
    Anything,
    /// It cannot, for this reason.
    Nothing(&'static str),
}

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scale {
    /// Next to nothing: shows that the machinery works, and its figures mean nothing
    #[value(hide = true)]
    Tiny,
    /// Minutes on two cores: the same shape with fewer positions or games
    Quick,
    /// Where the numbers of the paper take days, enough to decide within hours; elsewhere the same as full
    Long,
    /// The numbers of the paper, or enough to decide
    Full,
}

impl Scale {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Tiny => "tiny",
            Scale::Quick => "quick",
            Scale::Long => "long",
            Scale::Full => "full",
        }
    }

    /// What fits the scale.
    pub fn of<T>(self, tiny: T, quick: T, full: T) -> T {
        match self {
            Scale::Tiny => tiny,
            Scale::Quick => quick,
            Scale::Long | Scale::Full => full,
        }
    }

    /// The same where the numbers of the paper take days.
    pub fn of_days<T>(self, tiny: T, quick: T, long: T, full: T) -> T {
        if self == Scale::Long { long } else { self.of(tiny, quick, full) }
    }
}

/// What an experiment works with.
pub struct Field<'f, 's, 'l> {
    games: &'f Games,
    /// What they do not show.
    hidden: Capabilities,
    session: &'s mut Session<'l>,
    /// The games of the experiment that are wanted.
    pub wanted: Vec<&'static str>,
    /// How much is to be done.
    pub scale: Scale,
    /// The seed of everything.
    pub seed: u64,
}

impl<'f, 's, 'l> Field<'f, 's, 'l> {
    /// On these games, without what is hidden of each.
    pub fn new(
        games: &'f Games,
        hidden: Capabilities,
        session: &'s mut Session<'l>,
        wanted: Vec<&'static str>,
        scale: Scale,
        seed: u64,
    ) -> Field<'f, 's, 'l> {
        Field { games, hidden, session, wanted, scale, seed }
    }

    /// Works on a game.
    pub fn on<R>(&mut self, game: &str, work: impl FnOnce(&mut Lab) -> Result<R>) -> Result<R> {
        self.on_hiding(game, Capabilities::NONE, work)
    }

    /// Works on a game that does not show these capabilities either.
    pub fn on_hiding<R>(&mut self, game: &str, hidden: Capabilities, work: impl FnOnce(&mut Lab) -> Result<R>) -> Result<R> {
        let mut arena = self.games.find(game)?;
        arena.hide(self.hidden.union(hidden));
        // What an earlier run of the same command has learned is known again.
        self.session.lab.on(&*arena, |lab| {
            lab.recall_parts()?;
            work(lab)
        })
    }
}

impl Experiment {
    /// The experiment of this name.
    pub fn find(id: &str) -> Result<&'static Experiment> {
        if let Some(experiment) = EXPERIMENTS.iter().find(|experiment| experiment.id == id) {
            return Ok(experiment);
        }
        let ids = || EXPERIMENTS.iter().map(|experiment| experiment.id);
        let remedy = remedy(id, ids());
        let all: Vec<&str> = ids().collect();
        let list = if remedy.starts_with("did") { format!(" The experiments are {}", all.join(", ")) } else { String::new() };
        bail!("unknown experiment `{id}`; {remedy}{list}")
    }

    /// Its games, or those of them that somebody wants.
    pub fn wanted(&self, scale: Scale, only: &[String]) -> Result<Vec<&'static str>> {
        let all = (self.games)(scale);
        if only.is_empty() {
            return Ok(all.to_vec());
        }
        if !self.apart {
            bail!("`{}` needs all of its games together ({}); leave --only out", self.id, all.join(", "));
        }
        let found = |name: &String| {
            let known = all.iter().copied().find(|game| game == name);
            known.with_context(|| format!("--only {name}: `{}` has {}", self.id, all.join(", ")))
        };
        let only = only.iter().map(found).collect::<Result<Vec<_>>>()?;
        Ok(all.iter().copied().filter(|game| only.contains(game)).collect())
    }

    /// Refuses to hide what it cannot do without.
    pub fn may_hide(&self, hidden: Capabilities) -> Result<()> {
        match self.hiding {
            Hiding::Nothing(reason) if !hidden.is_empty() => {
                bail!("`{}` cannot hide {hidden}: {reason}; leave --hide out", self.id)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a program that lacks a game.
    pub fn needs(&self, games: &Games, wanted: &[&str]) -> Result<()> {
        let missing: Vec<&str> = wanted.iter().copied().filter(|name| games.find(name).is_err()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let there: Vec<&str> = games.list().iter().map(|game| game.name.as_str()).collect();
        bail!(
            "`{}` needs {}, and this program has only {}; run it with `plysmith` and all bundled games",
            self.id,
            missing.join(", "),
            there.join(", ")
        )
    }

    /// What was published.
    pub fn printed(&self) -> Vec<Printed> {
        match self.published {
            Published::Figures(figures) => figures(),
            Published::Nothing(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_can_be_typed() {
        let ids: HashSet<&str> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
        assert_eq!(ids.len(), EXPERIMENTS.len());
        let typed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        assert!(ids.iter().all(|id| id.chars().all(typed)), "{ids:?}");
    }

    #[test]
    fn some_of_the_games_may_be_wanted_where_each_is_looked_at_by_itself() {
        let only = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        let matches = Experiment::find("select-matches").unwrap();
        assert_eq!(matches.wanted(Scale::Quick, &only(&["awari", "ataxx"])).unwrap(), ["ataxx", "awari"]);
        assert_eq!(matches.wanted(Scale::Quick, &[]).unwrap(), (matches.games)(Scale::Quick));
        let said = matches.wanted(Scale::Quick, &only(&["chess"])).unwrap_err().to_string();
        assert!(said.starts_with("--only chess: `select-matches` has breakthrough, ataxx"), "{said}");
        let together = Experiment::find("pilot-table-1").unwrap().wanted(Scale::Quick, &only(&["awari"])).unwrap_err().to_string();
        assert!(together.contains("needs all of its games together"), "{together}");
    }

    #[test]
    fn every_experiment_has_published_figures_or_says_why_there_are_none() {
        for experiment in EXPERIMENTS {
            let Experiment { id, about, source, published, .. } = experiment;
            assert!(!about.is_empty() && !source.is_empty(), "{id}");
            match published {
                Published::Nothing(reason) => assert!(reason.len() > 20, "{id}: {reason}"),
                Published::Figures(figures) => {
                    let figures = figures();
                    let labels: HashSet<_> = figures.iter().map(|(group, label, _)| (group, label)).collect();
                    assert!(!figures.is_empty() && labels.len() == figures.len(), "{id}");
                }
            }
        }
    }

    #[test]
    #[cfg(all(feature = "bundled", feature = "all-games"))]
    fn every_game_that_an_experiment_needs_is_there() {
        for experiment in EXPERIMENTS {
            for scale in [Scale::Tiny, Scale::Quick, Scale::Long, Scale::Full] {
                assert!(!(experiment.games)(scale).is_empty(), "{}", experiment.id);
                experiment.needs(&Games::bundled(), (experiment.games)(scale)).unwrap();
            }
        }
    }

    #[test]
    fn a_program_without_the_games_says_which_are_missing() {
        let games = Games::own(crate::commands::testing::Over);
        for experiment in EXPERIMENTS {
            let refused = experiment.needs(&games, (experiment.games)(Scale::Full)).unwrap_err().to_string();
            let first = (experiment.games)(Scale::Full)[0];
            assert!(refused.contains(first) && refused.contains("has only over"), "{refused}");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_and_the_list() {
        let told = |id| Experiment::find(id).err().expect("there is none").to_string();
        let near = told("pilot-table-2");
        assert!(near.contains("did you mean `pilot-table-1`?") && near.contains("select-random"), "{near}");
        assert!(told("?").contains("known are pilot-table-1"), "{}", told("?"));
    }
}
