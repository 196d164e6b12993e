//! How likely moves of a category are played: what realization probability search goes by.
//!
//! The probability P of a category is the share of its moves that were played among those that could be. A move costs log P / log C plies; C, the
//! probability that is worth a ply, is that of any move unless somebody says otherwise: then the average move costs a ply.
//!
//! Counted are moves, not positions in which one of them could be played: a move costs the least of what its categories say, and in most positions
//! some move of a wide category is played, which would make nearly all moves nearly free.

mod learner;

use plysmith::Spec;
use plysmith::arena::Line;
use plysmith::enhance::CARDS;
use plysmith::enhance::categories::COSTS;
use plysmith::game::{AtomCard, CardText, atoms};
use plysmith::spec::SpecError;
use serde::{Deserialize, Serialize};

pub use learner::RealizationLearner;

pub(crate) use crate::compare::ENHANCED;
use crate::lab::{Lab, LabError};
use crate::trial::{LineForm, Trial, TrialError, Workbench};

/// A category of moves with how often it was possible and played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Realized {
    /// Its name, as a spec writes it.
    pub name: String,
    /// Its moves that could be played.
    pub possible: u64,
    /// Those that were.
    pub played: u64,
}

impl Realized {
    /// The probability, kept off 0 and 1.
    pub fn probability(&self) -> f64 {
        (self.played as f64 + 0.5) / (self.possible as f64 + 1.0)
    }

    /// How much the category tells: the log-likelihood ratio of its probability against `any`, that of any move.
    pub fn tells(&self, any: f64) -> f64 {
        let (p, played, left) = (self.probability(), self.played as f64, (self.possible - self.played) as f64);
        played * (p / any).ln() + left * ((1.0 - p) / (1.0 - any)).ln()
    }

    /// What a move costs in 1/64 ply, if one of probability `ply` costs a ply.
    pub fn cost(&self, ply: f64) -> i64 {
        let cost = (64.0 * self.probability().ln() / ply.ln()).round() as i64;
        cost.clamp(*COSTS.start(), *COSTS.end())
    }
}

/// Look at the moves of some games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Played {
    games: Vec<Moves>,
    features: Vec<u64>,
}

/// A game as a trial writes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct Moves(#[serde(with = "LineForm")] Line);

impl Trial for Played {
    const KIND: &'static str = "played";
    const VERSION: u32 = 1;
    /// Possible and played, by feature.
    type Result = Vec<(u64, u64)>;

    fn run(&self, bench: &mut Workbench) -> Result<Vec<(u64, u64)>, TrialError> {
        let mut counts = vec![(0, 0); self.features.len()];
        for Moves(line) in &self.games {
            let mut board = bench.arena().board(&Line { start: line.start.clone(), moves: Vec::new() })?;
            for mv in &line.moves {
                let played = board.moves().iter().position(|other| other == mv);
                let atoms = board.atoms(u64::MAX);
                board.play(mv)?;
                // Where there is no choice nothing was chosen.
                let Some(played) = played.filter(|_| atoms.len() > 1) else { continue };
                for ((possible, chosen), feature) in counts.iter_mut().zip(&self.features) {
                    let has = |atoms: u64| atoms & feature == *feature;
                    *possible += atoms.iter().filter(|&&atoms| has(atoms)).count() as u64;
                    *chosen += u64::from(has(atoms[played]));
                }
            }
        }
        Ok(counts)
    }
}

/// So many games are a unit of work.
const TOGETHER: usize = 10;

/// Counts how often moves of each category were played in these games, the categories as a spec writes them; first of all comes any move.
pub fn realization(lab: &mut Lab, games: &[Line], names: &[String]) -> Result<(Realized, Vec<Realized>), LabError> {
    let cards = lab.arena().card().atoms;
    let masks = names.iter().map(|name| atoms::read(&cards, name).unwrap_or(u64::MAX));
    let features: Vec<u64> = std::iter::once(0).chain(masks).collect();
    let together = |games: &[Line]| Played { games: games.iter().cloned().map(Moves).collect(), features: features.clone() };
    let trials: Vec<Played> = games.chunks(TOGETHER).map(together).collect();
    let names = std::iter::once("any").chain(names.iter().map(String::as_str));
    let mut counted: Vec<Realized> = names.map(|name| Realized { name: name.into(), possible: 0, played: 0 }).collect();
    for counts in lab.all("games", &trials)? {
        for (realized, (possible, played)) in counted.iter_mut().zip(counts) {
            realized.possible += possible;
            realized.played += played;
        }
    }
    let any = counted.remove(0);
    Ok((any, counted))
}

