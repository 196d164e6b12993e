//! Tests of the runner with a trial that does nothing but count.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use plysmith::Stop;
use serde::{Deserialize, Serialize};

use crate::lab::{GO_ON, Lab, LabError, Stage};
use crate::store::Store;
use crate::testing::{Folder, arena};
use crate::trial::{Trial, TrialError, Workbench};

/// How often a trial of each test was really run; each test has a counter of its own.
static RUNS: [AtomicU64; 8] = [const { AtomicU64::new(0) }; 8];

#[derive(Clone, Serialize, Deserialize)]
struct Square {
    test: usize,
    number: u64,
    /// Trials of even numbers take longer than their successors.
    uneven: bool,
}

impl Trial for Square {
    const KIND: &'static str = "square";
    const VERSION: u32 = 1;
    type Result = u64;

    fn run(&self, bench: &mut Workbench) -> Result<u64, TrialError> {
        RUNS[self.test].fetch_add(1, Ordering::Relaxed);
        if self.number == 999 {
            panic!("nine hundred and ninety-nine");
        }
        if self.number == 1_000 {
            while !bench.stop().is_stopped() {
                std::thread::yield_now();
            }
        }
        bench.unless_stopped()?;
        if self.uneven && self.number.is_multiple_of(2) {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        Ok(self.number * self.number)
    }
}

fn square(test: usize, number: usize) -> Square {
    Square { test, number: number as u64, uneven: true }
}

#[test]
fn results_come_in_order_whatever_the_number_of_threads() {
    let arena = arena("tic-tac-toe");
    for threads in [1, 2, 5] {
        let mut lab = Lab::new(&*arena, "").threads(threads);
        let mut results = Vec::new();
        lab.each(
            Stage::new("squares", 60),
            |index| square(0, index),
            |index, result| {
                results.push((index, result));
                GO_ON
            },
        )
        .unwrap();
        assert_eq!(results, (0..60).map(|number| (number as usize, number * number)).collect::<Vec<_>>());
    }
}

#[test]
fn nothing_is_computed_twice() {
    let (arena, folder) = (arena("tic-tac-toe"), Folder::new());
    let trials: Vec<Square> = (0..50).map(|index| square(1, index % 20)).collect();
    for _ in 0..2 {
        let mut lab = Lab::new(&*arena, "").threads(2).keep(Store::open(folder.path()).unwrap(), None);
        let results = lab.all("squares", &trials).unwrap();
        assert_eq!(results, trials.iter().map(|trial| trial.number * trial.number).collect::<Vec<_>>());
    }
    assert_eq!(RUNS[1].load(Ordering::Relaxed), 20);
    // Another build is another trial.
    Lab::new(&*arena, "other").keep(Store::open(folder.path()).unwrap(), None).all("squares", &trials).unwrap();
    assert_eq!(RUNS[1].load(Ordering::Relaxed), 40);
}

#[test]
fn a_stage_that_is_ended_early_computes_no_more_than_it_may_ahead() {
    let arena = arena("tic-tac-toe");
    let mut lab = Lab::new(&*arena, "").threads(2);
    let mut taken = 0;
    let stage = Stage { ahead: 4, ..Stage::new("squares", 500) };
    let take = |_, _| {
        taken += 1;
        if taken == 10 { ControlFlow::Break(()) } else { GO_ON }
    };
    lab.each(stage, |index| square(2, index), take).unwrap();
    assert_eq!(taken, 10);
    assert!(RUNS[2].load(Ordering::Relaxed) <= 14);
}

#[test]
fn a_stop_is_heard_while_trials_run_and_what_was_done_is_kept() {
    let (arena, folder) = (arena("tic-tac-toe"), Folder::new());
    let stop = Stop::default();
    let mut lab = Lab::new(&*arena, "").threads(2).stopped_by(stop.clone()).keep(Store::open(folder.path()).unwrap(), None);
    // The last trial never ends by itself.
    let take = |index, _| {
        if index == 4 {
            stop.stop();
        }
        GO_ON
    };
    let result = lab.each(Stage::new("squares", 6), |index| square(3, if index == 5 { 1_000 } else { index }), take);
    assert!(matches!(result, Err(LabError::Stopped)), "{result:?}");
    assert_eq!(Store::open(folder.path()).unwrap().trials().unwrap(), 5);
}

#[test]
fn a_panic_in_the_rules_names_the_trial_and_what_was_done_is_kept() {
    let (arena, folder) = (arena("tic-tac-toe"), Folder::new());
    let mut lab = Lab::new(&*arena, "").threads(1).keep(Store::open(folder.path()).unwrap(), None);
    let error = lab.all("squares", &[square(4, 3), square(4, 999), square(4, 5)]).unwrap_err().to_string();
    assert!(error.contains("square ") && error.contains("nine hundred and ninety-nine"), "{error}");
    assert!(Store::open(folder.path()).unwrap().trials().unwrap() >= 1);
    // The laboratory goes on.
    assert_eq!(lab.all("squares", &[square(4, 6)]).unwrap(), [36]);
}
