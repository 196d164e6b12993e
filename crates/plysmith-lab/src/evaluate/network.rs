//! A network as the evaluation, learned from the rules alone.
//!
//! The engine plays itself in rounds. A network learns from the positions of these games what the search thought of them and how they ended; it evaluates in the games of the next round, so that their searches
//! see further. It goes on from the weights of the round before, with the games of the last rounds. A network that loses to the one before it plays no further games, but what
//! was learned stays learned.
//!
//! Origin: TD(λ) with self-play, G. Tesauro (1992); networks that are cheap to follow, Y. Nasu (2018); learning from searches instead of results alone, J. Veness and others, *Bootstrapping from game tree
//! search* (2009). It risks what every learning from self-play does: what nobody tries is not learned. So games begin with random moves, and the loss on positions that were held out is told and
//! decides nothing: a hundredth of it can be the difference between an engine that is far better and one that is far worse. Whether the network is kept is for a match to say.

mod board;
mod file;
mod games;
mod learner;
mod positions;
mod quantise;
pub mod sections;

use std::ops::ControlFlow;

use plysmith::arena::{Arena, InputTraits, Line};
use plysmith::game::TextError;
use plysmith::net::evaluation::MOST_UNITS;
use plysmith::net::{Activation, EvaluationNet, Layout, NetCard, Network};
use plysmith::part::{PartCard, PartKind, Provenance};
use plysmith::{Part, PartId, Spec};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

pub use board::{BoardWeights, on_the_board};
pub use file::{ArchiveError, read, write};
pub use games::{LearningGame, SelfPlayGames};
pub use learner::{NetworkLearner, NetworkOptions};
pub use positions::{Lessons, Positions, Teaching, points_for_odds};
pub use quantise::quantised;

use super::games::small;
use crate::compare::text;
use crate::lab::{Lab, LabError, Remark, Stage};
use crate::learn::{Loss, Objective, Training, measure};
use crate::play::{Winner, mixed};
use crate::trial::SpecText;
use crate::verify::EqualTimeMatch;

/// How much to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetPlan {
    /// Units of the network.
    pub units: usize,
    /// Nodes a move in the games of the third round; the first rounds have fewer, the last ones more.
    pub nodes: u64,
    /// Games in all rounds together, where nobody looks at a clock.
    pub games: usize,
    /// The seed of everything.
    pub seed: u64,
}

/// Which share of the time, or of the games, is over; asked between portions of games, with a name for the point.
pub type Course<'p> = dyn FnMut(&mut Lab, &str) -> Result<f64, LabError> + 'p;

/// Games that are kept beside the run: those of before are learned from first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    /// Games that somebody has kept.
    pub known: Vec<LearningGame>,
    /// The games of this run.
    pub played: Vec<LearningGame>,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnedNet {
    /// The spec that was started from.
    pub start: SpecText,
    /// The same with the network.
    pub spec: SpecText,
    /// Its inputs are free ones.
    pub free: bool,
    /// How many inputs, units and heads it has.
    pub size: [usize; 3],
    /// Its rounds.
    pub rounds: Vec<Round>,
    /// What its scores mean, on positions that were held out in the last round: the middle of each group of scores, the share of the points, and how many there were.
    pub calibration: Vec<(f64, f64, u64)>,
    /// How much each input weighs: the sum of its weights in all units, each by what that unit counts.
    pub weights: Vec<f64>,
    /// Where inputs are on the board, for each kind of piece.
    pub board: Vec<BoardWeights>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Games played.
    pub games: usize,
    /// Nodes a move.
    pub nodes: u64,
    /// Games that nobody won.
    pub draws: usize,
    /// Positions learned from, with those of earlier rounds.
    pub positions: usize,
    /// Points of the search for a unit of the logarithm of the odds; `None` where only results counted.
    pub scale: Option<f64>,
    /// The mean loss on what was learned from, and on what was held out.
    pub loss: [f64; 2],
    /// The share of the points against the network before, of so many games; `None` for the first.
    pub score: Option<(f64, u64)>,
    /// It plays the next games.
    pub kept: bool,
    /// The network that plays.
    pub network: String,
    /// The same with its weights before they were made whole.
    learned: String,
}

