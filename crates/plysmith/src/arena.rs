//! The one object-safe view of a game with its engines.
//!
//! Programs that do not know the game (commands, protocols, learners) hold a `&dyn Arena`. Positions cross it as a [`Line`]: where the game
//! began and the moves since, as text. Everything is implemented once, for all games, by [`GameArena`].

mod card;
mod compiled;
mod inputs;
mod solver;
mod with_itself;

use std::sync::OnceLock;

use crate::engine::Engine;
use crate::enhance::{Counter, Samples};
use crate::game::free_inputs::{FreeInputs, FreeInputsError};
use crate::game::{Capabilities, Capability, Game, InputSet, Masked, Outcome, Picture, Side, TextError, check, perft};
use crate::part::{Part, PartError, PartId, Parts};
use crate::position::Position;
use crate::prove::Prover;
use crate::score::Score;
use crate::search::limits::Limits;
use crate::search::settings::{Dynamic, Settings};
use crate::search::trace::{Trace, Traced, Wanted};
use crate::search::{Found, Statistics, Watch};
use crate::spec::{Spec, SpecError};

pub use card::GameCard;
pub use compiled::Compiled;
pub use inputs::{InputTraits, InputsAt};
pub use solver::{Solved, Solver};
pub use with_itself::GameWithItself;

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

/// What inputs a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputsCard {
    /// How many.
    pub count: usize,
    /// The game declares none: these are taken from what its state writes into its hash.
    pub free: bool,
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
pub struct SearchReport {
    /// 1 for the best line, 2 for the second best, and so on.
    pub rank: usize,
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
    /// What the enhancements sampled.
    pub samples: Vec<Samples>,
}

/// A legal move with the value of the position after it, for the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The move.
    pub mv: String,
    /// Its value.
    pub score: Score,
}

/// What is known of every legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratings {
    /// The moves in generation order.
    pub moves: Vec<Rated>,
    /// Nodes visited for all of them.
    pub nodes: u64,
}

