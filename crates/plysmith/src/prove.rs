//! Forced wins: whether the side to move wins within a number of plies whatever the other does, how soon, and by which moves.
//!
//! [`Prover`] answers for any game. Unlike the alpha-beta search it knows two values only: a game that is over in favour of the side that asked,
//! the attacker, is won; everything else, a draw as well, is not. Evaluations play no part, nor do margins.
//!
//! ```
//! # fn solve<G: plysmith::Game>(game: G, position: plysmith::Position<G>) {
//! use plysmith::{Limits, prove::Prover};
//!
//! let mut prover = Prover::new(game, 16);
//! match prover.prove(&position, 7, &Limits::default()) {
//!     Ok(proof) if proof.plies == Some(7) => println!("won in exactly seven plies by {:?}", proof.moves),
//!     Ok(proof) => println!("won in {:?} plies", proof.plies),
//!     Err(undecided) => println!("not known after {} nodes", undecided.nodes),
//! }
//! # }
//! ```
//!
//! A win within n plies means that the game is over after at most n moves, by its outcome, by repetition or because a side has no move.
//! Every answer is exact: the table's keys hold all that the answer depends on (rule counters and a digest of the positions that could be
//! repeated), and what is unknown when a limit is reached is [`Undecided`]. Equal input gives equal nodes.

mod frame;
mod history;
mod search;
mod table;

use std::ops::RangeInclusive;

use crate::game::{Game, Outcome, Side};
use crate::position::Position;
use crate::score::MAX_PLY;
use crate::search::Stopped;
use crate::search::limits::{Limits, Meter};
use frame::Frame;
use history::History;
use search::Search;
use table::Table;

/// What is true of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The number of plies in which the side to move wins by force, the smallest there is; `None` if it does not within the plies asked for.
    pub plies: Option<u32>,
    /// All moves that force a win within that many plies, in generation order. None if the game is over.
    pub moves: Vec<M>,
    /// Nodes visited: positions reached by a move, each time that they were looked at.
    pub nodes: u64,
}

/// Every move that wins within the plies asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winning<M> {
    /// The moves, each with the smallest number of plies in which it forces the win, in order of these numbers. None if the game is over.
    pub moves: Vec<(M, u32)>,
    /// Nodes visited.
    pub nodes: u64,
}

/// A limit was reached, or somebody stopped the search, before the answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// There is no win within this many plies; beyond it nothing is known.
    pub refuted: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// Proves forced wins. What it learned serves later proofs, of whatever position, until [`Prover::forget`].
pub struct Prover<G: Game> {
    game: G,
    table: Table,
    history: History,
    frames: Vec<Frame<G>>,
}

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// Those that win as fast as possible.
    Fastest,
    /// All that win.
    Every,
}

impl<G: Game> Prover<G> {
    /// The smallest and the largest table, as the `bits` of [`Prover::new`].
    pub const BITS: RangeInclusive<u32> = 4..=30;

