//! A clock that does not run while the opponent thinks.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::search::limits::Clock;

/// Stands still until it is started: a search that ponders costs no time of its own.
#[derive(Default)]
pub(super) struct HeldClock(OnceLock<Arc<dyn Clock>>);

impl HeldClock {
    /// From now on this clock counts. False if it was started before.
    pub(super) fn start(&self, clock: Arc<dyn Clock>) -> bool {
        self.0.set(clock).is_ok()
    }
}

impl Clock for HeldClock {
    fn elapsed(&self) -> Duration {
        self.0.get().map_or(Duration::ZERO, |clock| clock.elapsed())
    }
}