/// Rounds end when so much of the time is over.
const ENDS: [f64; 9] = [0.03, 0.07, 0.13, 0.21, 0.32, 0.46, 0.62, 0.80, 1.0];
/// Nodes a move in each round, in tenths of those of the plan.
const NODES: [u64; 9] = [5, 8, 10, 10, 15, 15, 20, 20, 25];
/// Games of a trial, and trials between two looks at the clock.
const GAMES: u64 = 4;
const PORTION: usize = 16;
/// Games begin with random moves, up to a fifth of a usual game that is played at random, within these bounds.
const RANDOM: [usize; 2] = [1, 14];
/// Games played at random to find out how long they are.
const PROBED: u64 = 40;
/// In the first round of a game in which positions can repeat, so many of a thousand moves are drawn at random: engines that see nothing repeat themselves.
const NOISE: u32 = 100;
/// The games of so many rounds are learned from.
const WINDOW: usize = 3;
/// One game in so many is held out.
const HELD_OUT: usize = 20;
/// How often each position is seen, or else at least so many positions in all, but no position too often; and in the last round so many times more.
const EPOCHS: u64 = 10;
const SEEN: usize = 3_000_000;
const MOST_EPOCHS: u64 = 60;
const LAST: u64 = 2;
/// How much results count beside what the search thought.
const RESULTS: f64 = 0.5;
/// Pairs of games in which a network has to hold its own against the one before it.
const PAIRS: usize = 20;
/// A match between networks has twice the nodes of the games, and of so many at least.
const MATCH: u64 = 200;
/// With fewer positions nothing is learned.
const FEWEST: usize = 500;

/// Why no network can be learned for a game; nothing if one can.
pub fn hindrance(arena: &dyn Arena) -> Option<String> {
    if arena.inputs_card().count > 0 {
        return None;
    }
    Some(match arena.free_inputs() {
        Err(error) => error.to_string(),
        Ok(_) => "the game has no inputs: all that its state writes is constant, a hash, a counter or a sum; declare `Inputs` (`check` tells more)".into(),
    })
}

/// How many units a network can have.
pub fn units_are_sound(units: usize) -> bool {
    (8..=MOST_UNITS as usize).contains(&units)
}

/// Plays, and learns; first from the games that are known already.
pub fn learn(
    lab: &mut Lab,
    start: &Spec,
    plan: &NetPlan,
    archive: &mut Archive,
    course: &mut Course,
) -> Result<LearnedNet, LabError> {
    let traits = lab.arena().input_traits();
    // Inputs that turn with the moves are seen from the side to move; others do not say what they mean for whom.
    let heads = if traits.turned && !traits.card.free { 1 } else { 2 };
    let random = random_moves(lab.arena(), plan.seed).map_err(failed)?;
    let (games, rounds, player) = (Vec::new(), Vec::new(), start.clone());
    let passed_over = Vec::new();
    let mut learning = Learning { start, plan, traits, heads, games, passed_over, rounds, random, player, learned: None };
    if !archive.known.is_empty() {
        learning.learn_from(lab, Source::KNOWN, &archive.known, plan.games == 0)?;
    }
    // Who wants no games only learns from those that are known.
    let mut is_over = plan.games == 0 && !archive.known.is_empty();
    for (round, tenths) in NODES.into_iter().enumerate() {
        if is_over {
            break;
        }
        // With a network to begin with the first round, of engines that see nothing, would be a step back.
        if round == 0 && learning.learned.is_some() {
            continue;
        }
        let nodes = (plan.nodes * tenths / 10).max(10);
        let (games, over) = learning.play(lab, round, nodes, course)?;
        is_over = over;
        learning.learn_from(lab, Source { round: Some(round), nodes }, &games, over || round + 1 == ENDS.len())?;
        archive.played.extend(games);
    }
    learning.finish(lab)
}

/// The games so far: as many as the plan says are all.
pub fn by_games(plan: &NetPlan) -> impl FnMut(&mut Lab, &str) -> Result<f64, LabError> {
    let (all, mut portions) = (plan.games.max(1) as f64, 0.0);
    move |_, _| {
        portions += 1.0;
        Ok(portions * (PORTION as f64 * GAMES as f64) / all)
    }
}