/// A game with its engines, whichever game it is.
pub trait Arena: Send + Sync {
    /// What the game says about itself.
    fn card(&self) -> GameCard;
    /// Hides these capabilities of the game from now on, and those alone: whatever the arena says or makes is as if the game did not declare them. Specs that it
    /// makes say so.
    fn hide(&mut self, hidden: Capabilities);
    /// A board on which moves can be played.
    fn board(&self, line: &Line) -> Result<Box<dyn Board>, TextError>;
    /// What a position looks like.
    fn view(&self, line: &Line) -> Result<View, TextError> {
        Ok(self.board(line)?.view())
    }
    /// One of the game's presets.
    fn preset(&self, name: &str) -> Result<Spec, SpecError>;
    /// Whether a spec suits the game, and the parts that it names are there.
    fn check_spec(&self, spec: &Spec) -> Result<(), SpecError>;
    /// Adds a part that specs may name from now on; one of another game is refused.
    fn add_part(&self, part: Part) -> Result<PartId, PartError>;
    /// The part of this digest, if it was added or comes with the game.
    fn part(&self, id: PartId) -> Option<Part>;
    /// An engine that follows a spec; its reports carry statistics of what is watched.
    fn player(&self, spec: &Spec, watch: &Watch) -> Result<Box<dyn Player>, SpecError>;
    /// The number of move sequences below each legal move.
    fn divide(&self, line: &Line, depth: u32) -> Result<Vec<(String, u64)>, TextError>;
    /// Checks the rules in random games. `progress` hears how many are done and may answer false to stop.
    fn check_rules(
        &self,
        games: usize,
        seed: u64,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<check::Summary, Box<check::Fault>>;
    /// How many network inputs there are and whether they are free. The first question for free ones learns them, which takes a moment.
    fn inputs_card(&self) -> InputsCard;
    /// The active network inputs of a position: the game's own, or the free ones if it declares none.
    fn inputs(&self, line: &Line) -> Result<Vec<u16>, TextError>;
    /// The inputs that the state gives for free, also of a game that declares its own; or why there are none.
    fn free_inputs(&self) -> Result<&FreeInputs, &FreeInputsError>;
    /// The inputs of every position along a line, from its start on: the free ones if `free` says so, and otherwise those of [`Arena::inputs`].
    fn inputs_along(&self, line: &Line, free: bool) -> Result<Vec<InputsAt>, TextError>;
    /// What a learner has to know of the inputs. It takes a moment.
    fn input_traits(&self) -> InputTraits;
    /// A set-up to begin from; `choose(n)` gives a number below n.
    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Line;
    /// A prover of forced wins with a table of 2^`bits` entries; see [`Prover::new`].
    fn solver(&self, bits: u32) -> Box<dyn Solver>;
}

/// A board with a position on it, whichever game it is: the referee of a game that is being played.
pub trait Board: Send {
    /// Everything about the position.
    fn view(&self) -> View;
    /// The position as text.
    fn text(&self) -> String;
    /// The same text for all positions that differ only by a symmetry of the board.
    fn class(&self) -> String;
    /// Whose turn it is.
    fn side(&self) -> Side;
    /// The legal moves in generation order; none if the game is over.
    fn moves(&self) -> Vec<String>;
    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The phase of the game, below the number that its card states.
    fn phase(&self) -> usize;
    /// How much of each term of an evaluation, by its index in the card, is in the position, from the side to move; nothing if it has no terms.
    fn terms(&self, evaluation: usize) -> Vec<i32>;
    /// The atoms, out of those wanted, of each legal move.
    fn atoms(&self, wanted: u64) -> Vec<u64>;
    /// The legal move that a text names, as the game writes it.
    fn read_move(&self, text: &str) -> Result<String, TextError>;
    /// A legal move as records of games write it.
    fn record(&self, mv: &str) -> Result<String, TextError>;
    /// Plays a legal move.
    fn play(&mut self, mv: &str) -> Result<(), TextError>;
}

/// An engine, whichever game it plays.
pub trait Player: Send {
    /// Searches a position. `report` hears of every iteration that was completed. A line that goes on from the one before costs only the moves
    /// that are new.
    fn search(&mut self, line: &Line, limits: &Limits, report: &mut dyn FnMut(&SearchReport)) -> Result<SearchReport, TextError>;
    /// The same without reports, and so without their text.
    fn answer(&mut self, line: &Line, limits: &Limits) -> Result<SearchReport, TextError>;
    /// Plays a game against itself from the start, of no more moves than `longest`. Before each move `draw` hears how many were played and how many are legal; it may say which is played, and otherwise the
    /// engine thinks, within the limits. Nothing is text but the moves that were played.
    fn play_itself(
        &mut self,
        limits: &Limits,
        longest: usize,
        draw: &mut dyn FnMut(usize, usize) -> Option<usize>,
    ) -> GameWithItself;
    /// Searches the position after every legal move, each within the limits, and gives the moves in generation order.
    fn rate(&mut self, line: &Line, limits: &Limits) -> Result<Ratings, TextError>;
    /// Searches a position and tells what was decided around the moves that go on from there, and so many plies below them.
    fn trace(
        &mut self,
        line: &Line,
        limits: &Limits,
        moves: &[String],
        plies: usize,
    ) -> Result<(SearchReport, Trace<String>), TextError>;
    /// Forgets what was learned in earlier searches.
    fn new_game(&mut self);
    /// Searches with so many threads from now on; see [`Engine::set_threads`].
    fn set_threads(&mut self, threads: usize);
}

/// The arena of a game. Its clones share the parts that were added.
#[derive(Clone, Debug)]
pub struct GameArena<G> {
    game: G,
    parts: Parts,
    /// What the game declares and the arena does not show.
    hidden: Capabilities,
    /// Learned when somebody asks.
    free_inputs: OnceLock<Result<FreeInputs, FreeInputsError>>,
}

/// The seed of the games that free inputs are learned from: every arena of a game has the same.
const FREE_INPUTS_SEED: u64 = 1;

impl<G: Game> GameArena<G> {
    /// The arena of this game.
    pub fn new(game: G) -> GameArena<G> {
        let parts = Parts::bundled(&game);
        GameArena::with_parts(game, parts)
    }

    fn with_parts(game: G, parts: Parts) -> GameArena<G> {
        GameArena { game, parts, hidden: Capabilities::NONE, free_inputs: OnceLock::new() }
    }