/// A spec that searches by what was counted, with the enhanced re-search: what was there before to go by categories, or to reduce moves by their turn, is gone.
pub fn searching_by(base: &Spec, realized: &[Realized], ply: f64) -> Result<Spec, SpecError> {
    let mut spec = base.clone();
    for other in CARDS.iter().filter(|card| card.name == ENHANCED).flat_map(|card| card.excludes) {
        spec.switch_off(other)?;
    }
    spec.switch_on(ENHANCED)?;
    spec.set_costs(realized.iter().map(|realized| (realized.name.clone(), realized.cost(ply))).collect())?;
    Ok(spec)
}

/// The categories that come into question when nobody names any: every atom, and every two of different groups.
pub fn candidates(cards: &[AtomCard<CardText>]) -> Vec<String> {
    let mut names: Vec<String> = cards.iter().map(|card| card.name.to_string()).collect();
    for (at, first) in cards.iter().enumerate() {
        let others = cards[at + 1..].iter().filter(|second| second.group != first.group);
        names.extend(others.map(|second| format!("{}-{}", first.name, second.name)));
    }
    names
}

#[cfg(test)]
impl crate::trial::kinds::Example for Played {
    fn example() -> Played {
        Played { games: vec![Moves(crate::trial::kinds::line())], features: vec![0, 1] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    #[test]
    fn what_is_played_is_counted_where_it_was_possible() {
        let arena = arena("breakthrough-5x5");
        let mut lab = Lab::new(&*arena, "");
        // A step into the own half, which is always possible at first, and a capture, which is not.
        let game = Line { start: None, moves: vec!["b2b3".into(), "c4c3".into(), "b2c3".into()] };
        let moves = &game.moves[..2];
        let legal = moves.iter().all(|mv| arena.view(&Line::start()).unwrap().moves.contains(mv) || mv == "c4c3");
        assert!(legal);
        let names: Vec<String> = ["C", "Rdb", "Rdt"].map(Into::into).to_vec();
        let short = Line { moves: game.moves[..1].to_vec(), ..game };
        let (any, counted) = realization(&mut lab, &[short], &names).unwrap();
        let first = arena.view(&Line::start()).unwrap().moves.len() as u64;
        assert_eq!((any.possible, any.played), (first, 1));
        assert_eq!(counted[0].possible, 0, "no capture at first");
        assert_eq!((counted[1].possible + counted[2].possible, counted[1].played + counted[2].played), (first, 1));
    }

    #[test]
    fn a_spec_by_probabilities_leaves_out_what_they_exclude() {
        let arena = arena("breakthrough-5x5");
        let base =
            Spec::parse("[categories.costs]\nUd = 32\n[alpha_beta]\n[deepening]\n[pvs]\n[fractional]\n[late_moves]").unwrap();
        let realized = Realized { name: "C".into(), possible: 100, played: 25 };
        let spec = searching_by(&base, &[realized], 0.25).unwrap();
        arena.check_spec(&spec).unwrap();
        assert_eq!(spec.costs(), [("C".to_string(), 64)]);
        assert!(spec.is_on(ENHANCED) && spec.is_on("pvs") && !spec.is_on("fractional") && !spec.is_on("late_moves"));
    }

    #[test]
    fn the_likelier_the_cheaper() {
        let realized = |played| Realized { name: "x".into(), possible: 1_000, played };
        assert!(realized(250).tells(0.25).abs() < 0.1 && realized(500).tells(0.25) > 100.0 && realized(20).tells(0.25) > 100.0);
        assert_eq!(realized(250).cost(0.25), 64);
        assert!(realized(500).cost(0.25) < 64 && realized(20).cost(0.25) > 128 && realized(0).cost(0.25) <= 640);
    }
}
