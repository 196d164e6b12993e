//! The search behind a proof: an AND/OR tree, depth first, to a fixed number of plies.
//!
//! Where the attacker is to move, one move that wins is enough; where the defender is, one move that holds is. Either is called decisive here, and
//! both are looked for in the same way: the table's move first, then those that decided neighbouring positions (killers), then those that end the
//! game, then tactical ones, then by history.

use super::frame::Frame;
use super::history::History;
use super::is_won;
use super::table::Table;
use crate::game::{Game, Side, hash};
use crate::position::Position;
use crate::score::MAX_PLY;
use crate::search::limits::Meter;
use crate::search::{NO_MOVE, Stopped};

/// A search under way.
pub(super) struct Search<'a, G: Game> {
    game: &'a G,
    table: &'a mut Table,
    history: &'a mut History,
    meter: Meter<'a>,
    /// Who is to win.
    attacker: Side,
    /// Part of every key of the table, which serves both sides.
    attacker_key: u64,
    /// The hashes of the positions from the last irreversible move before the root down to the current one. Empty where positions cannot repeat.
    trail: Vec<u64>,
}

/// Positions with fewer plies left are neither looked up nor remembered. With 3 the nodes grow by 60 % on the data file of wins in seven
/// (`cargo xtask bench -- --only prove`).
const TABLE_PLIES: u32 = 2;

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(
        game: &'a G,
        table: &'a mut Table,
        history: &'a mut History,
        meter: Meter<'a>,
        attacker: Side,
    ) -> Search<'a, G> {
        let attacker_key = hash::mix(attacker.number().into());
        Search { game, table, history, meter, attacker, attacker_key, trail: Vec::new() }
    }

    /// Puts a position into the frame at the root.
    pub(super) fn set_up(&mut self, position: &Position<G>, root: &mut Frame<G>) {
        let past = position.past();
        root.state.clone_from(position.state());
        root.hash = self.game.hash(&root.state);
        root.at = past.len();
        root.reversible = past.len();
        root.digest = past.iter().fold(0, |digest: u64, &hash| digest.wrapping_add(hash::mix(hash)));
        if G::REPETITION.is_some() {
            self.trail = past.to_vec();
            self.trail.push(root.hash);
            self.trail.resize(past.len() + MAX_PLY + 1, 0);
        }
    }

    /// Nodes visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Whether the attacker wins within so many plies, at least one, from the position in the first frame, which is not over.
    pub(super) fn wins(&mut self, frames: &mut [Frame<G>], plies: u32) -> Result<bool, Stopped> {
        let [here, rest @ ..] = frames else { unreachable!("a node has a frame") };
        let attacking = self.game.side(&here.state) == self.attacker;

        // Probe: what the table knows.
        let (mut key, mut hint) = (0, NO_MOVE);
        if plies >= TABLE_PLIES {
            key = self.key(here);
            let known = self.table.get(key);
            if let Some(wins) = known.answer(plies) {
                return Ok(wins);
            }
            hint = known.index;
        }

        here.moves.clear();
        self.game.moves(&here.state, &mut here.moves);
        if here.moves.is_empty() {
            return Ok(is_won(self.game.no_moves(&here.state), self.attacker));
        }
        let decisive = self.decisive(here, rest, hint, attacking, plies)?;

        // Leave: what is worth remembering.
        if let Some(index) = decisive {
            let mv = here.moves[index];
            here.decided(mv);
            if plies > 1 {
                self.history.decided(attacking, self.game.move_id(mv), plies);
            }
        }
        let wins = decisive.is_some() == attacking;
        if plies >= TABLE_PLIES {
            self.table.put(key, plies, wins, decisive.map_or(NO_MOVE, |index| index as u16));
        }
        Ok(wins)
    }

    /// The index of a move that decides the node, if there is one: that wins for the attacker, or holds for the defender.
    #[inline(always)]
    fn decisive(
        &mut self,
        here: &mut Frame<G>,
        rest: &mut [Frame<G>],
        hint: u16,
        attacking: bool,
        plies: u32,
    ) -> Result<Option<usize>, Stopped> {
        // One move before anything is known about the others.
        let first = here.first(hint);
        if let Some(index) = first
            && self.wins_by(here, rest, here.moves[index], plies)? == attacking
        {
            return Ok(first);
        }

        // At the last ply order does not pay.
        if plies == 1 {
            for index in (0..here.moves.len()).filter(|&index| Some(index) != first) {
                if self.wins_by(here, rest, here.moves[index], plies)? == attacking {
                    return Ok(Some(index));
                }
            }
            return Ok(None);
        }

        // A move that ends the game needs no search. With two plies left the defender has no need to look: any move may hold then, and to try
        // one costs no more.
        if attacking || plies > 2 {
            for index in 0..here.moves.len() {
                self.advance(here, &mut rest[0], here.moves[index], 0)?;
                if self.verdict(&rest[0]) == Some(attacking) {
                    return Ok(Some(index));
                }
            }
        }

        let (game, history) = (self.game, &*self.history);
        here.rank(first, |state, mv| game.tactical(state, mv) << 16 | history.of(attacking, game.move_id(mv)));
        while let Some(index) = here.pick() {
            if self.wins_by(here, rest, here.moves[index], plies)? == attacking {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Whether the attacker wins within so many plies that begin with this move.
    #[inline(always)]
    pub(super) fn wins_by(&mut self, here: &Frame<G>, rest: &mut [Frame<G>], mv: G::Move, plies: u32) -> Result<bool, Stopped> {
        self.advance(here, &mut rest[0], mv, plies - 1)?;
        match self.verdict(&rest[0]) {
            Some(wins) => Ok(wins),
            None if plies == 1 => Ok(self.is_stuck(&mut rest[0])),
            None => self.wins(rest, plies - 1),
        }
    }

    /// Makes the child that a move leads to, which has so many plies left.
    #[inline(always)]
    fn advance(&mut self, here: &Frame<G>, child: &mut Frame<G>, mv: G::Move, plies: u32) -> Result<(), Stopped> {
        self.meter.count()?;
        let game = self.game;
        child.state.clone_from(&here.state);
        game.play(&mut child.state, mv);
        if G::REPETITION.is_some() || plies >= TABLE_PLIES {
            child.hash = game.hash_after(&here.state, here.hash, mv, &child.state);
        }
        if G::REPETITION.is_some() {
            child.at = here.at + 1;
            self.trail[child.at] = child.hash;
            if game.irreversible(&here.state, mv) {
                (child.reversible, child.digest) = (0, 0);
            } else {
                child.reversible = here.reversible + 1;
                child.digest = here.digest.wrapping_add(hash::mix(here.hash));
            }
        }
        Ok(())
    }

    /// Whether the attacker has won, if the game is over by its outcome or by repetition.
    #[inline(always)]
    fn verdict(&self, here: &Frame<G>) -> Option<bool> {
        let outcome = self.game.outcome(&here.state).or_else(|| {
            let rule = G::REPETITION?;
            let earlier = &self.trail[here.at - here.reversible..here.at];
            let before = earlier.iter().filter(|&&hash| hash == here.hash).count();
            (before + 1 >= rule.occurrences.into()).then(|| self.game.repeated(&here.state))
        })?;
        Some(is_won(outcome, self.attacker))
    }

    /// Whether the attacker has won because there is no move.
    #[inline(always)]
    fn is_stuck(&self, here: &mut Frame<G>) -> bool {
        if G::ALWAYS_MOVES {
            return false;
        }
        here.moves.clear();
        self.game.moves(&here.state, &mut here.moves);
        here.moves.is_empty() && is_won(self.game.no_moves(&here.state), self.attacker)
    }

    /// All that the answer depends on, but for the plies left.
    #[inline(always)]
    fn key(&self, here: &Frame<G>) -> u64 {
        let mut key = here.hash ^ self.attacker_key ^ hash::mix(self.game.counters(&here.state));
        if G::REPETITION.is_some() {
            key ^= hash::mix(here.digest);
        }
        key
    }
}