/// Where games come from: a round, or before all rounds.
#[derive(Clone, Copy)]
struct Source {
    round: Option<usize>,
    nodes: u64,
}

impl Source {
    const KNOWN: Source = Source { round: None, nodes: 0 };
}

struct Learning<'l> {
    start: &'l Spec,
    plan: &'l NetPlan,
    traits: InputTraits,
    heads: usize,
    /// Of each round: what is learned from, and what is held out.
    games: Vec<[Positions; 2]>,
    /// How games ended that were too few for a round of their own: they belong to the next one.
    passed_over: Vec<Winner>,
    rounds: Vec<Round>,
    /// How many random moves a game begins with, at least and at most.
    random: [usize; 2],
    /// Who plays the next games.
    player: Spec,
    learned: Option<Network>,
}

impl Learning<'_> {
    /// Learns from the games of a round, with those of the rounds before; in the `last` one for longer.
    fn learn_from(&mut self, lab: &mut Lab, source: Source, games: &[LearningGame], last: bool) -> Result<(), LabError> {
        let Source { round, nodes } = source;
        let name = round.map_or_else(|| "the games that were kept".to_string(), |round| format!("round {}", round + 1));
        let number = round.map_or(0, |round| round as u64 + 1);
        let quiet = self.player.is_on("quiescence");
        let gather = |held_out: bool| {
            let games: Vec<&LearningGame> = games
                .iter()
                .enumerate()
                .filter(|(at, _)| (at % HELD_OUT == HELD_OUT - 1) == held_out)
                .map(|(_, game)| game)
                .collect();
            Positions::gather(lab.arena(), &games, quiet, lab.threads).map_err(failed)
        };
        let found = [gather(false)?, gather(true)?];
        self.games.push(found);
        // The games of the first round are of engines that saw nothing: they are left out as soon as there are others.
        let all = self.games.len();
        let window = all.saturating_sub(WINDOW).max(usize::from(all > 1 && round.is_some()))..all;
        let [train, held_out] = [0, 1].map(|kind| self.games[window.clone()].iter().map(|games| &games[kind]).collect::<Vec<_>>());
        let count: usize = train.iter().map(|positions| positions.len()).sum();
        if count < FEWEST || held_out.iter().all(|positions| positions.is_empty()) {
            // Too little to learn from: with more games the next round has enough.
            self.passed_over.extend(games.iter().map(|game| game.winner));
            return Ok(());
        }
        // What the search thought is judged by the latest games alone: those before are of other engines.
        let latest = &self.games[all - 1][0];
        let scale = points_for_odds(latest.judged());
        let teaching = Teaching { traits: &self.traits, heads: self.heads, scale, share: RESULTS, turns: true };
        let (before, plan) = (self.learned.clone(), *self.plan);
        let winners: Vec<Winner> = self.passed_over.drain(..).chain(games.iter().map(|game| game.winner)).collect();
        let draws = winners.iter().filter(|winner| **winner == Winner::Nobody).count();
        let recorded = lab.recorded(&format!("network of {name}"), |lab| {
            let mut network = match before {
                Some(network) => network,
                None => first(&self.traits, self.heads, &plan, &train).map_err(failed)?,
            };
            let epochs = EPOCHS.max((SEEN / count) as u64).min(MOST_EPOCHS) * if last { LAST } else { 1 };
            let objective = Objective::of(Loss::CrossEntropy);
            let training = Training { objective, epochs, seed: mixed(plan.seed, 1_000 + number), ..Training::default() };
            let (threads, stop) = (lab.threads, lab.stop().clone());
            let lessons = Lessons::new(teaching, &train, mixed(plan.seed, 5_000 + number));
            let trained = training.run(&mut network, &lessons, threads, &mut |_| !stop.is_stopped()).map_err(failed)?;
            if stop.is_stopped() {
                return Err(LabError::Stopped);
            }
            let lessons = Lessons::new(Teaching { turns: false, ..teaching }, &held_out, 0);
            let validated = measure(&network, &lessons, objective.loss, threads);
            let learned = lab.keep_part(part(lab.arena(), &network, &plan, count)?)?;
            let whole = lab.keep_part(self.whole(lab.arena(), &network, count)?)?;
            Ok(Round {
                games: winners.len(),
                nodes,
                draws,
                positions: count,
                scale,
                loss: [trained.loss, validated.mean_loss()],
                score: None,
                kept: true,
                network: whole.to_string(),
                learned: learned.to_string(),
            })
        })?;
        let missing = |what: &str| failed(format!("the {what} of {name} is not in the store; run the command with --fresh"));
        let part = |text: &str| text.parse().ok().and_then(|id| lab.arena().part(id));
        let learned = part(&recorded.learned).ok_or_else(|| missing("network"))?;
        let whole: PartId = recorded.network.parse().map_err(|()| missing("evaluation"))?;
        self.learned = Some(Network::decode(&learned).map_err(|fault| learned.error(fault))?);
        let mut candidate = self.start.clone();
        candidate.evaluate_by_network(whole);
        let mut told = recorded;
        if self.rounds.iter().any(|round| round.kept) {
            let (specs, seed) =
                ([text(lab, &small(&candidate))?, text(lab, &small(&self.player))?], mixed(plan.seed, 2_000 + number));
            let name = format!("the network of {name} against the one before");
            // Networks of one shape take equal time for equal nodes, and by nodes the same games teach the same network again.
            let nodes = [2 * nodes.max(MATCH); 2];
            let mut game = EqualTimeMatch::at(lab, &name, [&specs[0], &specs[1]], nodes, seed);
            game.go_on(lab, PAIRS, None, &mut |_| false)?;
            let counts = game.pairs();
            let score = if counts.games() > 0 { counts.points() / counts.games() as f64 } else { 0.5 };
            (told.score, told.kept) = (Some((score, counts.games())), score >= 0.5);
        }
        if told.kept {
            self.player = candidate;
        }
        self.rounds.push(told);
        Ok(())
    }

    /// The games of a round, and whether the time is over.
    fn play(&self, lab: &mut Lab, round: usize, nodes: u64, course: &mut Course) -> Result<(Vec<LearningGame>, bool), LabError> {
        let spec = text(lab, &small(&self.player))?;
        let repeats = lab.arena().card().repetition.is_some();
        let noise = if round == 0 && repeats { NOISE } else { 0 };
        let seed = mixed(self.plan.seed, round as u64);
        let mut games = Vec::new();
        let name = format!("self-play, round {} of {}", round + 1, ENDS.len());
        let began = round.checked_sub(1).map_or(0.0, |before| ENDS[before]);
        let mut over = began;
        loop {
            let from = games.len() / GAMES as usize;
            let make = |index| SelfPlayGames {
                spec: spec.clone(),
                nodes,
                seed,
                index: (from + index) as u64,
                games: GAMES,
                random: self.random,
                noise,
            };
            let all = trials_of_round(from, (over - began) / (ENDS[round] - began));
            let stage = Stage { part: Some((from, all)), ..Stage::new(&name, PORTION) };
            lab.each(stage, make, |_, played| {
                games.extend(played);
                ControlFlow::Continue(Some(Remark::text(format!("{:.0} % of all", 100.0 * over))))
            })?;
            over = course(lab, &format!("round {}, game {}", round + 1, games.len()))?;
            if over >= ENDS[round] {
                return Ok((games, over >= 1.0));
            }
        }
    }

    /// The network in whole numbers, as a part.
    fn whole(&self, arena: &dyn Arena, network: &Network, positions: usize) -> Result<Part, LabError> {
        let ten_to_one = arena.card().ten_to_one;
        let scale = f64::from(ten_to_one) / std::f64::consts::LN_10;
        let InputTraits { card, plan, turned, .. } = &self.traits;
        let shape = NetCard { inputs: card.count, units: self.plan.units, heads: self.heads, turned: *turned, ten_to_one };
        let (body, numbers) = quantised(network, scale).write(&shape, plan.as_ref());
        let kind = EvaluationNet::KIND.into();
        let card = PartCard {
            kind,
            game: arena.card().name,
            shape: numbers.into_iter().collect(),
            provenance: provenance(arena, self.plan, positions),
        };
        Ok(Part::new(card, body)?)
    }

    fn finish(self, lab: &mut Lab) -> Result<LearnedNet, LabError> {
        let Learning { start, traits, heads, games, rounds, player, plan, .. } = self;
        let held_out = games.last().map(|[_, held_out]| held_out).filter(|held_out| !held_out.is_empty());
        let ids = player.part_ids();
        let network = ids.first().and_then(|id| lab.arena().part(*id)).filter(|part| part.card().kind == EvaluationNet::KIND);
        let (mut calibration, mut weights, mut board) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(part) = network {
            let (card, whole, free) = plysmith::net::Quantised::read(&part).map_err(|fault| part.error(fault))?;
            let net = EvaluationNet::new(card, free, &whole).map_err(|fault| part.error(fault))?;
            if let Some(positions) = held_out {
                let judged = (0..positions.len())
                    .map(|at| (f64::from(net.points_of(positions.active(at), positions.side(at))), positions.result(at)));
                calibration = sections::groups(judged.collect());
            }
            weights = sections::weights(&card, &whole);
            board = on_the_board(lab.arena()).map_err(failed)?;
        }
        Ok(LearnedNet {
            start: text(lab, start)?,
            spec: text(lab, &player)?,
            free: traits.card.free,
            size: [traits.card.count, plan.units, heads],
            rounds,
            calibration,
            weights,
            board,
        })
    }
}

