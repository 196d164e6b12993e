//! The one object-safe view of a game with its engines.
//!
//! Programs that do not know the game (commands, protocols, learners) hold a `&dyn Arena`. Positions cross it as a [`Line`]: where the game
//! began and the moves since, as text. Everything is implemented once, for all games, by [`Table`].

use crate::engine::Engine;
use crate::enhance::Counter;
use crate::game::{AtomCard, Capability, EvaluationCard, Game, Outcome, Picture, Side, TextError, check, perft};
use crate::position::Position;
use crate::prove::Prover;
use crate::score::Score;
use crate::search::limits::Limits;
use crate::search::{Found, Statistics};
use crate::spec::{Spec, SpecError};

/// A position by the moves that led to it, with what the rules remember of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Line {
    /// The position in which the line begins, as text; `None` for the start of the game.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Line {
    /// The start of the game.
    pub fn start() -> Line {
        Line::default()
    }

    /// A position given as text.
    pub fn at(position: impl Into<String>) -> Line {
        Line { start: Some(position.into()), moves: Vec::new() }
    }
}

/// What a game says about itself.
#[derive(Clone, Debug)]
pub struct GameCard {
    /// The name used in commands.
    pub name: String,
    /// What it offers beyond its rules.
    pub capabilities: &'static [Capability],
    /// The evaluations to choose from.
    pub evaluations: &'static [EvaluationCard],
    /// The atomic move features.
    pub atoms: &'static [AtomCard],
    /// The number of move ids.
    pub move_ids: usize,
    /// The number of network inputs.
    pub inputs: usize,
    /// Sides always take turns.
    pub alternates: bool,
    /// A repeated position ends the game at this occurrence.
    pub repetition: Option<u8>,
    /// The names of the presets.
    pub presets: Vec<&'static str>,
}

/// A position as a person or a program sees it.
#[derive(Clone, Debug)]
pub struct View {
    /// The position as text.
    pub position: String,
    /// Whose turn it is.
    pub side: Side,
    /// The legal moves in generation order; none if the game is over.
    pub moves: Vec<String>,
    /// The result if the game is over.
    pub outcome: Option<Outcome>,
    /// The board.
    pub picture: Option<Picture>,
    /// The hash of the position.
    pub hash: u64,
    /// The evaluation for the side to move; 0 if the game is over.
    pub evaluation: i32,
}

/// A search result as text.
#[derive(Clone, Debug)]
pub struct Report {
    /// The move to play; `None` only if the game is over.
    pub best: Option<String>,
    /// The value for the side to move.
    pub score: Score,
    /// The line that both sides are expected to follow.
    pub line: Vec<String>,
    /// The depth of the last iteration completed.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// A limit or a stop ended the search before its depth.
    pub stopped: bool,
    /// How full the transposition table is, in thousandths.
    pub fullness: u32,
    /// What the enhancements counted.
    pub counters: Vec<Counter>,
    /// Statistics of the tree, if they were asked for.
    pub statistics: Option<Statistics>,
}

/// A game with its engines, whichever game it is.
pub trait Arena: Send + Sync {
    /// What the game says about itself.
    fn card(&self) -> GameCard;
    /// What a position looks like.
    fn view(&self, line: &Line) -> Result<View, TextError>;
    /// One of the game's presets.
    fn preset(&self, name: &str) -> Result<Spec, SpecError>;
    /// Whether a spec suits the game.
    fn check_spec(&self, spec: &Spec) -> Result<(), SpecError>;
    /// An engine that follows a spec; with `watching` its reports carry statistics of the tree.
    fn player(&self, spec: &Spec, watching: bool) -> Result<Box<dyn Player>, SpecError>;
    /// The number of move sequences below each legal move.
    fn divide(&self, line: &Line, depth: u32) -> Result<Vec<(String, u64)>, TextError>;
    /// Checks the rules in random games. `progress` hears how many are done and may answer false to stop.
    fn check_rules(
        &self,
        games: usize,
        seed: u64,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<check::Summary, Box<check::Fault>>;
    /// The active network inputs of a position.
    fn inputs(&self, line: &Line) -> Result<Vec<u16>, TextError>;
    /// The atoms, out of those wanted, of each legal move of a position.
    fn atoms(&self, line: &Line, wanted: u64) -> Result<Vec<u64>, TextError>;
    /// A set-up to begin from; `choose(n)` gives a number below n.
    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Line;
    /// A prover of forced wins with a table of 2^`bits` entries; see [`Prover::new`].
    fn solver(&self, bits: u32) -> Box<dyn Solver>;
}

/// An engine, whichever game it plays.
pub trait Player: Send {
    /// Searches a position. `report` hears of every iteration that was completed.
    fn search(&mut self, line: &Line, limits: &Limits, report: &mut dyn FnMut(&Report)) -> Result<Report, TextError>;
    /// Forgets what was learned in earlier searches.
    fn new_game(&mut self);
}

/// The arena of a game.
#[derive(Clone, Debug)]
pub struct Table<G>(pub G);

impl<G: Game> Table<G> {
    fn position(&self, line: &Line) -> Result<Position<G>, TextError> {
        Position::read(&self.0, line.start.as_deref(), &line.moves)
    }
}

impl<G: Game> Arena for Table<G> {
    fn card(&self) -> GameCard {
        let game = &self.0;
        GameCard {
            name: game.name(),
            capabilities: G::CAPABILITIES,
            evaluations: game.evaluations(),
            atoms: game.atoms(),
            move_ids: game.move_ids(),
            inputs: game.inputs(),
            alternates: G::ALTERNATES,
            repetition: G::REPETITION.map(|rule| rule.occurrences),
            presets: Spec::presets(game),
        }
    }

