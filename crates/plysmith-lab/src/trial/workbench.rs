//! Where trials are run: a game, and engines that are kept from one trial to the next because making them costs more than a short search.

use plysmith::arena::{Board, Line, Player};
use plysmith::game::TextError;
use plysmith::search::Watch;
use plysmith::spec::SpecError;
use plysmith::{Arena, Stop};

use super::{SpecText, TrialError};

/// So many engines are kept.
const KEPT: usize = 8;

/// A worker's own engines.
pub struct Workbench<'a> {
    arena: &'a dyn Arena,
    stop: Stop,
    /// The most recently used last.
    players: Vec<Seated>,
}

struct Seated {
    spec: SpecText,
    watch: Watch,
    /// Told apart engines of the same spec, such as the two sides of a game.
    seat: usize,
    player: Box<dyn Player>,
}

impl<'a> Workbench<'a> {
    /// An empty bench; `stop` ends what is under way on it.
    pub fn new(arena: &'a dyn Arena, stop: Stop) -> Workbench<'a> {
        Workbench { arena, stop, players: Vec::new() }
    }

    /// From now on this switch ends what is under way.
    pub(crate) fn obey(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// The game.
    pub fn arena(&self) -> &'a dyn Arena {
        self.arena
    }

    /// The switch that ends searches.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// An error if the work was stopped: what was found then is not a result.
    pub fn unless_stopped(&self) -> Result<(), TrialError> {
        if self.stop.is_stopped() { Err(TrialError::Stopped) } else { Ok(()) }
    }

    /// A board with a position.
    pub fn board(&self, line: &Line) -> Result<Box<dyn Board>, TextError> {
        self.arena.board(line)
    }

    /// An engine that has forgotten everything.
    pub fn player(&mut self, spec: &SpecText, watch: &Watch) -> Result<&mut dyn Player, SpecError> {
        let at = self.seat(spec, watch, 0)?;
        Ok(&mut *self.players[at].player)
    }

    /// The engines of two sides, which may have the same spec and still share nothing.
    pub fn pair(&mut self, specs: [&SpecText; 2]) -> Result<[&mut dyn Player; 2], SpecError> {
        let other = usize::from(specs[0] == specs[1]);
        self.seat(specs[0], &Watch::NOTHING, 0)?;
        let second = self.seat(specs[1], &Watch::NOTHING, other)?;
        // The first was the last one used before, and with room for two it is still there.
        let (before, last) = self.players.split_at_mut(second);
        let first = before.last_mut().expect("the first side sits beside the second");
        Ok([&mut *first.player, &mut *last[0].player])
    }

    /// The place of an engine, which is the last of the list.
    fn seat(&mut self, spec: &SpecText, watch: &Watch, seat: usize) -> Result<usize, SpecError> {
        let known = self.players.iter().position(|seated| seated.spec == *spec && seated.watch == *watch && seated.seat == seat);
        let mut seated = match known {
            Some(at) => self.players.remove(at),
            None => {
                let player = self.arena.player(&spec.spec()?, watch)?;
                Seated { spec: spec.clone(), watch: watch.clone(), seat, player }
            }
        };
        seated.player.new_game();
        if self.players.len() >= KEPT {
            self.players.remove(0);
        }
        self.players.push(seated);
        Ok(self.players.len() - 1)
    }
}
