//! A crew that works as another process would: it knows kinds by name, and has a game of its own.

use std::time::Duration;

use plysmith::Stop;
use plysmith::arena::Line;

use super::{Crew, CrewError, Delivery, Task};
use crate::lab::{Lab, LabError};
use crate::testing::arena;
use crate::trial::{Limit, Search, SpecText, TrialError, TrialKind, Workbench};

type Answer = fn() -> Result<Vec<u8>, TrialError>;

/// Waits until it has a few tasks, delivers the last first, and everything twice.
#[derive(Default)]
struct Elsewhere {
    tasks: Vec<Task>,
    /// What it answers instead of working.
    answers: Option<Answer>,
}

impl Crew for Elsewhere {
    fn submit(&mut self, task: Task) -> Result<(), CrewError> {
        self.tasks.push(task);
        Ok(())
    }

    fn poll(&mut self, _: Duration) -> Result<Vec<Delivery>, CrewError> {
        let mut done = Vec::new();
        for Task { id, game, kind, trial, .. } in self.tasks.drain(..).rev() {
            let arena = arena(&game);
            let kind = TrialKind::find(kind.name).ok_or_else(|| CrewError(format!("no kind `{kind:?}`")))?;
            for _ in 0..2 {
                let mut bench = Workbench::new(&*arena, Stop::default());
                let result = self.answers.map_or_else(|| kind.run(&trial, &mut bench), |answers| answers());
                done.push(Delivery { id, result });
            }
        }
        Ok(done)
    }

    fn give_up(&mut self) {
        self.tasks.clear();
    }
}

fn searches(game: &str) -> Vec<Search> {
    let arena = arena(game);
    let spec = SpecText::new(&*arena, &arena.preset("plain").unwrap()).unwrap();
    let search = |depth| Search { spec: spec.clone(), line: Line::start(), limit: Limit::depth(depth), features: Vec::new() };
    // The same trial is wanted at two places.
    [1, 2, 3, 1, 4].into_iter().map(search).collect()
}

#[test]
fn another_crew_gives_what_threads_give() {
    let (home, other) = (arena("breakthrough-5x5"), arena("tic-tac-toe"));
    let work = |mut lab: Lab| {
        let mut found = vec![lab.all("searches", &searches("breakthrough-5x5")).unwrap()];
        found.push(lab.on(&*other, |lab| lab.all("searches", &searches("tic-tac-toe")).unwrap()));
        found.push(lab.all("searches", &searches("breakthrough-5x5")[..2]).unwrap());
        serde_json::to_string(&found).unwrap()
    };
    assert_eq!(work(Lab::new(&*home, "").threads(2)), work(Lab::new(&*home, "").run_by(Elsewhere::default())));
}

#[test]
fn what_goes_wrong_elsewhere_is_said_as_what_it_is() {
    let home = arena("tic-tac-toe");
    let answered = |answers: Answer| {
        let crew = Elsewhere { answers: Some(answers), ..Elsewhere::default() };
        Lab::new(&*home, "").run_by(crew).all("searches", &searches("tic-tac-toe")).unwrap_err()
    };
    assert!(matches!(answered(|| Err(TrialError::Stopped)), LabError::Stopped));
    let panicked = answered(|| Err(TrialError::Panicked { message: "no such square".into() })).to_string();
    assert!(panicked.starts_with("search ") && panicked.contains("no such square"), "{panicked}");
    let foreign = answered(|| Ok(vec![0xff])).to_string();
    assert!(foreign.starts_with("search ") && foreign.contains("cannot be read"), "{foreign}");
    let other = answered(|| Ok(b"{}".to_vec())).to_string();
    assert!(other.contains("cannot be read"), "{other}");
}
