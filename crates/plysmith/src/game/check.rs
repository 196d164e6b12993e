//! Checks of a game's rules, for any game in one line of its tests.
//!
//! ```no_run
//! # fn tests<G: plysmith::Game>(game: G, csv: &str) {
//! plysmith::game::check::rules(&game, 1_000, 1).unwrap();
//! plysmith::game::check::counts(&game, "my-game", csv, 1_000_000).unwrap();
//! # }
//! ```

mod optional;
#[cfg(test)]
mod repetition_tests;

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Capability, Game, InputSet, Outcome, Side, SquareSizes, ending, perft};
use crate::Position;

/// A random game longer than this is taken to be endless.
pub const LONGEST_GAME: usize = 20_000;

/// A rule that does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game}: {problem}\n  position: {position}\n  after the moves: {moves}\n  seed {seed}, random game {number}")]
pub struct Fault {
    /// The game.
    pub game: String,
    /// What is wrong.
    pub problem: String,
    /// The position as text.
    pub position: String,
    /// The moves from the start.
    pub moves: String,
    /// The seed that was given.
    pub seed: u64,
    /// Which of the random games it was.
    pub number: usize,
}

/// What the random games looked like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games played.
    pub games: usize,
    /// Positions seen.
    pub positions: u64,
    /// Legal moves seen.
    pub moves: u64,
    /// The most legal moves in one position.
    pub widest: usize,
    /// The most plies in one game.
    pub longest: usize,
    /// Games won by the first side, drawn, won by the second.
    pub results: [usize; 3],
    /// Games that ended by repetition.
    pub repetitions: usize,
    /// Positions that had occurred before in their game, by their hash; `None` in a game without [`Game::REPETITION`]. 0 means that no position can come
    /// back, that random play does not find the way, or, most likely, that something in the hash keeps positions apart that are the same: a
    /// counter of plies belongs to [`Game::counters`].
    pub returns: Option<u64>,
}

/// Plays random games and checks at every position everything that the contract promises.
pub fn rules<G: Game>(game: &G, games: usize, seed: u64) -> Result<Summary, Box<Fault>> {
    rules_with(game, games, seed, |_| true)
}

/// [`rules`], telling `progress` how many games are done; it may answer false to stop.
pub fn rules_with<G: Game>(
    game: &G,
    games: usize,
    seed: u64,
    mut progress: impl FnMut(usize) -> bool,
) -> Result<Summary, Box<Fault>> {
    let mut walk = Walk { game, seed, number: 0, summary: Summary::default(), hashes: HashMap::new(), moves: Vec::new() };
    walk.summary.returns = G::REPETITION.map(|_| 0);
    walk.declarations()?;
    for number in 0..games {
        walk.number = number;
        // Each game has a stream of its own, so that a fault can be found again alone.
        let mut rng = Pcg64Mcg::seed_from_u64(seed.wrapping_add(number as u64));
        walk.random_game(&mut rng)?;
        if !progress(number + 1) {
            break;
        }
    }
    Ok(walk.summary)
}

/// Compares perft with every row of a CSV file (see [`perft::read_rows`]) for the game named `name` whose count is at most `largest`. Returns how
/// many rows were compared.
pub fn counts<G: Game>(game: &G, name: &str, csv: &str, largest: u64) -> Result<usize, String> {
    let rows = perft::read_rows(csv).map_err(|error| error.to_string())?;
    let mut compared = 0;
    for row in rows.iter().filter(|row| row.game == name && row.count <= largest) {
        let state = match row.position.as_str() {
            "startpos" => game.start(),
            text => game.read_position(text).map_err(|error| error.to_string())?,
        };
        let count = perft::count(game, &state, row.depth);
        if count != row.count {
            return Err(format!("{name}: perft {} of {} is {count}, published is {}", row.depth, row.position, row.count));
        }
        compared += 1;
    }
    if compared == 0 {
        return Err(format!("no row for the game `{name}` with a count of at most {largest}"));
    }
    Ok(compared)
}

struct Walk<'a, G: Game> {
    game: &'a G,
    seed: u64,
    number: usize,
    summary: Summary,
    /// Position text by hash, for a sample of positions: equal hashes must mean equal positions.
    hashes: HashMap<u64, G::State>,
    /// The moves of the game under way, as text.
    moves: Vec<String>,
}

