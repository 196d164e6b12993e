//! Threads that do the same work in step: they wait for each other between phases that are much shorter than it takes to start a thread.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How often one looks before one lets others have the core, and how often until one sleeps.
const LOOKS: u32 = 5_000;
const YIELDS: u32 = 7_000;
/// How long one sleeps then: while somebody reports an epoch, which may take minutes.
const SLEEP: Duration = Duration::from_micros(500);

/// Where threads wait for each other.
pub(super) struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
    broken: AtomicBool,
}

impl Barrier {
    /// A barrier for so many threads.
    pub fn new(threads: usize) -> Barrier {
        Barrier { threads, arrived: AtomicUsize::new(0), round: AtomicUsize::new(0), broken: AtomicBool::new(false) }
    }

    /// Waits until all have come; what each wrote before all can read behind.
    ///
    /// # Panics
    /// If another thread panicked, because it will never come.
    pub fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.store(round.wrapping_add(1), Ordering::Release);
            return;
        }
        let mut looks = 0;
        while self.round.load(Ordering::Acquire) == round {
            assert!(!self.broken.load(Ordering::Relaxed), "another thread of the training panicked");
            match looks {
                0..LOOKS => std::hint::spin_loop(),
                LOOKS..YIELDS => thread::yield_now(),
                _ => thread::sleep(SLEEP),
            }
            looks = looks.saturating_add(1);
        }
    }
}

/// Breaks the barrier when its thread panics.
struct Presence<'b>(&'b Barrier);

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.broken.store(true, Ordering::Relaxed);
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
