//! How far a long command has come: a bar in a terminal, a line from time to time elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Tells rate and time left.
pub struct Progress {
    /// What is counted, or what is being done.
    name: String,
    bar: Option<ProgressBar>,
    started: Instant,
    told: Option<Instant>,
}

impl Progress {
    const INTERVAL: Duration = Duration::from_secs(2);

    /// Nothing is done yet.
    pub fn new(name: impl Into<String>) -> Progress {
        let style = ProgressStyle::with_template("{prefix} {bar:24} {pos}/{len} {msg}");
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            style.map(|style| bar.with_style(style)).unwrap_or_else(|_| ProgressBar::no_length())
        });
        Progress { name: name.into(), bar, started: Instant::now(), told: None }
    }

    /// So much is done, of which so much cost no time, with a remark. What is to be done may be something else than what is counted on the way.
    pub fn tell(&mut self, done: u64, free: u64, total: u64, goal: Option<(u64, u64)>, note: &str) {
        let paid = done.saturating_sub(free);
        let share = paid as f64 / done.max(1) as f64;
        let tried = goal.map(|_| format!("{done} tried")).unwrap_or_default();
        let (done, total) = goal.unwrap_or((done, total));
        let note = [tried.as_str(), note].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        let elapsed = self.started.elapsed();
        let rate = done as f64 * share / elapsed.as_secs_f64().max(1e-9);
        let left = Duration::try_from_secs_f64(total.saturating_sub(done) as f64 / rate).unwrap_or_default();
        let note = if note.is_empty() { String::new() } else { format!(", {note}") };
        let speed = if rate > 0.0 && left.as_secs() > 0 {
            format!("{}/s, {} left{note}", rounded(rate), span(left))
        } else {
            format!("{} so far{note}", span(elapsed))
        };
        if let Some(bar) = &self.bar {
            bar.set_prefix(self.name.clone());
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(speed);
        } else if self.told.unwrap_or(self.started).elapsed() >= Progress::INTERVAL {
            self.told = Some(Instant::now());
            // Progress that nobody can read is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{}: {done}/{total}, {speed}", self.name);
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn rounded(rate: f64) -> String {
    if rate >= 10.0 { format!("{rate:.0}") } else { format!("{rate:.2}") }
}

/// A time for people: `1 h 05 min`, `3 min 20 s`, `12 s`.
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3_600, seconds / 60 % 60),
    }
}

/// The lab tells what it does stage by stage.
#[cfg(feature = "lab")]
#[derive(Default)]
pub struct Stages {
    under_way: Option<UnderWay>,
    /// When somebody was last told something, at whatever stage.
    told: Option<Instant>,
}

/// A stage that is told of.
#[cfg(feature = "lab")]
struct UnderWay {
    stage: String,
    progress: Progress,
    computed: Computed,
}

/// How much of a stage was computed and not found in the store: a stage may come in portions, and each counts only its own.
#[cfg(feature = "lab")]
#[derive(Default)]
struct Computed {
    before: usize,
    portion: usize,
}

#[cfg(feature = "lab")]
impl Computed {
    /// All that was computed, when the portion under way says so much.
    fn all(&mut self, portion: usize) -> usize {
        if portion < self.portion {
            self.before += self.portion;
        }
        self.portion = portion;
        self.before + portion
    }
}

#[cfg(feature = "lab")]
impl plysmith_lab::lab::Progress for Stages {
    fn tick(&mut self, tick: &plysmith_lab::lab::Tick) {
        if self.under_way.as_ref().is_none_or(|under_way| under_way.stage != tick.stage) {
            self.end();
            let progress = Progress { told: Some(*self.told.get_or_insert_with(Instant::now)), ..Progress::new(tick.stage) };
            self.under_way = Some(UnderWay { stage: tick.stage.into(), progress, computed: Computed::default() });
        }
        if let Some(UnderWay { progress, computed, .. }) = &mut self.under_way {
            let goal = tick.remark.goal.map(|(found, wanted)| (found as u64, wanted as u64));
            let free = tick.done.saturating_sub(computed.all(tick.done.saturating_sub(tick.cached)));
            progress.tell(tick.done as u64, free as u64, tick.total as u64, goal, &tick.remark.text);
        }
    }

    fn end(&mut self) {
        if let Some(UnderWay { progress, .. }) = self.under_way.take() {
            self.told = progress.told;
            progress.finish();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_the_units_that_matter() {
        for (seconds, text) in [(0, "0 s"), (59, "59 s"), (60, "1 min 00 s"), (200, "3 min 20 s"), (3_900, "1 h 05 min")] {
            assert_eq!(span(Duration::from_secs(seconds)), text);
        }
    }

    #[cfg(feature = "lab")]
    #[test]
    fn what_earlier_portions_of_a_stage_computed_counts_for_its_rate() {
        let mut computed = Computed::default();
        assert_eq!([3, 16, 0, 5, 16, 2].map(|portion| computed.all(portion)), [3, 16, 16, 21, 32, 34]);
    }
}