/// How many random moves games begin with: where games are short, few.
fn random_moves(arena: &dyn Arena, seed: u64) -> Result<[usize; 2], TextError> {
    let mut plies = 0;
    for game in 0..PROBED {
        let mut rng = Pcg64Mcg::seed_from_u64(mixed(seed, 4_000 + game));
        let mut board = arena.board(&Line::start())?;
        for _ in 0..10 * RANDOM[1] {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            board.play(&moves[rng.random_range(0..moves.len())])?;
            plies += 1;
        }
    }
    let usual = plies / PROBED as usize;
    let most = (usual / 5).clamp(RANDOM[0], RANDOM[1]);
    Ok([(usual / 10).clamp(RANDOM[0], most.div_ceil(3)), most])
}

/// How many trials a round will have had, for those who watch: as many for each part of the time as so far.
fn trials_of_round(played: usize, share: f64) -> usize {
    let all = if share > 0.0 { (played as f64 / share) as usize } else { 0 };
    all.max(played + PORTION)
}

/// A network that has learned nothing: what does not occur weighs nothing.
fn first(traits: &InputTraits, heads: usize, plan: &NetPlan, positions: &[&Positions]) -> Result<Network, String> {
    let mut occurs = vec![false; traits.card.count];
    for positions in positions {
        positions.active_anywhere().for_each(|input| occurs[usize::from(input)] = true);
    }
    for image in &traits.images {
        let seen = occurs.clone();
        image.iter().enumerate().for_each(|(from, &to)| occurs[usize::from(to)] |= seen[from]);
    }
    let layout = Layout {
        first: plan.units,
        first_activation: Activation::Clipped,
        output: Activation::Sigmoid,
        ..Layout::of(traits.card.count, heads)
    };
    Network::seeded_where(layout, mixed(plan.seed, 3_000), |input| occurs[input]).map_err(|error| error.to_string())
}

/// The weights as they were learned, as a part: what the next round goes on from.
fn part(arena: &dyn Arena, network: &Network, plan: &NetPlan, positions: usize) -> Result<Part, LabError> {
    let mut body = Vec::with_capacity(4 * network.weights().len());
    body.extend(network.weights().iter().flat_map(|weight| weight.to_le_bytes()));
    let card = PartCard {
        kind: Network::KIND.into(),
        game: arena.card().name,
        shape: network.layout().shape(),
        provenance: provenance(arena, plan, positions),
    };
    Ok(Part::new(card, body)?)
}

fn provenance(arena: &dyn Arena, plan: &NetPlan, positions: usize) -> Provenance {
    let NetPlan { units, nodes, games, seed } = plan;
    let game = arena.card().name;
    Provenance {
        command: format!("plysmith evaluate {game} --method net --games {games} --units {units} --nodes {nodes} --seed {seed}"),
        seed: plan.seed,
        build: plysmith::BUILD.into(),
        data: format!("{positions} positions of self-play in the last rounds"),
    }
}

fn failed(error: impl std::fmt::Display) -> LabError {
    LabError::Learning(error.to_string())
}

#[cfg(test)]
mod tests;