    /// A prover whose table has 2^`bits` entries of 16 bytes; `bits` outside of [`Prover::BITS`] count as the nearest inside.
    pub fn new(game: G, bits: u32) -> Prover<G> {
        let table = Table::new(bits.clamp(*Self::BITS.start(), *Self::BITS.end()));
        let history = History::new(game.move_ids());
        Prover { game, table, history, frames: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Forgets what was learned: the next proof is the same as that of a new prover.
    pub fn forget(&mut self) {
        self.table.empty();
        self.history.clear();
        self.frames.iter_mut().for_each(Frame::forget);
    }

    /// The shortest forced win of the side to move within `plies`, with all moves that win as fast. A game that is already won is won in 0 plies.
    /// Of the limits, the depth does not count: `plies` stands for it. No search goes deeper than [`MAX_PLY`]; if nothing wins within it, a
    /// question for more is undecided.
    pub fn prove(&mut self, position: &Position<G>, plies: u32, limits: &Limits) -> Result<Proof<G::Move>, Undecided> {
        if let Some(outcome) = position.outcome(&self.game) {
            let won = is_won(outcome, self.game.side(position.state()));
            return Ok(Proof { plies: won.then_some(0), moves: Vec::new(), nodes: 0 });
        }
        let Winning { moves, nodes } = self.root_moves(position, plies, limits, Goal::Fastest)?;
        Ok(Proof { plies: moves.first().map(|&(_, plies)| plies), moves: moves.into_iter().map(|(mv, _)| mv).collect(), nodes })
    }

    /// Every move that forces a win within `plies`, each with its own number. If there is a faster win this costs more than [`Prover::prove`], since
    /// all other moves have to be proven or refuted.
    pub fn winning_moves(&mut self, position: &Position<G>, plies: u32, limits: &Limits) -> Result<Winning<G::Move>, Undecided> {
        if position.outcome(&self.game).is_some() {
            return Ok(Winning { moves: Vec::new(), nodes: 0 });
        }
        self.root_moves(position, plies, limits, Goal::Every)
    }

    /// The number of plies in which the side to move loses by force, the smallest there is; `None` if it does not within `plies`. A game that is
    /// already lost is lost in 0 plies.
    pub fn prove_loss(&mut self, position: &Position<G>, plies: u32, limits: &Limits) -> Result<Option<u32>, Undecided> {
        let attacker = self.game.side(position.state()).other();
        if let Some(outcome) = position.outcome(&self.game) {
            return Ok(is_won(outcome, attacker).then_some(0));
        }
        let (mut search, frames) = self.begin(position, attacker, plies, limits);
        let mut refuted = 0;
        for n in horizons(plies) {
            let loses_in = shortest(n, |n| search.wins(frames, n));
            match loses_in.map_err(|Stopped| Undecided { refuted, nodes: search.nodes() })? {
                None => refuted = n,
                some => return Ok(some),
            }
        }
        decided(plies, Undecided { refuted, nodes: search.nodes() }).map(|()| None)
    }

    /// The winning moves of a position that is not over.
    fn root_moves(
        &mut self,
        position: &Position<G>,
        plies: u32,
        limits: &Limits,
        goal: Goal,
    ) -> Result<Winning<G::Move>, Undecided> {
        let attacker = self.game.side(position.state());
        let mut open = position.moves(&self.game);
        let (mut search, frames) = self.begin(position, attacker, plies, limits);
        let [root, rest @ ..] = frames else { unreachable!("there is a frame for the root") };
        let mut winning: Vec<(G::Move, u32)> = Vec::new();
        let mut refuted = 0;
        for n in horizons(plies) {
            for mv in std::mem::take(&mut open) {
                let wins_in = shortest(n, |n| search.wins_by(root, rest, mv, n));
                match wins_in.map_err(|Stopped| Undecided { refuted, nodes: search.nodes() })? {
                    Some(plies) => winning.push((mv, plies)),
                    None => open.push(mv),
                }
            }
            winning.sort_by_key(|&(_, plies)| plies);
            match winning.first() {
                None => refuted = n,
                Some(&(_, fastest)) if goal == Goal::Fastest => {
                    winning.retain(|&(_, plies)| plies == fastest);
                    return Ok(Winning { moves: winning, nodes: search.nodes() });
                }
                Some(_) => {}
            }
        }
        if !open.is_empty() {
            decided(plies, Undecided { refuted, nodes: search.nodes() })?;
        }
        Ok(Winning { moves: winning, nodes: search.nodes() })
    }

    /// A search with its frames, the first of which holds the position.
    fn begin<'a>(
        &'a mut self,
        position: &Position<G>,
        attacker: Side,
        plies: u32,
        limits: &'a Limits,
    ) -> (Search<'a, G>, &'a mut [Frame<G>]) {
        let Prover { game, table, history, frames } = self;
        let deepest = plies.min(DEEPEST) as usize;
        while frames.len() <= deepest {
            frames.push(Frame::new(position.state().clone()));
        }
        let mut search = Search::new(game, table, history, Meter::new(limits), attacker);
        search.set_up(position, &mut frames[0]);
        (search, frames)
    }
}

/// No search goes deeper.
const DEEPEST: u32 = MAX_PLY as u32;

/// The numbers of plies to which the search deepens. Where a game ends in favour of the side that moved, as most do, one ply more for the defender
/// tells nothing new: so it deepens by two, and [`shortest`] looks between. Single plies take 14 % more nodes on the data file of wins in seven
/// (`cargo xtask bench -- --only prove`).
fn horizons(plies: u32) -> impl Iterator<Item = u32> {
    let last = plies.min(DEEPEST);
    (2 - last % 2..=last).step_by(2)
}

/// The smallest number of plies within which something wins, if it does within `plies` and not within two less.
fn shortest(plies: u32, mut wins: impl FnMut(u32) -> Result<bool, Stopped>) -> Result<Option<u32>, Stopped> {
    if !wins(plies)? {
        return Ok(None);
    }
    let sooner = plies > 1 && wins(plies - 1)?;
    Ok(Some(plies - u32::from(sooner)))
}

/// A search that was asked for more plies than there can be has left something undecided.
fn decided(plies: u32, undecided: Undecided) -> Result<(), Undecided> {
    if plies > DEEPEST { Err(undecided) } else { Ok(()) }
}

/// Whether a finished game is won for a side.
#[inline(always)]
fn is_won(outcome: Outcome, by: Side) -> bool {
    matches!(outcome, Outcome::Win { side, .. } if side == by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Countdown;

    /// From 10 the first move takes one, and then whoever is attacked answers so that the number can be divided by three: over after 7 plies at the
    /// latest.
    #[test]
    fn a_side_without_a_move_has_lost_at_once_and_not_a_ply_later() {
        let game = Countdown::<false>;
        let position = |left| Position::from_state(&game, (left, Side::First));
        let mut prover = Prover::new(game.clone(), 6);
        let mut prove = |left, plies| prover.prove(&position(left), plies, &Limits::default()).unwrap();
        for (left, plies, mv) in [(1, 1, 1), (2, 1, 2), (4, 3, 1), (5, 3, 2), (7, 5, 1), (8, 5, 2), (10, 7, 1)] {
            let proof = prove(left, plies);
            assert_eq!((proof.plies, proof.moves), (Some(plies), vec![mv]), "{left}");
            assert_eq!(prove(left, plies - 1).plies, None, "{left}");
            assert_eq!(prove(left, plies + 1).plies, Some(plies), "{left}");
        }
        for left in [0, 3, 6, 9] {
            assert_eq!(prove(left, 20).plies, None, "{left}");
            let loss = Prover::new(game.clone(), 6).prove_loss(&position(left), 20, &Limits::default());
            assert_eq!(loss, Ok(Some(u32::from(left) / 3 * 2)), "{left}");
        }
    }

    #[test]
    fn the_search_deepens_by_two_to_the_last_ply_asked_for() {
        let all = |plies| horizons(plies).collect::<Vec<u32>>();
        assert_eq!((all(0), all(1), all(2), all(5), all(6)), (vec![], vec![1], vec![2], vec![1, 3, 5], vec![2, 4, 6]));
        assert_eq!(horizons(1_000).last(), Some(DEEPEST));
    }

    #[test]
    fn where_every_move_wins_no_question_goes_too_deep() {
        let game = Countdown::<false>;
        let prove = |left| {
            Prover::new(game.clone(), 6).winning_moves(&Position::from_state(&game, (left, Side::First)), 300, &Limits::default())
        };
        assert_eq!(prove(1).map(|winning| winning.moves), Ok(vec![(1, 1)]));
        assert_eq!(prove(2).map_err(|undecided| undecided.refuted), Err(0), "taking one does not win, taking two does at once");
    }

    #[test]
    fn a_prover_asked_for_no_plies_answers_without_a_node() {
        let game = Countdown::<false>;
        let mut prover = Prover::new(game.clone(), 0);
        let proof = prover.prove(&Position::start(&game), 0, &Limits::nodes(0));
        assert_eq!(proof, Ok(Proof { plies: None, moves: Vec::new(), nodes: 0 }));
        assert_eq!(prover.prove(&Position::start(&game), 1, &Limits::nodes(0)), Err(Undecided { refuted: 0, nodes: 0 }));
    }
}
