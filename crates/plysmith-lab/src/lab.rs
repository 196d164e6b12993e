//! The laboratory: runs trials on all cores, keeps their results, and hands them over in order.

use std::collections::HashSet;
use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use plysmith::game::TextError;
use plysmith::part::PartError;
use plysmith::spec::SpecError;
use plysmith::{Arena, Part, PartId, Stop};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::crew::{Crew, CrewError};
use crate::runner;
use crate::store::{Store, StoreError};
use crate::trial::{Naming, Trial, TrialError, TrialId, Workbench};

/// Everything that a measurement needs.
pub struct Lab<'a> {
    pub(crate) arena: &'a dyn Arena,
    pub(crate) naming: Naming,
    pub(crate) keeping: Keeping,
    pub(crate) threads: usize,
    pub(crate) stop: Stop,
    pub(crate) progress: Box<dyn Progress + 'a>,
    pub(crate) benches: Vec<Workbench<'a>>,
    /// Who runs trials, if that is somebody else than threads of this process.
    pub(crate) crew: Option<Box<dyn Crew>>,
    /// When whatever is under way is cut short.
    pub(crate) deadline: Option<Instant>,
    /// Which core and which rules it works with.
    build: String,
    /// What the names of its events begin with: nothing, or the game that it is away at.
    scope: String,
}

/// Where results are kept, and for which run.
#[derive(Default)]
pub(crate) struct Keeping {
    pub(crate) store: Option<Store>,
    pub(crate) run: Option<i64>,
    /// Parts that both the game and the store have.
    parts: HashSet<PartId>,
}

/// Hears how far a stage of the work has come.
pub trait Progress {
    /// Something has changed, or a moment has passed.
    fn tick(&mut self, tick: &Tick);
    /// The stage is over.
    fn end(&mut self) {}
}

/// How far a stage of the work has come.
#[derive(Clone, Copy, Debug)]
pub struct Tick<'t> {
    /// What is being done.
    pub stage: &'t str,
    /// Trials whose results were handed over.
    pub done: usize,
    /// How many of those were in the store.
    pub cached: usize,
    /// Trials at most.
    pub total: usize,
    /// A remark of whoever takes the results.
    pub remark: &'t Remark,
}

/// What whoever takes the results says to those who watch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// Something to tell, such as the score of a match.
    pub text: String,
    /// How much of what is wanted was found, where that is something else than trials.
    pub goal: Option<(usize, usize)>,
}

impl Remark {
    /// So many of those wanted were found.
    pub fn goal(found: usize, wanted: usize) -> Remark {
        Remark { text: String::new(), goal: Some((found, wanted)) }
    }

    /// Something to tell.
    pub fn text(text: String) -> Remark {
        Remark { text, goal: None }
    }
}

/// Nobody wants to know.
pub struct Silent;

impl Progress for Silent {
    fn tick(&mut self, _: &Tick) {}
}

/// Tells which game a stage is about.
struct Away<'p, 'a> {
    game: String,
    progress: &'p mut (dyn Progress + 'a),
}

impl Progress for Away<'_, '_> {
    fn tick(&mut self, tick: &Tick) {
        let stage = format!("{}: {}", self.game, tick.stage);
        self.progress.tick(&Tick { stage: &stage, ..*tick });
    }

    fn end(&mut self) {
        self.progress.end();
    }
}

/// Why a measurement has no result.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// Somebody stopped it; what was computed is kept.
    #[error("stopped; run the same command again to continue")]
    Stopped,
    /// The time that it had is over; what was computed is kept.
    #[error("out of time")]
    OutOfTime,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A part cannot be used.
    #[error(transparent)]
    Part(#[from] PartError),
    /// Nothing could be learned.
    #[error("{0}")]
    Learning(String),
    /// A spec does not suit the game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The game does not have a position or a move.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The rules of the game or the search broke down outside of a trial.
    #[error("{0}")]
    Broken(TrialError),
    /// Nobody runs trials.
    #[error(transparent)]
    Crew(#[from] CrewError),
    /// A trial failed.
    #[error("{kind} {id} failed: {error}")]
    Trial {
        /// The kind of trial.
        kind: &'static str,
        /// Its id.
        id: TrialId,
        /// Why.
        error: TrialError,
    },
    /// What a run recorded cannot be read.
    #[error("what the run recorded as `{kind}` cannot be read ({reason}); run the command with --fresh")]
    Unreadable {
        /// The kind of event.
        kind: String,
        /// Why.
        reason: serde_json::Error,
    },
    /// A stored result cannot be read.
    #[error("the stored result of {kind} {id} cannot be read ({reason}); take old results away with `runs gc --unused 0`")]
    Damaged {
        /// The kind of trial.
        kind: &'static str,
        /// Its id.
        id: TrialId,
        /// Why.
        reason: serde_json::Error,
    },
}

/// What the lab itself did as a trial does it, and what went wrong there.
impl From<TrialError> for LabError {
    fn from(error: TrialError) -> LabError {
        match error {
            TrialError::Stopped => LabError::Stopped,
            TrialError::Text(error) => LabError::Text(error),
            TrialError::Spec(error) => LabError::Spec(error),
            error => LabError::Broken(error),
        }
    }
}

/// How results are taken.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'s> {
    /// What is being done, for people.
    pub name: &'s str,
    /// How many trials there are at most.
    pub count: usize,
    /// How many trials may be computed before the results of those before them were taken; 0 for a number that suits the threads.
    pub ahead: usize,
    /// If it is a part of something larger: how many trials came before, and how many there are in all.
    pub part: Option<(usize, usize)>,
}