    fn view(&self, line: &Line) -> Result<View, TextError> {
        let game = &self.0;
        let position = self.position(line)?;
        let state = position.state();
        let outcome = position.outcome(game);
        Ok(View {
            position: game.write_position(state),
            side: game.side(state),
            moves: position.moves(game).into_iter().map(|mv| game.write_move(state, mv)).collect(),
            outcome,
            picture: game.picture(state),
            hash: game.hash(state),
            evaluation: if outcome.is_none() { game.evaluate(state) } else { 0 },
        })
    }

    fn preset(&self, name: &str) -> Result<Spec, SpecError> {
        Spec::preset(&self.0, name)
    }

    fn check_spec(&self, spec: &Spec) -> Result<(), SpecError> {
        spec.check(&self.0)
    }

    fn player(&self, spec: &Spec, watching: bool) -> Result<Box<dyn Player>, SpecError> {
        Ok(Box::new(Engine::watched(self.0.clone(), spec, watching)?))
    }

    fn divide(&self, line: &Line, depth: u32) -> Result<Vec<(String, u64)>, TextError> {
        let position = self.position(line)?;
        let counts = perft::divide(&self.0, position.state(), depth);
        Ok(counts.into_iter().map(|(mv, count)| (self.0.write_move(position.state(), mv), count)).collect())
    }

    fn check_rules(
        &self,
        games: usize,
        seed: u64,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<check::Summary, Box<check::Fault>> {
        check::rules_with(&self.0, games, seed, progress)
    }

    fn inputs(&self, line: &Line) -> Result<Vec<u16>, TextError> {
        let mut active = Vec::new();
        self.0.active_inputs(self.position(line)?.state(), &mut active);
        Ok(active)
    }

    fn atoms(&self, line: &Line, wanted: u64) -> Result<Vec<u64>, TextError> {
        let position = self.position(line)?;
        let moves = position.moves(&self.0).into_iter();
        Ok(moves.map(|mv| self.0.atoms_of(position.state(), position.previous(), mv, wanted)).collect())
    }

    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Line {
        Line::at(self.0.write_position(&self.0.opening(choose)))
    }

    fn solver(&self, bits: u32) -> Box<dyn Solver> {
        Box::new(Prover::new(self.0.clone(), bits))
    }
}

impl<G: Game> Player for Engine<G> {
    fn search(&mut self, line: &Line, limits: &Limits, report: &mut dyn FnMut(&Report)) -> Result<Report, TextError> {
        let game = self.game().clone();
        let position = Position::read(&game, line.start.as_deref(), &line.moves)?;
        let found = self.search_with(&position, limits, &mut |found| report(&as_text(&game, &position, found)));
        Ok(as_text(&game, &position, &found))
    }

    fn new_game(&mut self) {
        Engine::new_game(self);
    }
}

fn as_text<G: Game>(game: &G, position: &Position<G>, found: &Found<G::Move>) -> Report {
    let mut state = position.state().clone();
    let mut line = Vec::new();
    for &mv in &found.line {
        line.push(game.write_move(&state, mv));
        game.play(&mut state, mv);
    }
    Report {
        best: found.best.map(|mv| game.write_move(position.state(), mv)),
        score: found.score,
        line,
        depth: found.depth,
        nodes: found.nodes,
        stopped: found.stopped,
        fullness: found.fullness,
        counters: found.counters.clone(),
        statistics: found.statistics.clone(),
    }
}

/// A prover of forced wins, whichever game it is for.
pub trait Solver: Send {
    /// The shortest forced win of the side to move within `plies`; see [`Prover::prove`].
    fn prove(&mut self, line: &Line, plies: u32, limits: &Limits) -> Result<Solved, TextError>;
    /// Forgets what was learned in earlier proofs.
    fn forget(&mut self);
}

/// A proof as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The question was answered; otherwise a limit was reached before, and `plies` and `moves` say nothing.
    pub decided: bool,
    /// The number of plies in which the side to move wins by force, the smallest there is; `None` if it does not within the plies asked for.
    pub plies: Option<u32>,
    /// All moves that force a win within that many plies, in generation order.
    pub moves: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
}

impl<G: Game> Solver for Prover<G> {
    fn prove(&mut self, line: &Line, plies: u32, limits: &Limits) -> Result<Solved, TextError> {
        let position = Position::read(self.game(), line.start.as_deref(), &line.moves)?;
        Ok(match Prover::prove(self, &position, plies, limits) {
            Ok(proof) => {
                let text = |&mv| self.game().write_move(position.state(), mv);
                Solved { decided: true, plies: proof.plies, moves: proof.moves.iter().map(text).collect(), nodes: proof.nodes }
            }
            Err(undecided) => Solved { decided: false, plies: None, moves: Vec::new(), nodes: undecided.nodes },
        })
    }

    fn forget(&mut self) {
        Prover::forget(self);
    }
}
