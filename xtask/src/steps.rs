//! Steps one after the other, with a table of how they went.

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
    let begun = Instant::now();
    let mut table = Vec::new();
    let mut failure = None;
    for step in steps {
        if failure.is_some() {
            table.push(row(step.name, None, "not reached"));
            continue;
        }
        println!("\n== {title}: {}", step.name);
        let since = Instant::now();
        let result = (step.act)();
        let seconds = Some(since.elapsed().as_secs_f64());
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
    println!("\n{:<14} {:>8}  result", title, "seconds");
    println!("{}", table.join("\n"));
    println!("{}", row("total", Some(begun.elapsed().as_secs_f64()), if failure.is_none() { "ok" } else { "FAILED" }));
    failure.map_or(Ok(()), Err)
}

fn row(name: &str, seconds: Option<f64>, result: &str) -> String {
    let seconds = seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.1}"));
    format!("{name:<14} {seconds:>8}  {result}")
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
    fn what_is_skipped_does_not_fail() {
        assert!(take("x", vec![step("one", || Ok(Done::Skipped("no".into())))]).is_ok());
    }
}
