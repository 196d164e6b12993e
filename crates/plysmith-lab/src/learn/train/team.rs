//! Threads that do the same work in step: they wait for each other between phases that are much shorter than it takes to start a thread.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How often one looks before one sleeps: some ten microseconds, which is about what being woken costs. Who shares the cores with others gains by sleeping early, because the thread that is waited for
/// may want the core.
const LOOKS: u32 = 500;

/// Where threads wait for each other.
pub(super) struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
    broken: AtomicBool,
    asleep: Mutex<usize>,
    woken: Condvar,
}

impl Barrier {
    /// A barrier for so many threads.
    pub fn new(threads: usize) -> Barrier {
        Barrier {
            threads,
            arrived: AtomicUsize::new(0),
            round: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
            asleep: Mutex::new(0),
            woken: Condvar::new(),
        }
    }

    /// Waits until all have come; what each wrote before all can read behind.
    ///
    /// # Panics
    /// If another thread panicked, because it will never come.
    pub fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.wake(|| self.round.store(round.wrapping_add(1), Ordering::Release));
            return;
        }
        let waits = || self.round.load(Ordering::Acquire) == round && !self.broken.load(Ordering::Acquire);
        for _ in 0..LOOKS {
            if !waits() {
                break;
            }
            std::hint::spin_loop();
        }
        if waits() {
            let mut asleep = self.sleepers();
            *asleep += 1;
            while waits() {
                asleep = self.woken.wait(asleep).unwrap_or_else(PoisonError::into_inner);
            }
            *asleep -= 1;
        }
        assert!(!self.broken.load(Ordering::Acquire), "another thread of the training panicked");
    }

    /// Changes what others wait for, and wakes those that sleep.
    fn wake(&self, change: impl FnOnce()) {
        let asleep = self.sleepers();
        // While nobody can be on the way to sleep.
        change();
        if *asleep > 0 {
            self.woken.notify_all();
        }
    }

    fn sleepers(&self) -> MutexGuard<'_, usize> {
        // What it guards is a count, which is right whoever panics.
        self.asleep.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Breaks the barrier when its thread panics.
struct Presence<'b>(&'b Barrier);

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.wake(|| self.0.broken.store(true, Ordering::Release));
        }
    }
}

/// Runs `others` on as many threads as the barrier is for, but one, each with its number from 1 on, and `first` on this one; returns what `first` returned once all are done.
pub(super) fn together<R>(barrier: &Barrier, first: impl FnOnce() -> R, others: impl Fn(usize) + Sync) -> R {
    thread::scope(|scope| {
        for number in 1..barrier.threads {
            let others = &others;
            scope.spawn(move || {
                let _presence = Presence(barrier);
                others(number);
            });
        }
        let _presence = Presence(barrier);
        first()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_goes_on_before_all_have_come() {
        for threads in 1..=4 {
            let (barrier, count) = (Barrier::new(threads), AtomicUsize::new(0));
            let work = |_: usize| {
                for round in 1..=200 {
                    count.fetch_add(1, Ordering::Relaxed);
                    barrier.wait();
                    assert_eq!(count.load(Ordering::Relaxed), round * threads);
                    barrier.wait();
                }
            };
            together(&barrier, || work(0), work);
            assert_eq!(count.into_inner(), 200 * threads);
        }
    }

    #[test]
    fn a_panic_ends_all_instead_of_waiting_for_ever() {
        let barrier = Barrier::new(3);
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            together(
                &barrier,
                || barrier.wait(),
                |number| {
                    assert_ne!(number, 2, "meant to panic");
                    barrier.wait();
                },
            );
        }));
        assert!(ended.is_err());
    }
}
