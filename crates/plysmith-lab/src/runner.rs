//! Runs trials on threads of this machine.
//!
//! The thread that asked looks every trial up in the store, gives the missing ones to the workers, writes what they deliver, and hands results over in
//! the order of the index. So nothing depends on who was faster; a stage that is ended early has at most computed a few trials in vain.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plysmith::{PartId, Stop};

use crate::lab::{Keeping, Lab, LabError, Remark, Stage, Taken, Tick};
use crate::store::StoredResult;
use crate::trial::{Trial, TrialError, TrialId, Workbench};

/// Results are written at least this often.
const WRITE_EVERY: Duration = Duration::from_millis(200);
/// Results are written when there are so many.
const WRITE_AT: usize = 500;
/// How often somebody looks at the switch and tells how far the work has come.
const LOOK_EVERY: Duration = Duration::from_millis(50);

struct Job<T> {
    id: TrialId,
    trial: T,
}

struct Delivery<T: Trial> {
    id: TrialId,
    result: Result<(T::Result, String), TrialError>,
}

pub(crate) fn run<'a, T: Trial>(
    lab: &mut Lab<'a>,
    stage: Stage,
    make: impl FnMut(usize) -> T,
    take: impl FnMut(usize, T::Result) -> Taken,
) -> Result<(), LabError> {
    let cancel = Stop::default();
    let (jobs, queue) = channel();
    let (deliver, deliveries) = channel();
    let queue = Mutex::new(queue);
    let mut benches = std::mem::take(&mut lab.benches);
    benches.resize_with(lab.threads, || Workbench::new(lab.arena, Stop::default()));
    thread::scope(|scope| {
        let workers: Vec<_> = benches
            .into_iter()
            .map(|mut bench| {
                let (queue, deliver, cancel) = (&queue, deliver.clone(), &cancel);
                scope.spawn(move || {
                    bench.obey(cancel);
                    work(&mut bench, queue, &deliver);
                    bench
                })
            })
            .collect();
        drop(deliver);
        let result = StageRun::new(lab, stage, jobs, &deliveries).serve(make, take);
        // Whatever is still under way is not wanted any more.
        cancel.stop();
        lab.benches = workers.into_iter().filter_map(|worker| worker.join().ok()).collect();
        result
    })
}

/// A worker's day.
fn work<'a, T: Trial>(bench: &mut Workbench<'a>, queue: &Mutex<Receiver<Job<T>>>, deliver: &Sender<Delivery<T>>) {
    loop {
        // A lock that a panic left behind guards nothing that could be broken.
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { id, trial }) = job else { return };
        if bench.stop().is_stopped() {
            return;
        }
        let result = catch_unwind(AssertUnwindSafe(|| trial.run(bench))).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(ToString::to_string));
            // Nobody knows what the panic left behind in the engines.
            *bench = Workbench::new(bench.arena(), bench.stop().clone());
            Err(TrialError::Panicked { message: message.unwrap_or_else(|| "it did not say why".into()) })
        });
        let result = result.map(|result| {
            let text = serde_json::to_string(&result).expect("results can be written as JSON");
            (result, text)
        });
        if deliver.send(Delivery { id, result }).is_err() {
            return;
        }
    }
}

/// Where results come in and go out.
struct StageRun<'d, 'a, T: Trial> {
    stage: Stage<'d>,
    lab: &'d mut Lab<'a>,
    ahead: usize,
    jobs: Sender<Job<T>>,
    deliveries: &'d Receiver<Delivery<T>>,
    /// The next trial to describe, and the next result to hand over.
    next: usize,
    taken: usize,
    cached: usize,
    /// Results that wait for their turn.
    ready: BTreeMap<usize, T::Result>,
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

impl<'d, 'a, T: Trial> StageRun<'d, 'a, T> {
    fn new(
        lab: &'d mut Lab<'a>,
        stage: Stage<'d>,
        jobs: Sender<Job<T>>,
        deliveries: &'d Receiver<Delivery<T>>,
    ) -> StageRun<'d, 'a, T> {
        let ahead = if stage.ahead > 0 { stage.ahead } else { 16 * lab.threads };
        StageRun {
            stage,
            lab,
            ahead,
            jobs,
            deliveries,
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

    fn serve(mut self, mut make: impl FnMut(usize) -> T, mut take: impl FnMut(usize, T::Result) -> Taken) -> Result<(), LabError> {
        let result = self.turns(&mut make, &mut take);
        // Even a stage that failed keeps what it has. The failure itself matters more than one to write.
        let written = self.write().and_then(|()| self.touch());
        self.tell(true);
        result.and(written)
    }

    fn turns(
        &mut self,
        make: &mut impl FnMut(usize) -> T,
        take: &mut impl FnMut(usize, T::Result) -> Taken,
    ) -> Result<(), LabError> {
        while self.taken < self.stage.count {
            while self.next < self.stage.count.min(self.taken + self.ahead) {
                self.describe(make(self.next))?;
            }
            while let Some(result) = self.ready.remove(&self.taken) {
                self.taken += 1;
                match take(self.taken - 1, result) {
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
    fn describe(&mut self, trial: T) -> Result<(), LabError> {
        let ((id, named), index) = (self.lab.naming.id_and_parts(&trial), self.next);
        self.next += 1;
        // Whether the result is known or not: the run names them.
        let parts = self.lab.provide(&named)?;
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
            self.ready.insert(index, read::<T>(id, &text)?);
            return Ok(());
        }
        if !parts.is_empty() {
            self.parts.insert(id, parts);
        }
        self.pending.insert(id, vec![index]);
        // The workers live as long as this run.
        let _ = self.jobs.send(Job { id, trial });
        Ok(())
    }

    /// Waits a moment for what the workers deliver.
    fn receive(&mut self) -> Result<(), LabError> {
        match self.deliveries.recv_timeout(LOOK_EVERY) {
            Ok(delivery) => self.accept(delivery)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(LabError::Stopped),
        }
        while let Ok(delivery) = self.deliveries.try_recv() {
            self.accept(delivery)?;
        }
        if self.unwritten.len() >= WRITE_AT || self.written_at.elapsed() >= WRITE_EVERY {
            self.write()?;
        }
        Ok(())
    }

    fn accept(&mut self, Delivery { id, result }: Delivery<T>) -> Result<(), LabError> {
        let (result, text) = result.map_err(|error| match error {
            TrialError::Stopped => LabError::Stopped,
            error => LabError::Trial { kind: T::KIND, id, error },
        })?;
        let mut places = self.pending.remove(&id).unwrap_or_default().into_iter();
        let first = places.next();
        for place in places {
            self.ready.insert(place, read::<T>(id, &text)?);
        }
        if let Some(first) = first {
            self.ready.insert(first, result);
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
        let parts = &mut self.parts;
        let entry = |(id, result)| StoredResult { id, kind: T::KIND, result, parts: parts.remove(&id).unwrap_or_default() };
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

fn read<T: Trial>(id: TrialId, text: &str) -> Result<T::Result, LabError> {
    serde_json::from_str(text).map_err(|reason| LabError::Damaged { kind: T::KIND, id, reason })
}

#[cfg(test)]
mod tests;