/// What [`Game::tactical`] answers is below this number.
const RANKS: u32 = 4096;

/// How many positions are compared with each other by hash.
const SAMPLE: usize = 20_000;

impl<G: Game> Walk<'_, G> {
    fn fault(&self, state: &G::State, problem: impl Into<String>) -> Box<Fault> {
        Box::new(Fault {
            game: self.game.name(),
            problem: problem.into(),
            position: self.game.write_position(state),
            moves: self.moves.join(" "),
            seed: self.seed,
            number: self.number,
        })
    }

    fn demand(&self, holds: bool, state: &G::State, problem: impl FnOnce() -> String) -> Result<(), Box<Fault>> {
        if holds { Ok(()) } else { Err(self.fault(state, problem())) }
    }

    /// What the game says about itself hangs together.
    fn declarations(&self) -> Result<(), Box<Fault>> {
        let (game, start) = (self.game, self.game.start());
        let demand = |holds, problem: &str| self.demand(holds, &start, || problem.to_string());
        let has = |capability: Capability| capability.of::<G>();
        demand(game.move_ids() > 0, "move_ids() is 0: every move needs an id below it")?;
        demand(game.atoms().len() <= 64, "there are more than 64 atoms")?;
        demand(
            has(Capability::Atoms) != game.atoms().is_empty(),
            "Capability::Atoms and atoms() disagree: declare both or neither",
        )?;
        demand(
            has(Capability::Inputs) == (game.inputs() > 0),
            "Capability::Inputs and inputs() disagree: declare both or neither",
        )?;
        demand(
            has(Capability::Squares) == (game.square_sizes() != SquareSizes::default()),
            "Capability::Squares and square_sizes() disagree: declare both or neither",
        )?;
        demand(
            has(Capability::Phases) == (game.phases() > 1),
            "Capability::Phases and phases() disagree: declare both or neither",
        )?;
        demand(has(Capability::Symmetries) == (game.symmetries() > 1), "Capability::Symmetries and symmetries() disagree")?;
        demand(has(Capability::Picture) == game.picture(&start).is_some(), "Capability::Picture and picture() disagree")?;
        demand(!game.evaluations().is_empty(), "evaluations() is empty: there is always at least one")?;
        demand(
            has(Capability::Evaluations) == (game.evaluations().len() > 1),
            "Capability::Evaluations and evaluations() disagree",
        )?;
        let terms = game.evaluations().iter().any(|card| !card.terms.is_empty());
        demand(has(Capability::Terms) == terms, "Capability::Terms and the terms in evaluations() disagree")?;
        demand(game.evaluations().iter().all(|card| card.scale > 0), "the scale of an evaluation must be positive")?;
        demand(G::REPETITION.is_none_or(|rule| rule.occurrences >= 2), "REPETITION must be at least 2 occurrences")?;
        demand((1..RANKS).contains(&G::FAIR), "FAIR must be a rank of a tactical move: from 1 to 4,095")?;
        demand(
            has(Capability::Tactical) || !G::TACTICAL_FORCED,
            "TACTICAL_FORCED without Capability::Tactical: which moves would be forced?",
        )?;
        let broken = crate::Parts::bundled(game).broken().map(|error| format!("a bundled part cannot be used: {error}"));
        demand(broken.is_none(), broken.as_deref().unwrap_or_default())?;
        for atom in game.atoms() {
            let known = |parent: &str| game.atoms().iter().any(|other| other.name == parent && other.group == atom.group);
            demand(atom.parent.is_none_or(known), "the parent of an atom is not in its group")?;
        }
        Ok(())
    }

    fn random_game(&mut self, rng: &mut Pcg64Mcg) -> Result<(), Box<Fault>> {
        let game = self.game;
        self.moves.clear();
        let mut position = if Capability::Openings.of::<G>() && self.number % 2 == 1 {
            Position::from_state(game, game.opening(&mut |n| rng.random_range(0..n)))
        } else {
            Position::start(game)
        };
        let outcome = loop {
            let state = position.state().clone();
            self.summary.positions += 1;
            self.summary.returns = self.summary.returns.map(|all| all + u64::from(position.past().contains(&game.hash(&state))));
            self.state(&state)?;
            if let Some(outcome) = ending(game, &state) {
                break outcome;
            }
            let moves = self.legal_moves(&state)?;
            self.atoms(&state, position.previous(), &moves)?;
            if let Some(outcome) = position.outcome(game) {
                self.summary.repetitions += 1;
                break outcome;
            }
            if self.moves.len() == LONGEST_GAME {
                return Err(self.fault(&state, format!("the game goes on after {LONGEST_GAME} plies: give it a limit")));
            }
            let mv = moves[rng.random_range(0..moves.len())];
            self.moves.push(game.write_move(&state, mv));
            position.play(game, mv);
        };
        self.summary.games += 1;
        self.summary.longest = self.summary.longest.max(self.moves.len());
        self.summary.results[match outcome {
            Outcome::Win { side: Side::First, .. } => 0,
            Outcome::Draw => 1,
            Outcome::Win { side: Side::Second, .. } => 2,
        }] += 1;
        Ok(())
    }

    /// What must hold in every position, finished or not.
    fn state(&mut self, state: &G::State) -> Result<(), Box<Fault>> {
        let game = self.game;
        let text = game.write_position(state);
        match game.read_position(&text) {
            Err(error) => return Err(self.fault(state, format!("the position's own text is refused: {error}"))),
            Ok(read) => {
                let again = game.write_position(&read);
                self.demand(again == text, state, || format!("the text changes to `{again}` when read and written again"))?;
                self.demand(game.hash(&read) == game.hash(state), state, || {
                    "the position read from its text has another hash".into()
                })?;
                self.demand(ending(game, &read) == ending(game, state), state, || {
                    "the position read from its text ends differently".into()
                })?;
                self.demand(game.outcome(state).is_some() || game.in_check(&read) == game.in_check(state), state, || {
                    "in_check() answers differently for the position read from its text".into()
                })?;
            }
        }
        self.demand(!G::ALWAYS_MOVES || game.outcome(state) == ending(game, state), state, || {
            "there is no legal move, though the game goes on: set ALWAYS_MOVES to false".into()
        })?;
        self.demand(!text.contains('\n'), state, || "the position's text has more than one line".into())?;
        let hash = game.hash(state);
        if let Some(other) = self.hashes.get(&hash) {
            // Rule counters may differ where the hash leaves them out.
            let same = *other == *state || (game.side(other) == game.side(state) && game.counters(other) != game.counters(state));
            let other = game.write_position(other);
            self.demand(same || other == text, state, || format!("the different position {other} has the same hash"))?;
        } else if self.hashes.len() < SAMPLE {
            self.hashes.insert(hash, state.clone());
        }
        self.swapped(state)?;
        if let Some(Outcome::Win { margin, .. }) = ending(game, state) {
            let limit = crate::Score::MARGIN_LIMIT;
            self.demand(margin <= limit, state, || format!("the margin {margin} is above {limit}"))?;
            return Ok(());
        }
        if game.outcome(state).is_some() {
            return Ok(());
        }
        let (value, limit) = (game.evaluate(state), crate::Score::EVALUATION_LIMIT);
        self.demand(value.abs() <= limit, state, || format!("the evaluation {value} is outside ±{limit}"))?;
        self.demand(game.evaluate(state) == value, state, || "the evaluation is not the same twice".into())?;
        self.demand(game.phase(state) < game.phases(), state, || "phase() is not below phases()".into())?;
        let mut inputs = InputSet::new(game.inputs());
        game.active_inputs(state, &mut inputs);
        let largest = inputs.iter().max().map_or(0, |input| usize::from(input) + 1);
        self.demand(largest <= game.inputs(), state, || {
            format!("input {} is not below inputs() = {}", largest - 1, game.inputs())
        })?;
        self.terms(state)?;
        self.symmetries(state)?;
        let in_check = game.in_check(state);
        self.demand(game.in_check(state) == in_check, state, || "in_check() is not the same twice".into())?;
        if in_check {
            self.evasions(state)?;
        }
        let mut passed = state.clone();
        if game.pass(&mut passed) {
            self.demand(!in_check, state, || "pass() passes in check: let it answer false where in_check() is true".into())?;
            self.demand(Capability::Pass.of::<G>(), state, || "pass() passes, but Capability::Pass is not declared".into())?;
            self.demand(game.side(&passed) != game.side(state), state, || "pass() leaves the same side to move".into())?;
        } else {
            self.demand(passed == *state, state, || "pass() answers false, yet changes the position".into())?;
        }
        Ok(())
    }

    /// After every move that is left out of the evasions the opponent wins at once.
    fn evasions(&self, state: &G::State) -> Result<(), Box<Fault>> {
        let game = self.game;
        let (mut moves, mut evasions) = (Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        game.evasions(state, &mut evasions);
        self.demand(evasions.iter().all(|mv| moves.contains(mv)), state, || "evasions() gives a move that is not legal".into())?;
        let opponent = game.side(state).other();
        let wins = |mv: &G::Move| {
            let mut after = state.clone();
            game.play(&mut after, *mv);
            let mut replies = Vec::new();
            if game.outcome(&after).is_none() {
                game.moves(&after, &mut replies);
            }
            replies.into_iter().any(|reply| {
                let mut end = after.clone();
                game.play(&mut end, reply);
                matches!(ending(game, &end), Some(Outcome::Win { side, .. }) if side == opponent)
            })
        };
        let missing = moves.iter().find(|mv| !evasions.contains(mv) && !wins(mv));
        self.demand(missing.is_none(), state, || {
            let text = missing.map(|&mv| game.write_move(state, mv)).unwrap_or_default();
            format!("evasions() leaves out {text}, after which the opponent does not win at once")
        })
    }

    /// The evaluation is what its terms add up to, for every evaluation that has terms.
    fn terms(&self, state: &G::State) -> Result<(), Box<Fault>> {
        for (index, card) in self.game.evaluations().iter().enumerate().filter(|(_, card)| !card.terms.is_empty()) {
            let weights = card.weights();
            let game = self.game.with_evaluation(index, &weights);
            let mut amounts = Vec::new();
            game.terms(state, &mut amounts);
            let (terms, found) = (card.terms.len(), amounts.len());
            self.demand(found == terms, state, || {
                format!("terms() gives {found} amounts for the {terms} terms of `{}`", card.name)
            })?;
            let sum: i32 = amounts.iter().zip(&weights).map(|(amount, weight)| amount * weight).sum();
            let sum = sum / card.scale;
            let value = game.evaluate(state);
            self.demand(sum == value, state, || format!("`{}` evaluates to {value}, but its terms add up to {sum}", card.name))?;
        }
        Ok(())
    }

    /// A turned position has the turned moves and the same value.
    fn symmetries(&self, state: &G::State) -> Result<(), Box<Fault>> {
        let game = self.game;
        for symmetry in 1..game.symmetries() {
            let turned = game.turn(state, symmetry);
            let fails = |what: &str| format!("symmetry {symmetry} changes {what}: {}", game.write_position(&turned));
            self.demand(game.evaluate(&turned) == game.evaluate(state), state, || fails("the evaluation"))?;
            self.demand(ending(game, &turned) == ending(game, state), state, || fails("the outcome"))?;
            self.demand(game.in_check(&turned) == game.in_check(state), state, || fails("whether the side to move is in check"))?;
            let (mut moves, mut expected) = (Vec::new(), Vec::new());
            game.moves(&turned, &mut moves);
            game.moves(state, &mut expected);
            let text = |mv: G::Move| game.write_move(&turned, mv);
            let mut moves: Vec<String> = moves.into_iter().map(text).collect();
            let mut expected: Vec<String> = expected.into_iter().map(|mv| text(game.turn_move(mv, symmetry))).collect();
            moves.sort();
            expected.sort();
            self.demand(moves == expected, state, || fails("the legal moves"))?;
        }
        Ok(())
    }

    /// What must hold of the legal moves and of the positions that they lead to.
    fn legal_moves(&mut self, state: &G::State) -> Result<Vec<G::Move>, Box<Fault>> {
        let game = self.game;
        let (mut moves, mut again) = (Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        game.moves(state, &mut again);
        self.demand(moves == again, state, || "the legal moves come in another order the second time".into())?;
        let counted = game.count_moves(state, &mut again);
        self.demand(counted == moves.len(), state, || {
            format!("count_moves() says {counted}, but there are {} moves", moves.len())
        })?;
        self.summary.moves += moves.len() as u64;
        self.summary.widest = self.summary.widest.max(moves.len());
        let mut names = HashMap::new();
        let hash = game.hash(state);
        let mut tactical = Vec::new();
        game.tactical_moves(state, &mut tactical);
        for (index, mv) in tactical.iter().enumerate() {
            self.demand(moves.contains(mv) && !tactical[..index].contains(mv), state, || {
                format!("tactical_moves() has {mv:?}, which is no legal move or is there twice")
            })?;
        }
        self.demand(!G::TACTICAL_FORCED || tactical.is_empty() || tactical.len() == moves.len(), state, || {
            "a quiet move is legal beside tactical ones: set TACTICAL_FORCED to false".into()
        })?;
        for &mv in &moves {
            let name = game.write_move(state, mv);
            self.demand(!name.is_empty() && !name.contains(char::is_whitespace), state, || format!("`{name}` is no single word"))?;
            if let Some(other) = names.insert(name.clone(), mv) {
                return Err(self.fault(state, format!("the moves {other:?} and {mv:?} are both written `{name}`")));
            }
            for name in [&name, &game.record_move(state, mv)] {
                match game.read_move(state, name) {
                    Ok(read) => self.demand(read == mv, state, || format!("`{name}` reads back as another move"))?,
                    Err(error) => return Err(self.fault(state, error.to_string())),
                }
            }
            let (id, ids) = (game.move_id(mv), game.move_ids());
            self.demand(id < ids, state, || format!("the id {id} of {name} is not below move_ids() = {ids}"))?;
            let mut after = state.clone();
            game.play(&mut after, mv);
            self.demand(!G::ALTERNATES || game.side(&after) != game.side(state), state, || {
                format!("after {name} the same side moves again: set ALTERNATES to false")
            })?;
            self.demand(game.hash_after(state, hash, mv, &after) == game.hash(&after), state, || {
                format!("after {name} the incremental hash differs from the recomputed one")
            })?;
            self.squares(state, mv)?;
            let value = game.tactical(state, mv);
            self.demand(value < RANKS, state, || format!("tactical() of {name} is {value}: keep it below 4,096"))?;
            self.demand((value > 0) == tactical.contains(&mv), state, || {
                format!("tactical() and tactical_moves() disagree on {name}")
            })?;
            self.demand(value == 0 || Capability::Tactical.of::<G>(), state, || {
                format!("{name} is tactical, but Capability::Tactical is not declared")
            })?;
        }
        Ok(moves)
    }

    /// What must hold of the atoms of the legal moves.
    fn atoms(&self, state: &G::State, previous: Option<G::Move>, moves: &[G::Move]) -> Result<(), Box<Fault>> {
        let game = self.game;
        let cards = game.atoms();
        let together = |wanted: u64| {
            let mut atoms = Vec::new();
            game.atoms_of_moves(state, previous, moves, wanted, &mut atoms);
            atoms
        };
        let each = |wanted: u64| moves.iter().map(|&mv| game.atoms_of(state, previous, mv, wanted)).collect::<Vec<_>>();
        let all = each(u64::MAX);
        for (&mv, &atoms) in moves.iter().zip(&all) {
            self.demand(atoms.checked_shr(cards.len() as u32).unwrap_or(0) == 0, state, || {
                format!("{} has an atom beyond the {} there are", game.write_move(state, mv), cards.len())
            })?;
        }
        self.demand(together(u64::MAX) == all, state, || "atoms_of_moves() and atoms_of() disagree".into())?;
        for (atom, card) in cards.iter().enumerate() {
            let bit = 1 << atom;
            let alone = each(bit);
            let same = alone.iter().zip(&all).all(|(alone, all)| alone & bit == all & bit);
            self.demand(same, state, || format!("atom `{}` depends on which others are wanted", card.name))?;
            self.demand(together(bit) == alone, state, || {
                format!("atoms_of_moves() and atoms_of() disagree where only `{}` is wanted", card.name)
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
