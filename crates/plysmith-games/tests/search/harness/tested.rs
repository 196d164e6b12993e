//! A game with its own evaluation or with one that is drawn from a hash.
//!
//! A hashed evaluation knows nothing of the game, so that no ordering is good by luck, and everything in the state counts in it, rule counters
//! too: a table that mixes up two states shows in the value. A small range makes ties abound, a large one makes them rare.

use plysmith::game::picture::Picture;
use plysmith::game::{
    AtomCard, Capability, EvaluationCard, Game, InputSet, MoveSquares, Outcome, Repetition, Side, SquareSizes, TextError, hash,
};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Where the evaluation comes from.
#[derive(Clone, Copy, Debug)]
pub enum Evaluation {
    /// The game's own.
    Own,
    /// A hash of the state and the seed, within plus and minus the limit.
    Hashed {
        /// Another one for each seed.
        seed: u64,
        /// The largest value.
        limit: i32,
    },
}

impl Evaluation {
    /// The game's own in one case of three, otherwise a hashed one of some range.
    pub fn random(rng: &mut Pcg64Mcg) -> Evaluation {
        const LIMITS: [i32; 7] = [0, 1, 2, 2, 20, 5_000, 900_000];
        match rng.random_range(0..3) {
            0 => Evaluation::Own,
            _ => Evaluation::Hashed { seed: rng.random(), limit: LIMITS[rng.random_range(0..LIMITS.len())] },
        }
    }
}

/// The game `game` in all but the evaluation.
#[derive(Clone)]
pub struct Tested<G> {
    /// The game.
    pub game: G,
    /// Its evaluation.
    pub evaluation: Evaluation,
}

impl<G: Game> Tested<G> {
    /// The game as it is.
    pub fn own(game: G) -> Tested<G> {
        Tested { game, evaluation: Evaluation::Own }
    }
}

/// Every method is passed on, those with defaults as well: one that is not would be tested as no game has it.
#[deny(clippy::missing_trait_methods)]
impl<G: Game> Game for Tested<G> {
    type State = G::State;
    type Move = G::Move;

    const ALTERNATES: bool = G::ALTERNATES;
    const ALWAYS_MOVES: bool = G::ALWAYS_MOVES;
    const REPETITION: Option<Repetition> = G::REPETITION;
    const FAIR: u32 = G::FAIR;
    const TACTICAL_FORCED: bool = G::TACTICAL_FORCED;
    const CAPABILITIES: &'static [Capability] = G::CAPABILITIES;

    fn evaluate(&self, state: &G::State) -> i32 {
        match self.evaluation {
            Evaluation::Own => self.game.evaluate(state),
            Evaluation::Hashed { seed, limit } => {
                // Images of a position must have the same value: the contract says that symmetries change nothing.
                let images = (0..self.game.symmetries()).map(|symmetry| hash::of(&(seed, self.game.turn(state, symmetry))));
                let number = images.min().unwrap_or_default();
                (number % (2 * limit as u64 + 1)) as i32 - limit
            }
        }
    }

    fn name(&self) -> String {
        self.game.name()
    }
    fn start(&self) -> G::State {
        self.game.start()
    }
    fn side(&self, state: &G::State) -> Side {
        self.game.side(state)
    }
    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.game.moves(state, moves);
    }
    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }
    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.game.outcome(state)
    }
    fn move_ids(&self) -> usize {
        self.game.move_ids()
    }
    fn move_id(&self, mv: G::Move) -> usize {
        self.game.move_id(mv)
    }
    fn write_position(&self, state: &G::State) -> String {
        self.game.write_position(state)
    }
    fn read_position(&self, text: &str) -> Result<G::State, TextError> {
        self.game.read_position(text)
    }
    fn write_move(&self, state: &G::State, mv: G::Move) -> String {
        self.game.write_move(state, mv)
    }
    fn no_moves(&self, state: &G::State) -> Outcome {
        self.game.no_moves(state)
    }
    fn read_move(&self, state: &G::State, text: &str) -> Result<G::Move, TextError> {
        self.game.read_move(state, text)
    }
    fn record_move(&self, state: &G::State, mv: G::Move) -> String {
        self.game.record_move(state, mv)
    }
    fn count_moves(&self, state: &G::State, scratch: &mut Vec<G::Move>) -> usize {
        self.game.count_moves(state, scratch)
    }
    fn variant(&self) -> String {
        self.game.variant()
    }
    fn ten_to_one(&self) -> u32 {
        self.game.ten_to_one()
    }
    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        self.game.presets()
    }
    fn repeated(&self, state: &G::State) -> Outcome {
        self.game.repeated(state)
    }
    fn irreversible(&self, before: &G::State, mv: G::Move) -> bool {
        self.game.irreversible(before, mv)
    }
    fn hash(&self, state: &G::State) -> u64 {
        self.game.hash(state)
    }
    fn hash_after(&self, before: &G::State, hash: u64, mv: G::Move, after: &G::State) -> u64 {
        self.game.hash_after(before, hash, mv, after)
    }
    fn counters(&self, state: &G::State) -> u64 {
        self.game.counters(state)
    }
    fn pass(&self, state: &mut G::State) -> bool {
        self.game.pass(state)
    }
    fn in_check(&self, state: &G::State) -> bool {
        self.game.in_check(state)
    }
    fn evasions(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.game.evasions(state, moves);
    }
    fn tactical(&self, state: &G::State, mv: G::Move) -> u32 {
        self.game.tactical(state, mv)
    }
    fn tactical_moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.game.tactical_moves(state, moves);
    }
    fn atoms(&self) -> &'static [AtomCard] {
        self.game.atoms()
    }
    fn atoms_of(&self, state: &G::State, previous: Option<G::Move>, mv: G::Move, wanted: u64) -> u64 {
        self.game.atoms_of(state, previous, mv, wanted)
    }
    fn atoms_of_moves(&self, state: &G::State, previous: Option<G::Move>, moves: &[G::Move], wanted: u64, atoms: &mut Vec<u64>) {
        self.game.atoms_of_moves(state, previous, moves, wanted, atoms);
    }
    fn parts(&self) -> &'static [&'static [u8]] {
        self.game.parts()
    }
    fn inputs(&self) -> usize {
        self.game.inputs()
    }
    fn active_inputs(&self, state: &G::State, active: &mut InputSet) {
        self.game.active_inputs(state, active);
    }
    fn square_sizes(&self) -> SquareSizes {
        self.game.square_sizes()
    }
    fn move_squares(&self, state: &G::State, mv: G::Move) -> MoveSquares {
        self.game.move_squares(state, mv)
    }
    fn swap_sides(&self, state: &G::State) -> G::State {
        self.game.swap_sides(state)
    }
    fn evaluations(&self) -> &'static [EvaluationCard] {
        self.game.evaluations()
    }
    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Tested<G> {
        Tested { game: self.game.with_evaluation(index, weights), evaluation: self.evaluation }
    }
    fn terms(&self, state: &G::State, amounts: &mut Vec<i32>) {
        self.game.terms(state, amounts);
    }
    fn phases(&self) -> usize {
        self.game.phases()
    }
    fn phase(&self, state: &G::State) -> usize {
        self.game.phase(state)
    }
    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }
    fn turn(&self, state: &G::State, symmetry: usize) -> G::State {
        self.game.turn(state, symmetry)
    }
    fn turn_move(&self, mv: G::Move, symmetry: usize) -> G::Move {
        self.game.turn_move(mv, symmetry)
    }
    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> G::State {
        self.game.opening(choose)
    }
    fn picture(&self, state: &G::State) -> Option<Picture> {
        self.game.picture(state)
    }
}
