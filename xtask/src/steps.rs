//! Steps one after the other, with a table of how they went.

use std::fs;
use std::time::Instant;

use anyhow::{Result, anyhow};

/// How a step went that did not fail.
pub enum Done {
    /// As it should.
    Passed,
    /// With something to say.
    Noted(String),
    /// Not at all, for this reason.
    Skipped(String),
}

/// A name and what to do.
pub struct Step<'a> {
    name: &'static str,
    act: Box<dyn FnOnce() -> Result<Done> + 'a>,
}

/// A step that says itself how it went.
pub fn step<'a>(name: &'static str, act: impl FnOnce() -> Result<Done> + 'a) -> Step<'a> {
    Step { name, act: Box::new(act) }
}

/// A step that passes or fails.
pub fn simple<'a>(name: &'static str, act: impl FnOnce() -> Result<()> + 'a) -> Step<'a> {
    step(name, || act().map(|()| Done::Passed))
}

/// Takes the steps in turn, up to the first that fails, and prints the table.
pub fn take(title: &str, steps: Vec<Step>) -> Result<()> {
    let (begun, before) = (Instant::now(), processor());
    let mut table = Vec::new();
    let mut failure = None;
    for step in steps {
        if failure.is_some() {
            table.push(row(step.name, [None; 2], "not reached"));
            continue;
        }
        println!("\n== {title}: {}", step.name);
        let (since, before) = (Instant::now(), processor());
        let result = (step.act)();
        let seconds = [Some(since.elapsed().as_secs_f64()), spent(before)];
        table.push(match result {
            Ok(Done::Passed) => row(step.name, seconds, "ok"),
            Ok(Done::Noted(note)) => row(step.name, seconds, &format!("ok, {note}")),
            Ok(Done::Skipped(reason)) => row(step.name, seconds, &format!("skipped: {reason}")),
            Err(error) => {
                failure = Some(anyhow!("{}: {error:#}", step.name));
                row(step.name, seconds, "FAILED")
            }
        });
    }
    println!("\n{:<14} {:>8} {:>9}  result", title, "seconds", "processor");
    println!("{}", table.join("\n"));
    let seconds = [Some(begun.elapsed().as_secs_f64()), spent(before)];
    println!("{}", row("total", seconds, if failure.is_none() { "ok" } else { "FAILED" }));
    failure.map_or(Ok(()), Err)
}

fn row(name: &str, seconds: [Option<f64>; 2], result: &str) -> String {
    let [seconds, processor] = seconds.map(|seconds| seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.1}")));
    format!("{name:<14} {seconds:>8} {processor:>9}  {result}")
}

/// The seconds that all programs which were started and have ended kept a processor busy: unlike those of a clock they hardly depend on what else the
/// machine does. Only Linux tells.
fn processor() -> Option<f64> {
    children_of(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// The same out of the text of `/proc/self/stat`, whose second word is the name of the program in brackets; its times are in hundredths.
fn children_of(stat: &str) -> Option<f64> {
    let (_, behind) = stat.rsplit_once(')')?;
    let times = behind.split_whitespace().skip(13).take(2).map(|time| time.parse::<f64>().ok());
    Some(times.sum::<Option<f64>>()? / 100.0)
}

fn spent(before: Option<f64>) -> Option<f64> {
    Some(processor()? - before?)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_first_failure_ends_it_and_is_named() {
        let last = Cell::new(false);
        let steps = vec![
            simple("one", || Ok(())),
            simple("two", || Err(anyhow!("broken"))),
            simple("three", || {
                last.set(true);
                Ok(())
            }),
        ];
        assert_eq!(take("x", steps).unwrap_err().to_string(), "two: broken");
        assert!(!last.get());
    }

    #[test]
    fn the_time_of_other_programs_is_read_whatever_their_name() {
        let stat = "7 (a) b) S 1 7 7 0 -1 0 0 0 0 0 11 12 250 50 20 0 1 0 99";
        assert_eq!(children_of(stat), Some(3.0));
        assert_eq!(children_of("nothing"), None);
    }

    #[test]
    fn what_is_skipped_does_not_fail() {
        assert!(take("x", vec![step("one", || Ok(Done::Skipped("no".into())))]).is_ok());
    }
}
