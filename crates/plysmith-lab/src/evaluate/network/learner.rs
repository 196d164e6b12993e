//! The learner of networks.

use std::time::Duration;

use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Archive, NetPlan, by_games, hindrance, learn, read, sections, write};
use crate::lab::{Lab, LabError};
use crate::learner::{Ask, Attached, Decision, InForge, Learned, Learner, LearnerCard, Patience, StartOption};

/// A network instead of the game's evaluation.
pub struct NetworkLearner;

/// How much is played, and what learns from it.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[group(skip)]
pub struct NetworkOptions {
    /// How many games of self-play, where nobody looks at a clock
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(0..=10_000_000), allow_negative_numbers = true)]
    pub games: u32,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = clap::value_parser!(u64).range(10..=100_000_000), allow_negative_numbers = true)]
    pub nodes: u64,
    /// Units of the network
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(8..=256), allow_negative_numbers = true)]
    pub units: u16,
    /// Keep the games in this file. If it is there already, its games are learned from first; --games 0 plays no others
    #[arg(long, value_name = "FILE")]
    pub positions: Option<Attached>,
}

/// The part of a given time that the games of self-play may take; the rest goes to training and to the matches between rounds.
const PLAYING: f64 = 0.86;

impl Learner for NetworkLearner {
    type Options = NetworkOptions;

    const CARD: LearnerCard = LearnerCard {
        name: "network",
        aliases: &[],
        title: sections::TITLE,
        about: "A network that evaluates instead of the game",
        help: "",
        decision: Decision::Positions,
        judge: "matches between the networks of successive rounds",
        start: StartOption::USUAL,
        method_of: Some("evaluate"),
        forge: InForge::First,
        is_listed: true,
    };

    fn hindrance(arena: &dyn Arena, _: &Spec) -> Option<String> {
        hindrance(arena)
    }

    fn settled(current: &Spec) -> Option<String> {
        (!current.network.is_none()).then(|| "a network evaluates already".into())
    }

    fn check(arena: &dyn Arena, _: &Spec, options: &NetworkOptions) -> Result<(), String> {
        options.archive(&arena.card().name).map(drop)
    }

    fn learn(ask: &Ask, options: &NetworkOptions, lab: &mut Lab, patience: &mut Patience) -> Result<Learned, LabError> {
        let game = lab.arena().card().name;
        let mut archive = options.archive(&game).map_err(LabError::Learning)?;
        let nodes = ask.nodes(lab, options.nodes)?;
        let plan = NetPlan { units: options.units.into(), nodes, games: options.games as usize, seed: ask.seed };
        let mut counted = by_games(&plan);
        let mut course = |lab: &mut Lab, point: &str| match patience(lab, point)? {
            Some(spent) => Ok(spent / PLAYING),
            None => counted(lab, point),
        };
        let start = ask.spec()?;
        let learned = learn(lab, &start, &plan, &mut archive, &mut course)?;
        let kept = options.positions.as_ref().map(|file| {
            let all: Vec<_> = archive.known.into_iter().chain(archive.played).collect();
            Attached { path: file.path.clone(), text: Some(write(&game, &all)) }
        });
        Ok(Learned {
            is_proposed: !learned.spec.spec()?.network.is_none(),
            sections: sections::sections(&learned, &plan),
            figures: json!({ "nodes": nodes, "learned": learned }),
            files: kept.into_iter().collect(),
            ..Learned::new(learned.spec.clone(), sections::sentence(&learned))
        })
    }

    fn shares(_: Duration) -> [f64; 2] {
        [0.5, 0.08]
    }

    /// In less time a network is no better than an evaluation that somebody has thought about.
    fn least() -> Duration {
        Duration::from_secs(8 * 60)
    }

    /// Another network from as much time is no better.
    fn tries_again() -> bool {
        false
    }
}

impl NetworkOptions {
    /// The games to learn from first.
    fn archive(&self, game: &str) -> Result<Archive, String> {
        let Some(Attached { path, text }) = &self.positions else {
            let nothing = self.games == 0;
            let why = "--games 0 plays no games: name a file with some by --positions, or let more be played";
            return if nothing { Err(why.into()) } else { Ok(Archive::default()) };
        };
        let known = text.as_ref().map(|text| read(game, text)).transpose();
        let known = known.map_err(|error| format!("cannot use `{}`: {error}", path.display()))?;
        Ok(Archive { known: known.unwrap_or_default(), played: Vec::new() })
    }
}