    /// The same without these capabilities of the game; see [`Arena::hide`].
    #[must_use]
    pub fn hiding(mut self, hidden: Capabilities) -> GameArena<G> {
        self.hide(hidden);
        self
    }

    /// The game as the arena shows it.
    fn masked(&self) -> Masked<'_, G> {
        Masked::new(&self.game, self.hidden)
    }

    fn position(&self, line: &Line) -> Result<Position<G>, TextError> {
        Position::read(&self.game, line.start.as_deref(), &line.moves)
    }
}

impl<G: Game> Arena for GameArena<G> {
    fn card(&self) -> GameCard {
        GameCard::of(&self.game).hiding(self.hidden)
    }

    fn hide(&mut self, hidden: Capabilities) {
        self.hidden = hidden.common(Capabilities::of::<G>());
    }

    fn board(&self, line: &Line) -> Result<Box<dyn Board>, TextError> {
        Ok(Box::new(BoardAt { position: self.position(line)?, game: self.game.clone(), hidden: self.hidden }))
    }

    fn preset(&self, name: &str) -> Result<Spec, SpecError> {
        Spec::preset_hiding(&self.game, name, self.hidden)
    }

    fn check_spec(&self, spec: &Spec) -> Result<(), SpecError> {
        spec.hiding(self.hidden).check(&self.game)?;
        spec.check_parts(&self.parts)
    }

    fn add_part(&self, part: Part) -> Result<PartId, PartError> {
        self.parts.add(part)
    }

    fn part(&self, id: PartId) -> Option<Part> {
        self.parts.get(id)
    }

    fn player(&self, spec: &Spec, watch: &Watch) -> Result<Box<dyn Player>, SpecError> {
        let spec = &spec.hiding(self.hidden);
        Ok(Box::new(EngineAt::new(Engine::watched_with_parts(self.game.clone(), spec, watch, &self.parts)?)))
    }

    fn divide(&self, line: &Line, depth: u32) -> Result<Vec<(String, u64)>, TextError> {
        let position = self.position(line)?;
        let counts = perft::divide(&self.game, position.state(), depth);
        Ok(counts.into_iter().map(|(mv, count)| (self.game.write_move(position.state(), mv), count)).collect())
    }

    fn check_rules(
        &self,
        games: usize,
        seed: u64,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<check::Summary, Box<check::Fault>> {
        check::rules_with(&self.game, games, seed, progress)
    }

    fn inputs(&self, line: &Line) -> Result<Vec<u16>, TextError> {
        let mut active = InputSet::default();
        self.look(self.is_free(), self.position(line)?.state(), &mut active);
        Ok(active.iter().collect())
    }

    fn inputs_card(&self) -> InputsCard {
        let free = self.is_free();
        let count = if free { self.free_inputs().map_or(0, FreeInputs::len) } else { self.game.inputs() };
        InputsCard { count, free }
    }

    fn free_inputs(&self) -> Result<&FreeInputs, &FreeInputsError> {
        self.free_inputs.get_or_init(|| FreeInputs::learn(&self.game, FREE_INPUTS_SEED)).as_ref()
    }

    fn inputs_along(&self, line: &Line, free: bool) -> Result<Vec<InputsAt>, TextError> {
        let free = free || self.is_free();
        let capabilities = self.masked().capabilities();
        let (tells_threats, tells_tactical) =
            (capabilities.contains(Capability::Pass), capabilities.contains(Capability::Tactical));
        let mut active = InputSet::default();
        let mut at = |state: &G::State, next: Option<G::Move>| {
            self.look(free, state, &mut active);
            let threat = tells_threats && self.game.in_check(state);
            let tactical = tells_tactical && next.is_some_and(|mv| self.game.tactical(state, mv) > 0);
            InputsAt { side: self.game.side(state), active: active.iter().collect(), quiet: !threat && !tactical }
        };
        let mut position = Position::read(&self.game, line.start.as_deref(), &[] as &[String])?;
        let mut all = Vec::with_capacity(line.moves.len() + 1);
        for mv in &line.moves {
            let before = position.state().clone();
            position.play_text(&self.game, mv)?;
            all.push(at(&before, position.previous()));
        }
        all.push(at(position.state(), None));
        Ok(all)
    }

    fn input_traits(&self) -> InputTraits {
        let card = self.inputs_card();
        let plan = if card.free { self.free_inputs().ok().cloned() } else { None };
        InputTraits { plan, ..self.study_inputs(card) }
    }

    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Line {
        Line::at(self.game.write_position(&self.masked().opening(choose)))
    }

    fn solver(&self, bits: u32) -> Box<dyn Solver> {
        Box::new(Prover::new(self.game.clone(), bits))
    }
}

/// A position on a board.
struct BoardAt<G: Game> {
    game: G,
    hidden: Capabilities,
    position: Position<G>,
}

impl<G: Game> BoardAt<G> {
    fn masked(&self) -> Masked<'_, G> {
        Masked::new(&self.game, self.hidden)
    }
}