impl<'s> Stage<'s> {
    /// A stage of so many trials.
    pub fn new(name: &'s str, count: usize) -> Stage<'s> {
        Stage { name, count, ahead: 0, part: None }
    }
}

/// Whether to go on, with a remark for those who watch.
pub type Taken = ControlFlow<(), Option<Remark>>;

/// Go on, and nothing to say.
pub const GO_ON: Taken = ControlFlow::Continue(None);

impl<'a> Lab<'a> {
    /// A laboratory for a game that keeps nothing. `build` says which core and which rules it works with.
    pub fn new(arena: &'a dyn Arena, build: &str) -> Lab<'a> {
        Lab {
            arena,
            naming: Naming::new(&arena.card().identity(), build),
            keeping: Keeping::default(),
            threads: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            stop: Stop::default(),
            progress: Box::new(Silent),
            benches: Vec::new(),
            crew: None,
            deadline: None,
            build: build.into(),
            scope: String::new(),
        }
    }

    /// Works on another game for the same run: with the same store, threads and switch. What is recorded there is told apart by the name of the game.
    pub fn on<R>(&mut self, arena: &dyn Arena, work: impl FnOnce(&mut Lab) -> R) -> R {
        let game = arena.card().identity();
        let mut away = Lab {
            arena,
            naming: Naming::new(&game, &self.build),
            keeping: mem::take(&mut self.keeping),
            threads: self.threads,
            stop: self.stop.clone(),
            progress: Box::new(Away { game: game.clone(), progress: &mut *self.progress }),
            benches: Vec::new(),
            // A crew is told with each task which game it is about.
            crew: self.crew.take(),
            deadline: self.deadline,
            build: self.build.clone(),
            scope: format!("{}{game}, ", self.scope),
        };
        let result = work(&mut away);
        (self.keeping, self.crew) = (away.keeping, away.crew);
        result
    }

    /// Works under a name: what is recorded there is told apart by it.
    pub fn within<R>(&mut self, scope: &str, work: impl FnOnce(&mut Lab<'a>) -> R) -> R {
        let before = self.scope.clone();
        self.scope = format!("{before}{scope}, ");
        let result = work(self);
        self.scope = before;
        result
    }

    /// Works for so long at most: what lasts longer ends with [`LabError::OutOfTime`], between two trials.
    pub fn at_most<R>(&mut self, time: Duration, work: impl FnOnce(&mut Lab<'a>) -> R) -> R {
        let (before, deadline) = (self.deadline, Instant::now() + time);
        self.deadline = Some(before.map_or(deadline, |before| before.min(deadline)));
        let result = work(self);
        self.deadline = before;
        result
    }

    /// The time is over.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Keeps results in a store, on behalf of a run.
    pub fn keep(mut self, store: Store, run: Option<i64>) -> Lab<'a> {
        self.keeping = Keeping { store: Some(store), run, ..Keeping::default() };
        self
    }

    /// Uses so many threads.
    pub fn threads(mut self, threads: usize) -> Lab<'a> {
        self.threads = threads.max(1);
        self
    }

    /// Has trials run by this crew.
    pub fn run_by(mut self, crew: impl Crew + 'static) -> Lab<'a> {
        self.crew = Some(Box::new(crew));
        self
    }

    /// Can be stopped by this switch.
    pub fn stopped_by(mut self, stop: Stop) -> Lab<'a> {
        self.stop = stop;
        self
    }

    /// Tells how far it has come.
    pub fn telling(mut self, progress: impl Progress + 'a) -> Lab<'a> {
        self.progress = Box::new(progress);
        self
    }

    /// The game.
    pub fn arena(&self) -> &'a dyn Arena {
        self.arena
    }

    /// The switch that stops it.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The store.
    pub fn store(&mut self) -> Option<&mut Store> {
        self.keeping.store.as_mut()
    }

    /// The number of its run in the store.
    pub fn run(&self) -> Option<i64> {
        self.keeping.run
    }

    /// Lets specs name a part that was learned: the game has it from now on, and the store keeps it for the run.
    pub fn keep_part(&mut self, part: Part) -> Result<PartId, LabError> {
        let id = self.arena.add_part(part)?;
        self.provide(&[id])?;
        Ok(id)
    }

    /// Takes the parts that the run has named before from the store, so that what it recorded can be read.
    pub fn recall_parts(&mut self) -> Result<(), LabError> {
        let (Some(store), Some(run)) = (&self.keeping.store, self.keeping.run) else { return Ok(()) };
        let game = self.arena.card().name;
        for id in store.parts_of(run)? {
            // A run about several games has parts of each.
            if let Some(part) = store.part(id)?.filter(|part| part.card().game == game) {
                self.arena.add_part(part)?;
            }
        }
        Ok(())
    }

    /// Sees to it that parts which a trial may name are with the game and in the store, wherever they are now; which of these there are.
    pub(crate) fn provide(&mut self, ids: &[PartId]) -> Result<Vec<PartId>, LabError> {
        let mut known = Vec::new();
        for &id in ids {
            let Keeping { store, run, parts } = &mut self.keeping;
            if !parts.contains(&id) {
                let ours = self.arena.part(id);
                let stored = if ours.is_none() { store.as_ref().map(|store| store.part(id)).transpose()?.flatten() } else { None };
                // What is nowhere is no part, or is missed by the engine that names it.
                let Some(part) = ours.clone().or(stored) else { continue };
                if ours.is_none() {
                    self.arena.add_part(part.clone())?;
                }
                if let Some(store) = store {
                    store.keep_part(*run, &part)?;
                }
                parts.insert(id);
            }
            known.push(id);
        }
        Ok(known)
    }

    /// Runs trials. `make` describes them by index; `take` gets the results in the order of the index, however many threads there are, and may end
    /// the stage.
    pub fn each<T: Trial>(
        &mut self,
        stage: Stage,
        make: impl FnMut(usize) -> T,
        take: impl FnMut(usize, T::Result) -> Taken,
    ) -> Result<(), LabError> {
        let result = runner::run(self, stage, make, take);
        self.progress.end();
        result
    }

    /// Runs trials and gives all their results.
    pub fn all<T: Trial + Clone>(&mut self, name: &str, trials: &[T]) -> Result<Vec<T::Result>, LabError> {
        let mut results = Vec::with_capacity(trials.len());
        self.each(
            Stage::new(name, trials.len()),
            |index| trials[index].clone(),
            |_, result| {
                results.push(result);
                GO_ON
            },
        )?;
        Ok(results)
    }

    /// What the run recorded under this name; the first time it is found out and recorded. This is for what is no pure function, such as a time.
    pub fn recorded<T: Serialize + DeserializeOwned>(
        &mut self,
        kind: &str,
        find: impl FnOnce(&mut Lab<'a>) -> Result<T, LabError>,
    ) -> Result<T, LabError> {
        let kind = &format!("{}{kind}", self.scope);
        let unreadable = |reason| LabError::Unreadable { kind: kind.into(), reason };
        if let (Some(store), Some(run)) = (&self.keeping.store, self.keeping.run)
            && let Some(text) = store.recorded(run, kind)?
        {
            return serde_json::from_str(&text).map_err(unreadable);
        }
        let found = find(self)?;
        if let (Some(store), Some(run)) = (&mut self.keeping.store, self.keeping.run)
            && let Ok(text) = serde_json::to_string(&found)
        {
            let first = store.event(run, kind, &text)?;
            return serde_json::from_str(&first).map_err(unreadable);
        }
        Ok(found)
    }
}

#[cfg(all(test, feature = "dummy"))]
mod parts_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::NewRun;
    use crate::testing::{Folder, arena};

    fn begun(folder: &Folder) -> (Store, i64) {
        let mut store = Store::open(folder.path()).unwrap();
        let new = NewRun { id: "run".into(), ..NewRun::default() };
        let (run, _) = store.begin(&new).unwrap();
        (store, run)
    }

    #[test]
    fn what_is_recorded_for_one_game_is_not_taken_for_another() {
        let folder = Folder::new();
        let (home, other) = (arena("breakthrough-5x5"), arena("tic-tac-toe"));
        for first in [true, false] {
            // What was found out the first time is not asked again.
            let find = |found: u32| move |_: &mut Lab| if first { Ok(found) } else { Ok(99) };
            let (store, run) = begun(&folder);
            let mut lab = Lab::new(&*home, "").keep(store, Some(run));
            assert_eq!(lab.recorded("speed", find(1)).unwrap(), 1);
            let away = lab.on(&*other, |lab| (lab.arena().card().name, lab.run(), lab.recorded("speed", find(2)).unwrap()));
            assert_eq!(away, ("tic-tac-toe".to_string(), Some(run), 2));
            assert_eq!(lab.recorded("speed", find(3)).unwrap(), 1);
            assert!(lab.store().is_some(), "the store has come back");
        }
    }
}
