//! Threads that take pieces of work as they come, where the work is much shorter than it takes to start a thread.
//!
//! One thread leads: it opens a job, works at it like the others, and waits for nothing but pieces that somebody else took. Who is late, because another program has its core, holds nobody up.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How often one looks before one sleeps: some thirty microseconds, longer than the last piece of a batch and what is done between batches.
const LOOKS: u32 = 1_500;

/// What the threads know of each other.
#[derive(Default)]
pub(super) struct Crew {
    /// The job that is open: how many pieces were taken, shifted, and how many there are.
    open: AtomicU64,
    /// How many of its pieces are done.
    done: AtomicU32,
    ended: AtomicBool,
    broken: AtomicBool,
    asleep: Mutex<usize>,
    woken: Condvar,
}

impl Crew {
    /// Has every piece of a job done, by `work` here and by those who serve elsewhere; what they wrote can be read behind. One piece alone is done here.
    ///
    /// # Panics
    /// If another thread panicked.
    pub fn run(&self, pieces: u32, mut work: impl FnMut(usize)) {
        if pieces == 1 {
            return work(0);
        }
        self.done.store(0, Ordering::Relaxed);
        self.open.store(pieces.into(), Ordering::Release);
        self.wake();
        while let Some((piece, _)) = self.take() {
            work(piece);
            self.done.fetch_add(1, Ordering::AcqRel);
        }
        self.wait(|| self.done.load(Ordering::Acquire) == pieces || self.broken.load(Ordering::Acquire));
        assert!(!self.broken.load(Ordering::Acquire), "another thread of the training panicked");
    }

    /// Does pieces of whatever is opened, until the leader has ended.
    pub fn serve(&self, mut work: impl FnMut(usize)) {
        loop {
            while let Some((piece, pieces)) = self.take() {
                work(piece);
                if self.done.fetch_add(1, Ordering::AcqRel) + 1 == pieces {
                    self.wake();
                }
            }
            let there_is = || {
                let (taken, pieces) = halves(self.open.load(Ordering::Acquire));
                taken < pieces
            };
            self.wait(|| there_is() || self.ended.load(Ordering::Acquire));
            if self.ended.load(Ordering::Acquire) {
                return;
            }
        }
    }

    /// The next piece of the open job, if one is left, and how many there are.
    fn take(&self) -> Option<(usize, u32)> {
        let next = |open: u64| {
            let (taken, pieces) = halves(open);
            (taken < pieces).then_some(open + (1 << 32))
        };
        let open = self.open.fetch_update(Ordering::AcqRel, Ordering::Acquire, next).ok()?;
        let (taken, pieces) = halves(open);
        Some((taken as usize, pieces))
    }

    /// Waits until this holds; whoever makes it hold calls [`Crew::wake`] afterwards.
    fn wait(&self, holds: impl Fn() -> bool) {
        for _ in 0..LOOKS {
            if holds() {
                return;
            }
            std::hint::spin_loop();
        }
        let mut asleep = self.sleepers();
        *asleep += 1;
        while !holds() {
            asleep = self.woken.wait(asleep).unwrap_or_else(PoisonError::into_inner);
        }
        *asleep -= 1;
    }

    /// Wakes those that sleep. Whoever is about to sleep looks once more with the lock held, and so sees what changed.
    fn wake(&self) {
        if *self.sleepers() > 0 {
            self.woken.notify_all();
        }
    }

    fn sleepers(&self) -> MutexGuard<'_, usize> {
        // What it guards is a count, which is right whoever panics.
        self.asleep.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many pieces were taken, and how many there are.
fn halves(open: u64) -> (u32, u32) {
    ((open >> 32) as u32, open as u32)
}

/// Tells the others when a thread is done or panics.
struct Presence<'c> {
    crew: &'c Crew,
    leads: bool,
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        if self.leads {
            self.crew.ended.store(true, Ordering::Release);
        } else if thread::panicking() {
            self.crew.broken.store(true, Ordering::Release);
        }
        self.crew.wake();
    }
}

/// Runs `lead` on this thread and `serve` on the others of so many; returns what `lead` returned once all are done.
pub(super) fn together<R>(crew: &Crew, threads: usize, lead: impl FnOnce() -> R, serve: impl Fn() + Sync) -> R {
    thread::scope(|scope| {
        for _ in 1..threads {
            let serve = &serve;
            scope.spawn(move || {
                let _presence = Presence { crew, leads: false };
                serve();
            });
        }
        let _presence = Presence { crew, leads: true };
        lead()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn every_piece_is_done_once_and_before_the_job_is() {
        for threads in 1..=4 {
            let (crew, counts) = (Crew::default(), [const { AtomicUsize::new(0) }; 7]);
            let work = |piece: usize| {
                counts[piece].fetch_add(1, Ordering::Relaxed);
            };
            let lead = || {
                for round in 1..=500 {
                    let pieces = 1 + round % 7;
                    crew.run(pieces as u32, work);
                    let found: Vec<usize> = counts.iter().map(|count| count.swap(0, Ordering::Relaxed)).collect();
                    let wanted: Vec<usize> = (0..7).map(|piece| usize::from(piece < pieces)).collect();
                    assert_eq!(found, wanted, "round {round} on {threads} threads");
                }
            };
            together(&crew, threads, lead, || crew.serve(work));
        }
    }

    #[test]
    fn whoever_sleeps_is_woken() {
        let (crew, count) = (Crew::default(), AtomicUsize::new(0));
        let work = |_: usize| {
            count.fetch_add(1, Ordering::Relaxed);
            thread::sleep(std::time::Duration::from_millis(2));
        };
        let lead = || {
            for _ in 0..3 {
                thread::sleep(std::time::Duration::from_millis(5));
                crew.run(6, work);
            }
        };
        together(&crew, 3, lead, || crew.serve(work));
        assert_eq!(count.into_inner(), 18);
    }

    #[test]
    fn a_panic_anywhere_ends_all_instead_of_waiting_for_ever() {
        for of_leader in [false, true] {
            let crew = Crew::default();
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let here = thread::current().id();
                let work = |_: usize| {
                    thread::sleep(std::time::Duration::from_millis(2));
                    assert_ne!(thread::current().id() == here, of_leader, "meant to panic");
                };
                together(&crew, 3, || crew.run(8, work), || crew.serve(work));
            }));
            assert!(ended.is_err(), "of the leader: {of_leader}");
        }
    }
}
