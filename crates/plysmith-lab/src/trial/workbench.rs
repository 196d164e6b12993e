//! Where trials are run: a game, and engines that are kept from one trial to the next because making them costs more than a short search.

use plysmith::arena::{Board, Line, Player, Solver};
use plysmith::game::TextError;
use plysmith::protocol::Dialect;
use plysmith::search::Watch;
use plysmith::spec::SpecError;
use plysmith::{Arena, Stop};

use super::{SpecText, TrialError};
use crate::play::external::{External, ExternalError, Launch, Patience};

/// So many engines are kept.
const KEPT: usize = 4;

/// The table of a proof search has two to this power entries: plenty for a dozen plies.
const SOLVER_BITS: u32 = 18;

/// A worker's own engines.
pub struct Workbench<'a> {
    arena: &'a dyn Arena,
    stop: Stop,
    /// The most recently used last.
    players: Vec<BorrowedPlayer>,
    programs: Vec<External>,
    solver: Option<Box<dyn Solver>>,
}

/// An engine of ours with what it is known by.
pub struct BorrowedPlayer {
    spec: SpecText,
    watch: Watch,
    /// The engine.
    pub player: Box<dyn Player>,
}

impl<'a> Workbench<'a> {
    /// An empty bench; `stop` ends what is under way on it.
    pub fn new(arena: &'a dyn Arena, stop: Stop) -> Workbench<'a> {
        Workbench { arena, stop, players: Vec::new(), programs: Vec::new(), solver: None }
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
        let borrowed = self.take_player(spec, watch)?;
        self.put_back(borrowed);
        let last = self.players.last_mut().expect("it was just put there");
        Ok(&mut *last.player)
    }

    /// The same to have for oneself, until it is put back: the two sides of a game share nothing, even with the same spec.
    pub fn take_player(&mut self, spec: &SpecText, watch: &Watch) -> Result<BorrowedPlayer, SpecError> {
        let known = self.players.iter().position(|borrowed| borrowed.spec == *spec && borrowed.watch == *watch);
        let mut borrowed = match known {
            Some(at) => self.players.remove(at),
            None => BorrowedPlayer { spec: spec.clone(), watch: watch.clone(), player: self.arena.player(&spec.spec()?, watch)? },
        };
        borrowed.player.new_game();
        Ok(borrowed)
    }

    /// A proof search that has forgotten everything.
    pub fn solver(&mut self) -> &mut dyn Solver {
        let solver = self.solver.get_or_insert_with(|| self.arena.solver(SOLVER_BITS));
        solver.forget();
        &mut **solver
    }

    /// Keeps an engine for the next trial.
    pub fn put_back(&mut self, borrowed: BorrowedPlayer) {
        if self.players.len() >= KEPT {
            self.players.remove(0);
        }
        self.players.push(borrowed);
    }

    /// An engine that is another program, running and told of a new game, until it is put back.
    pub fn take_program(&mut self, launch: &Launch, dialect: &Dialect, patience: Patience) -> Result<External, ExternalError> {
        let known = self.programs.iter().position(|program| program.launch() == launch && program.process_id().is_some());
        let mut program = match known {
            Some(at) => self.programs.remove(at),
            None => External::start(launch, dialect, patience)?,
        };
        program.obey(&self.stop);
        program.new_game()?;
        Ok(program)
    }

    /// Keeps a program for the next game.
    pub fn put_back_program(&mut self, program: External) {
        if self.programs.len() >= KEPT {
            self.programs.remove(0);
        }
        self.programs.push(program);
    }
}
