//! Threads of this machine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

use plysmith::Stop;

use super::{Crew, CrewError, Delivery, Task};
use crate::trial::{TrialError, Workbench};

/// A thread for each workbench.
pub(crate) struct Threads<'scope, 'a> {
    tasks: Sender<Task>,
    deliveries: Receiver<Delivery>,
    cancel: Stop,
    workers: Vec<ScopedJoinHandle<'scope, Workbench<'a>>>,
}

impl<'scope, 'a: 'scope> Threads<'scope, 'a> {
    pub(crate) fn start(scope: &'scope Scope<'scope, '_>, benches: Vec<Workbench<'a>>) -> Threads<'scope, 'a> {
        let cancel = Stop::default();
        let (tasks, queue) = channel();
        let (deliver, deliveries) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let worker = |mut bench: Workbench<'a>| {
            let (queue, deliver, cancel) = (Arc::clone(&queue), deliver.clone(), cancel.clone());
            scope.spawn(move || {
                bench.obey(&cancel);
                work(&mut bench, &queue, &deliver);
                bench
            })
        };
        let workers = benches.into_iter().map(worker).collect();
        Threads { tasks, deliveries, cancel, workers }
    }

    /// Ends the threads, and gives the workbenches back for the next time.
    pub(crate) fn end(self) -> Vec<Workbench<'a>> {
        self.cancel.stop();
        drop(self.tasks);
        self.workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    }
}

impl Crew for Threads<'_, '_> {
    fn submit(&mut self, task: Task) -> Result<(), CrewError> {
        self.tasks.send(task).map_err(|_| ended())
    }

    fn poll(&mut self, patience: Duration) -> Result<Vec<Delivery>, CrewError> {
        let mut done = match self.deliveries.recv_timeout(patience) {
            Ok(delivery) => vec![delivery],
            Err(RecvTimeoutError::Timeout) => Vec::new(),
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
        };
        done.extend(self.deliveries.try_iter());
        Ok(done)
    }

    fn give_up(&mut self) {
        self.cancel.stop();
    }
}

fn ended() -> CrewError {
    CrewError("every thread has ended".into())
}

/// A worker's day.
fn work(bench: &mut Workbench, queue: &Mutex<Receiver<Task>>, deliver: &Sender<Delivery>) {
    loop {
        // A lock that a panic left behind guards nothing that could be broken.
        let task = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { id, kind, trial, .. }) = task else { return };
        if bench.stop().is_stopped() {
            return;
        }
        let result = catch_unwind(AssertUnwindSafe(|| kind.run(&trial, bench))).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(ToString::to_string));
            // Nobody knows what the panic left behind in the engines.
            *bench = Workbench::new(bench.arena(), bench.stop().clone());
            Err(TrialError::Panicked { message: message.unwrap_or_else(|| "it did not say why".into()) })
        });
        if deliver.send(Delivery { id, result }).is_err() {
            return;
        }
    }
}
