//! Has trials run, and takes their results in order.
//!
//! Every trial is looked up in the store; what is missing goes to the crew; what the crew delivers is written, and handed over in the order of the index. So nothing depends on
//! who was faster; a stage that is ended early has at most computed a few trials in vain.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use plysmith::{PartId, Stop};

use crate::crew::{Crew, Delivery, Task, Threads};
use crate::lab::{Keeping, Lab, LabError, Remark, Stage, Taken, Tick};
use crate::store::StoredResult;
use crate::trial::{Trial, TrialError, TrialId, TrialKind, Workbench, Written};

/// Results are written at least this often.
const WRITE_EVERY: Duration = Duration::from_millis(200);
/// Results are written when there are so many.
const WRITE_AT: usize = 500;
/// How often somebody looks at the switch and tells how far the work has come.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs the trials of a stage by the crew of the laboratory.
pub(crate) fn run<T: Trial>(
    lab: &mut Lab,
    stage: Stage,
    mut make: impl FnMut(usize) -> T,
    mut take: impl FnMut(usize, T::Result) -> Taken,
) -> Result<(), LabError> {
    let naming = lab.naming.clone();
    let mut asker = Asker {
        kind: TrialKind::of::<T>(),
        make: &mut |index| naming.write(&make(index)),
        take: &mut |index, id, text| {
            let damaged = |reason| LabError::Damaged { kind: T::KIND, id, reason };
            Ok(take(index, serde_json::from_str(text).map_err(damaged)?))
        },
    };
    if let Some(mut crew) = lab.crew.take() {
        let result = StageRun::new(lab, stage, asker.kind, &mut *crew).serve(&mut asker);
        crew.give_up();
        lab.crew = Some(crew);
        return result;
    }
    let mut benches = std::mem::take(&mut lab.benches);
    benches.resize_with(lab.threads, || Workbench::new(lab.arena, Stop::default()));
    thread::scope(|scope| {
        let mut threads = Threads::start(scope, benches);
        let result = StageRun::new(lab, stage, asker.kind, &mut threads).serve(&mut asker);
        // Whatever is still under way is not wanted any more.
        lab.benches = threads.end();
        result
    })
}

/// Who wants to know: describes trials of one kind, and takes their results in writing.
struct Asker<'f> {
    kind: TrialKind,
    make: &'f mut dyn FnMut(usize) -> Written,
    take: &'f mut dyn FnMut(usize, TrialId, &str) -> Result<Taken, LabError>,
}

/// A result that waits for its turn.
struct Ready {
    id: TrialId,
    text: String,
}

/// Where results come in and go out.
struct StageRun<'d, 'a> {
    stage: Stage<'d>,
    lab: &'d mut Lab<'a>,
    kind: TrialKind,
    game: String,
    ahead: usize,
    crew: &'d mut dyn Crew,
    /// The next trial to describe, and the next result to hand over.
    next: usize,
    taken: usize,
    cached: usize,
    ready: BTreeMap<usize, Ready>,
    /// Trials under way, with the places where their result is wanted.
    pending: HashMap<TrialId, Vec<usize>>,
    /// Results that are not written yet.
    unwritten: HashMap<TrialId, String>,
    /// The parts that trials under way, or not written yet, name.
    parts: HashMap<TrialId, Vec<PartId>>,
    written_at: Instant,
    told_at: Option<Instant>,
    /// Stored results that were last used on another day.
    stale: Vec<TrialId>,
    remark: Remark,
}

impl<'d, 'a> StageRun<'d, 'a> {
    fn new(lab: &'d mut Lab<'a>, stage: Stage<'d>, kind: TrialKind, crew: &'d mut dyn Crew) -> StageRun<'d, 'a> {
        let ahead = if stage.ahead > 0 { stage.ahead } else { 16 * lab.threads };
        StageRun {
            stage,
            kind,
            game: lab.arena.card().identity(),
            lab,
            ahead,
            crew,
            next: 0,
            taken: 0,
            cached: 0,
            ready: BTreeMap::new(),
            pending: HashMap::new(),
            unwritten: HashMap::new(),
            parts: HashMap::new(),
            written_at: Instant::now(),
            told_at: None,
            stale: Vec::new(),
            remark: Remark::default(),
        }
    }

    fn serve(mut self, asker: &mut Asker) -> Result<(), LabError> {
        let result = self.turns(asker);
        // Even a stage that failed keeps what it has. The failure itself matters more than one to write.
        let written = self.write().and_then(|()| self.touch());
        self.tell(true);
        result.and(written)
    }

