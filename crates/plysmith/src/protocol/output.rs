//! Writing answers from two threads, a whole line at a time.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::arena::SearchReport;
use crate::score::Score;

/// Where answers go. After the first fault nothing more is written.
pub(super) struct Output<W>(Mutex<Inner<W>>);

struct Inner<W> {
    writer: W,
    fault: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Output<W> {
        Output(Mutex::new(Inner { writer, fault: None }))
    }

    fn inner(&self) -> MutexGuard<'_, Inner<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fault that ended the output, if there was one.
    pub(super) fn result(self) -> io::Result<()> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).fault.map_or(Ok(()), Err)
    }
}

/// Answers, whatever they are written to.
pub(super) trait Say: Sync {
    /// Writes a line and sends it off.
    fn line(&self, line: fmt::Arguments);

    /// Nobody can hear us any more.
    fn is_closed(&self) -> bool;

    /// A message for people.
    fn message(&self, text: &str) {
        // A line feed would end the answer.
        for line in text.lines() {
            self.line(format_args!("info string {line}"));
        }
    }
}

impl<W: Write + Send> Say for Output<W> {
    fn line(&self, line: fmt::Arguments) {
        let inner = &mut *self.inner();
        if inner.fault.is_none() {
            inner.fault = writeln!(inner.writer, "{line}").and_then(|()| inner.writer.flush()).err();
        }
    }

    fn is_closed(&self) -> bool {
        self.inner().fault.is_some()
    }
}

/// A result as an `info` line.
pub(super) struct Info<'a> {
    pub(super) report: &'a SearchReport,
    /// There are more lines than one, and which this is must be said.
    pub(super) several: bool,
    pub(super) time: Duration,
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Info { report, several, time } = self;
        write!(f, "info depth {}", report.depth)?;
        if *several {
            write!(f, " multipv {}", report.rank)?;
        }
        write!(f, " {} nodes {} time {}", Points(report.score), report.nodes, time.as_millis())?;
        if !time.is_zero() {
            write!(f, " nps {}", u128::from(report.nodes) * 1_000_000_000 / time.as_nanos())?;
        }
        // Known only at the end of a search.
        if report.fullness > 0 {
            write!(f, " hashfull {}", report.fullness)?;
        }
        if !report.line.is_empty() {
            write!(f, " pv {}", report.line.join(" "))?;
        }
        Ok(())
    }
}

/// A score: the evaluation, or the moves (not plies) to a proven end, negative when lost.
struct Points(Score);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.0.won_in(), self.0.lost_in()) {
            (Some((plies, _)), _) => write!(f, "score mate {}", plies.div_ceil(2)),
            (_, Some((plies, _))) => write!(f, "score mate -{}", plies.div_ceil(2)),
            _ => write!(f, "score cp {}", self.0.points()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_end_is_counted_in_moves() {
        let text = |score| Points(score).to_string();
        assert_eq!(text(Score::win(0, 1)), "score mate 1");
        assert_eq!(text(Score::win(7, 4)), "score mate 2");
        assert_eq!(text(Score::win(0, 5)), "score mate 3");
        assert_eq!(text(Score::loss(0, 2)), "score mate -1");
        assert_eq!(text(Score::evaluation(-12)), "score cp -12");
    }
}