impl<G: Game> Board for BoardAt<G> {
    fn view(&self) -> View {
        let state = self.position.state();
        let outcome = self.outcome();
        View {
            position: self.text(),
            side: self.side(),
            moves: self.moves(),
            outcome,
            picture: self.masked().picture(state),
            hash: self.game.hash(state),
            evaluation: if outcome.is_none() { self.game.evaluate(state) } else { 0 },
        }
    }

    fn text(&self) -> String {
        self.game.write_position(self.position.state())
    }

    fn class(&self) -> String {
        let (game, state) = (&self.game, self.position.state());
        let turned = (0..self.masked().symmetries()).map(|symmetry| game.write_position(&game.turn(state, symmetry)));
        turned.min().unwrap_or_else(|| self.text())
    }

    fn side(&self) -> Side {
        self.game.side(self.position.state())
    }

    fn moves(&self) -> Vec<String> {
        let state = self.position.state();
        self.position.moves(&self.game).into_iter().map(|mv| self.game.write_move(state, mv)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.game)
    }

    fn phase(&self) -> usize {
        self.masked().phase(self.position.state())
    }

    fn terms(&self, evaluation: usize) -> Vec<i32> {
        let mut amounts = Vec::new();
        let is_shown = self.masked().evaluations().get(evaluation).is_some_and(|card| !card.terms.is_empty());
        if let Some(card) = self.game.evaluations().get(evaluation).filter(|_| is_shown) {
            self.game.with_evaluation(evaluation, &card.weights()).terms(self.position.state(), &mut amounts);
        }
        amounts
    }

    fn atoms(&self, wanted: u64) -> Vec<u64> {
        let (state, previous) = (self.position.state(), self.position.previous());
        let wanted = if self.masked().atoms().is_empty() { 0 } else { wanted };
        self.position.moves(&self.game).into_iter().map(|mv| self.game.atoms_of(state, previous, mv, wanted)).collect()
    }

    fn read_move(&self, text: &str) -> Result<String, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::mv(text, "nothing, the game is over"));
        }
        let state = self.position.state();
        Ok(self.game.write_move(state, self.game.read_move(state, text)?))
    }

    fn record(&self, mv: &str) -> Result<String, TextError> {
        let state = self.position.state();
        Ok(self.game.record_move(state, self.game.read_move(state, mv)?))
    }

    fn play(&mut self, mv: &str) -> Result<(), TextError> {
        self.position.play_text(&self.game, mv)
    }
}

/// An engine with the position that it was last asked about.
struct EngineAt<G: Game, S: Settings = Dynamic> {
    engine: Engine<G, S>,
    line: Line,
    position: Position<G>,
}

impl<G: Game, S: Settings> EngineAt<G, S> {
    fn new(engine: Engine<G, S>) -> EngineAt<G, S> {
        let position = Position::start(engine.game());
        EngineAt { engine, line: Line::start(), position }
    }

    /// Goes to a position, from the one before where the line goes on from there.
    fn go_to(&mut self, line: &Line) -> Result<(), TextError> {
        let goes_on = line.start == self.line.start && line.moves.starts_with(&self.line.moves);
        if !goes_on {
            let start = Line { start: line.start.clone(), moves: Vec::new() };
            self.position = Position::read(self.engine.game(), start.start.as_deref(), &start.moves)?;
            self.line = start;
        }
        for mv in &line.moves[self.line.moves.len()..] {
            self.position.play_text(self.engine.game(), mv)?;
            self.line.moves.push(mv.clone());
        }
        Ok(())
    }
}

