//! The clock of a run that may be killed and go on: every answer is recorded.

use std::sync::Arc;
use std::time::Duration;

use plysmith::search::limits::Clock;

use crate::lab::{Lab, LabError};

/// How long a run has lasted, over all its lives.
pub struct RecordedClock {
    clock: Arc<dyn Clock>,
    /// What earlier lives took.
    before: Duration,
}

impl RecordedClock {
    /// A run that begins, or goes on, when this clock does.
    pub fn new(clock: Arc<dyn Clock>) -> RecordedClock {
        RecordedClock { clock, before: Duration::ZERO }
    }

    /// How long the run had lasted when it first came to this point.
    pub fn elapsed(&mut self, lab: &mut Lab, point: &str) -> Result<Duration, LabError> {
        let now = self.before + self.clock.elapsed();
        let recorded: u64 = lab.recorded(&format!("elapsed at {point}"), |_| Ok(now.as_millis() as u64))?;
        let recorded = Duration::from_millis(recorded);
        // What an earlier life took counts once; going through it again is quick.
        self.before = self.before.max(recorded.saturating_sub(self.clock.elapsed()));
        Ok(recorded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{NewRun, Store};
    use crate::testing::{Folder, arena};

    struct Still(Duration);
    impl Clock for Still {
        fn elapsed(&self) -> Duration {
            self.0
        }
    }

    #[test]
    fn a_second_life_goes_on_where_the_first_one_ended() {
        let (arena, folder) = (arena("breakthrough-5x5"), Folder::new());
        let new = NewRun { id: "x".into(), ..NewRun::default() };
        let life = |clock: u64, points: &[&str]| {
            let mut store = Store::open(folder.path()).unwrap();
            let (number, _) = store.begin(&new).unwrap();
            let mut lab = Lab::new(&*arena, "").keep(store, Some(number));
            let mut clock = RecordedClock::new(Arc::new(Still(Duration::from_secs(clock))));
            points.iter().map(|point| clock.elapsed(&mut lab, point).unwrap().as_secs()).collect::<Vec<_>>()
        };
        assert_eq!(life(10, &["a", "b"]), [10, 10]);
        assert_eq!(
            life(3, &["a", "b", "c"]),
            [10, 10, 10],
            "what was asked before has the same answer, and time goes on from there"
        );
    }
}