    fn turns(&mut self, asker: &mut Asker) -> Result<(), LabError> {
        while self.taken < self.stage.count {
            while self.next < self.stage.count.min(self.taken + self.ahead) {
                let written = (asker.make)(self.next);
                self.describe(written)?;
            }
            while let Some(Ready { id, text }) = self.ready.remove(&self.taken) {
                self.taken += 1;
                match (asker.take)(self.taken - 1, id, &text)? {
                    ControlFlow::Continue(None) => {}
                    ControlFlow::Continue(Some(remark)) => self.remark = remark,
                    ControlFlow::Break(()) => return Ok(()),
                }
            }
            self.tell(false);
            if self.lab.stop.is_stopped() {
                return Err(LabError::Stopped);
            }
            if self.lab.is_late() {
                return Err(LabError::OutOfTime);
            }
            if !self.pending.is_empty() && !self.ready.contains_key(&self.taken) {
                self.receive()?;
            }
        }
        Ok(())
    }

    /// Finds the result of the next trial, or has it computed.
    fn describe(&mut self, Written { id, parts, trial }: Written) -> Result<(), LabError> {
        let index = self.next;
        self.next += 1;
        // Whether the result is known or not: the run names them.
        let parts = self.lab.provide(&parts)?;
        if let Some(waiting) = self.pending.get_mut(&id) {
            waiting.push(index);
            return Ok(());
        }
        let known = match (self.unwritten.get(&id), &self.lab.keeping.store) {
            (Some(text), _) => Some((text.clone(), false)),
            (None, Some(store)) => store.find(id)?,
            (None, None) => None,
        };
        if let Some((text, stale)) = known {
            if stale {
                self.stale.push(id);
            }
            self.cached += 1;
            self.ready.insert(index, Ready { id, text });
            return Ok(());
        }
        if !parts.is_empty() {
            self.parts.insert(id, parts.clone());
        }
        self.pending.insert(id, vec![index]);
        Ok(self.crew.submit(Task { id, game: self.game.clone(), kind: self.kind, trial, parts })?)
    }

    /// Waits a moment for what the crew delivers.
    fn receive(&mut self) -> Result<(), LabError> {
        for delivery in self.crew.poll(LOOK_EVERY)? {
            self.accept(delivery)?;
        }
        if self.unwritten.len() >= WRITE_AT || self.written_at.elapsed() >= WRITE_EVERY {
            self.write()?;
        }
        Ok(())
    }

    fn accept(&mut self, Delivery { id, result }: Delivery) -> Result<(), LabError> {
        // What nobody waits for was delivered twice, or is an answer to an earlier stage.
        let Some(places) = self.pending.remove(&id) else { return Ok(()) };
        let text =
            result.and_then(|bytes| String::from_utf8(bytes).map_err(TrialError::unreadable)).map_err(|error| match error {
                TrialError::Stopped => LabError::Stopped,
                error => LabError::Trial { kind: self.kind.name, id, error },
            })?;
        for place in places {
            self.ready.insert(place, Ready { id, text: text.clone() });
        }
        if self.lab.keeping.store.is_some() {
            self.unwritten.insert(id, text);
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), LabError> {
        self.written_at = Instant::now();
        let Keeping { store: Some(store), run, .. } = &mut self.lab.keeping else { return Ok(()) };
        if self.unwritten.is_empty() {
            return Ok(());
        }
        let (kind, parts) = (self.kind.name, &mut self.parts);
        let entry = |(id, result)| StoredResult { id, kind, result, parts: parts.remove(&id).unwrap_or_default() };
        let entries: Vec<StoredResult> = self.unwritten.drain().map(entry).collect();
        Ok(store.put(*run, &entries)?)
    }

    fn touch(&mut self) -> Result<(), LabError> {
        match &mut self.lab.keeping.store {
            Some(store) if !self.stale.is_empty() => Ok(store.touch(&self.stale)?),
            _ => Ok(()),
        }
    }

    fn tell(&mut self, last: bool) {
        if !last && self.told_at.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
            return;
        }
        self.told_at = Some(Instant::now());
        let Stage { name: stage, count, part, .. } = self.stage;
        // What came before cost this part no time.
        let (before, total) = part.unwrap_or((0, count));
        let (done, cached) = (before + self.taken, before + self.cached.min(self.taken));
        self.lab.progress.tick(&Tick { stage, done, cached, total, remark: &self.remark });
    }
}

#[cfg(test)]
mod tests;