impl<G: Game, S: Settings> Player for EngineAt<G, S> {
    fn search(&mut self, line: &Line, limits: &Limits, report: &mut dyn FnMut(&SearchReport)) -> Result<SearchReport, TextError> {
        self.go_to(line)?;
        let game = self.engine.game().clone();
        let position = &self.position;
        let found = self.engine.search_with(position, limits, &mut |found| report(&as_text(&game, position, found)));
        Ok(as_text(&game, position, &found))
    }

    fn answer(&mut self, line: &Line, limits: &Limits) -> Result<SearchReport, TextError> {
        self.go_to(line)?;
        let found = self.engine.search(&self.position, limits);
        Ok(as_text(self.engine.game(), &self.position, &found))
    }

    fn play_itself(
        &mut self,
        limits: &Limits,
        longest: usize,
        draw: &mut dyn FnMut(usize, usize) -> Option<usize>,
    ) -> GameWithItself {
        with_itself::play(&mut self.engine, limits, longest, draw)
    }

    fn rate(&mut self, line: &Line, limits: &Limits) -> Result<Ratings, TextError> {
        self.go_to(line)?;
        let game = self.engine.game().clone();
        let state = self.position.state();
        let mut ratings = Ratings { moves: Vec::new(), nodes: 0 };
        self.engine.begin_search(&self.position);
        for mv in self.position.moves(&game) {
            let found = self.engine.search_below(&self.position, mv, limits);
            ratings.nodes += found.nodes;
            ratings.moves.push(Rated { mv: game.write_move(state, mv), score: found.score });
        }
        Ok(ratings)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn trace(
        &mut self,
        line: &Line,
        limits: &Limits,
        moves: &[String],
        plies: usize,
    ) -> Result<(SearchReport, Trace<String>), TextError> {
        self.go_to(line)?;
        let game = self.engine.game().clone();
        let mut position = self.position.clone();
        let mut wanted = Wanted { line: Vec::new(), plies };
        for text in moves {
            let legal = position.moves(&game);
            position.play_text(&game, text)?;
            let index = legal.iter().position(|&mv| Some(mv) == position.previous());
            wanted.line.extend(index.map(|index| index as u16));
        }
        let limits = Limits { trace: Some(wanted), ..limits.clone() };
        let found = self.engine.search(&self.position, &limits);
        let report = as_text(&game, &self.position, &found);
        let Trace { depth, deeds, moves } = found.trace.unwrap_or_default();
        let moves = moves.into_iter().map(|traced| traced_as_text(&game, self.position.state(), traced)).collect();
        Ok((report, Trace { depth, deeds, moves }))
    }

    fn set_threads(&mut self, threads: usize) {
        self.engine.set_threads(threads);
    }
}

fn traced_as_text<G: Game>(game: &G, state: &G::State, traced: Traced<G::Move>) -> Traced<String> {
    let Traced { mv, deeds, score, improves, same_side, below } = traced;
    let mut after = state.clone();
    game.play(&mut after, mv);
    Traced {
        mv: game.write_move(state, mv),
        deeds,
        score,
        improves,
        same_side,
        below: below.into_iter().map(|traced| traced_as_text(game, &after, traced)).collect(),
    }
}

fn as_text<G: Game>(game: &G, position: &Position<G>, found: &Found<G::Move>) -> SearchReport {
    let mut state = position.state().clone();
    let mut line = Vec::new();
    for &mv in &found.line {
        line.push(game.write_move(&state, mv));
        game.play(&mut state, mv);
    }
    SearchReport {
        rank: found.rank,
        best: found.best.map(|mv| game.write_move(position.state(), mv)),
        score: found.score,
        line,
        depth: found.depth,
        nodes: found.nodes,
        stopped: found.stopped,
        fullness: found.fullness,
        counters: found.counters.clone(),
        statistics: found.statistics.clone(),
        samples: found.samples.clone(),
    }
}
