//! Lines of play: a position with all that came before it.

use plysmith::Position;
use plysmith::game::{Capability, Game, ending};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The positions of a game so far with the moves between them.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    states: Vec<G::State>,
    moves: Vec<G::Move>,
    /// The hash of each position, computed anew.
    hashes: Vec<u64>,
}

/// Long enough for anything that repetition or counters do.
const LONGEST: usize = 300;

/// Random games until one ends by repetition, where repetition counts.
const TRIES: usize = 10;

impl<G: Game> Line<G> {
    /// A position with nothing before it.
    pub fn from_state(game: &G, state: G::State) -> Line<G> {
        Line { hashes: vec![game.hash(&state)], states: vec![state], moves: Vec::new() }
    }

    /// A position out of a random game, which is not over, with the moves that led there.
    pub fn random(game: &G, rng: &mut Pcg64Mcg) -> Line<G> {
        // Where repetition counts, most games wander about so that there is some.
        let wandering = G::REPETITION.is_some() && rng.random_bool(0.8);
        let mut line = Line::random_game(game, wandering, rng);
        for _ in 1..TRIES {
            if wandering && !line.is_repeated() {
                line = Line::random_game(game, wandering, rng);
            }
        }
        // A finished game loses its last move at least; one that wandered mostly stays near the end, where it turns in circles.
        let plies = line.moves.len();
        let near = wandering && rng.random_bool(0.7);
        line.take_back(if near { rng.random_range(1..=4) } else { plies - rng.random_range(0..plies.max(1)) });
        line
    }

    /// A position shortly before the end of a random game that did not wander.
    pub fn late(game: &G, rng: &mut Pcg64Mcg) -> Line<G> {
        let mut line = Line::random_game(game, false, rng);
        line.take_back(rng.random_range(1..=4));
        line
    }

    /// Whether only the position counts at its end: no repetition, and no counter outside the hash.
    pub fn is_plain(&self, game: &G) -> bool {
        G::REPETITION.is_none() && self.states().iter().all(|state| game.counters(state) == 0)
    }

    /// A random game up to its end, unless it is very long.
    fn random_game(game: &G, wandering: bool, rng: &mut Pcg64Mcg) -> Line<G> {
        let opening = Capability::Openings.of::<G>() && rng.random_bool(0.5);
        let start = if opening { game.opening(&mut |n| rng.random_range(0..n)) } else { game.start() };
        let mut line = Line::from_state(game, start);
        let mut moves = line.open_moves(game);
        while !moves.is_empty() && line.moves.len() < LONGEST {
            let mv = if wandering { line.wander(game, &moves, rng) } else { moves[rng.random_range(0..moves.len())] };
            line.play(game, mv);
            moves = line.open_moves(game);
        }
        line
    }

    /// A move that leads to a position seen before, or that can be taken back, rather than another.
    fn wander(&self, game: &G, moves: &[G::Move], rng: &mut Pcg64Mcg) -> G::Move {
        let hash_after = |mv| {
            let mut after = self.last().clone();
            game.play(&mut after, mv);
            game.hash(&after)
        };
        let back: Vec<G::Move> = moves.iter().copied().filter(|&mv| self.hashes.contains(&hash_after(mv))).collect();
        let reversible: Vec<G::Move> = moves.iter().copied().filter(|&mv| !game.irreversible(self.last(), mv)).collect();
        let among = match rng.random_range(0..10) {
            0..7 if !back.is_empty() => &back,
            0..9 if !reversible.is_empty() => &reversible,
            _ => moves,
        };
        among[rng.random_range(0..among.len())]
    }

    /// The position that the line has come to.
    pub fn last(&self) -> &G::State {
        self.states.last().expect("a line has a position")
    }

    /// Every position, the first one first.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// How many moves were played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let mut state = self.last().clone();
        game.play(&mut state, mv);
        self.hashes.push(game.hash(&state));
        self.states.push(state);
        self.moves.push(mv);
    }

    /// Takes so many moves back, as far as there are any.
    pub fn take_back(&mut self, plies: usize) {
        let kept = self.moves.len().saturating_sub(plies);
        self.moves.truncate(kept);
        self.states.truncate(kept + 1);
        self.hashes.truncate(kept + 1);
    }

    /// An earlier position that has the same hash, though its counters may differ.
    pub fn twin(&self) -> Option<&G::State> {
        let earlier = &self.hashes[..self.moves.len()];
        earlier.iter().position(|hash| Some(hash) == self.hashes.last()).map(|at| &self.states[at])
    }

    /// The hash of each position, computed anew.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The legal moves; none if the game is over, be it by repetition.
    pub fn open_moves(&self, game: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if ending(game, self.last()).is_none() && !self.is_repeated() {
            game.moves(self.last(), &mut moves);
        }
        moves
    }

    /// Whether the game is over by repetition.
    pub fn is_repeated(&self) -> bool {
        let occurrences = self.hashes.iter().filter(|&hash| Some(hash) == self.hashes.last()).count();
        G::REPETITION.is_some_and(|rule| occurrences >= rule.occurrences.into())
    }

    /// The same as the search wants it.
    pub fn position(&self, game: &G) -> Position<G> {
        let mut position = Position::from_state(game, self.states[0].clone());
        self.moves.iter().for_each(|&mv| position.play(game, mv));
        position
    }

    /// The first position and the moves from there, as text.
    pub fn text(&self, game: &G) -> String {
        let words: Vec<String> = self.states.iter().zip(&self.moves).map(|(state, &mv)| game.write_move(state, mv)).collect();
        format!("{} moves {}", game.write_position(&self.states[0]), words.join(" "))
    }
}
