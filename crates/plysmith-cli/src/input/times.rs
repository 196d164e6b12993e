//! Times as people write them: budgets and paces.

use std::path::PathBuf;
use std::time::Duration;

use crate::output::progress::span;

/// With less nothing can be decided.
const LEAST: Duration = Duration::from_secs(20);
const MOST: Duration = Duration::from_secs(7 * 24 * 3_600);
/// How long a move may take.
const MOVES: [Duration; 2] = [Duration::from_micros(100), Duration::from_secs(600)];

/// Options of a learner that has a budget: it then proves what it proposes by games, as `forge` does.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub struct BudgetArgs {
    /// Take so long, such as 90s, 5m or 2h, for a proposal made by games and its proof, as `forge` does with this stage alone; other options of the method do not count then
    #[arg(long, value_name = "TIME", value_parser = budget, allow_hyphen_values = true, help_heading = "Budget")]
    pub budget: Option<Duration>,
    /// How long the engine will think about a move when it is used [default with --budget: 100ms]; without --budget every search is as long, in place of --nodes
    #[arg(long = "move", value_name = "TIME", value_parser = pace, allow_hyphen_values = true, help_heading = "Budget")]
    pace: Option<Duration>,
    /// The folder to write with --budget; forged/GAME if none is given
    #[arg(long, value_name = "DIR", requires = "budget", help_heading = "Budget")]
    pub to: Option<PathBuf>,
}

/// The pace of somebody who says nothing of it.
const PACE: Duration = Duration::from_millis(100);

impl BudgetArgs {
    /// The pace of a proof.
    pub fn pace(&self) -> Duration {
        self.pace.unwrap_or(PACE)
    }

    /// The pace, if one was named.
    pub fn named_pace(&self) -> Option<Duration> {
        self.pace
    }

    /// A pace was named.
    pub fn has_pace(&self) -> bool {
        self.pace.is_some()
    }
}

/// Units with their seconds, the longest first.
const UNITS: &[(&str, f64)] = &[("h", 3_600.0), ("min", 60.0), ("m", 60.0), ("s", 1.0), ("ms", 0.001)];

/// A number with a unit, or several from the longest unit to the shortest: `90s`, `1h30m`.
fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time; write a number with ms, s, m or h, such as 100ms, 90s, 5m, 2h or 1h30m");
    let (mut rest, mut sum, mut last) = (text.trim(), 0.0, f64::INFINITY);
    while !rest.is_empty() || last.is_infinite() {
        let end = rest.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(rest.len());
        let (number, behind) = rest.split_at(end);
        let behind = behind.trim_start();
        let (unit, behind) = behind.split_at(behind.find(|letter: char| !letter.is_alphabetic()).unwrap_or(behind.len()));
        let seconds = match unit {
            // A number alone is one of seconds.
            "" if last.is_infinite() && behind.is_empty() => 1.0,
            unit => UNITS.iter().find(|(name, _)| *name == unit).map(|(_, seconds)| *seconds).ok_or_else(wrong)?,
        };
        if seconds >= last {
            return Err(wrong());
        }
        sum += number.parse::<f64>().map_err(|_| wrong())? * seconds;
        (rest, last) = (behind.trim_start(), seconds);
    }
    Ok(Duration::try_from_secs_f64(sum).unwrap_or(Duration::MAX))
}

/// How long a command may take.
pub fn budget(text: &str) -> Result<Duration, String> {
    let time = time(text)?;
    if time < LEAST {
        return Err(format!("in `{text}` nothing can be decided; give it at least {}", span(LEAST)));
    }
    if time > MOST {
        return Err(format!("`{text}` is longer than a week; several seeds tell more than one long run"));
    }
    Ok(time)
}

/// How long an engine thinks about a move.
pub fn pace(text: &str) -> Result<Duration, String> {
    let time = time(text)?;
    if !(MOVES[0]..=MOVES[1]).contains(&time) {
        return Err(format!("`{text}` is no pace; give a move from 0.1ms to 10m, such as 20ms or 1s"));
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_a_time_in_which_something_can_be_decided() {
        for (text, seconds) in [("5m", 300), ("60000ms", 60), ("90s", 90), ("90", 90), ("1.5 h", 5_400), ("2min", 120)] {
            assert_eq!(budget(text).unwrap().as_secs(), seconds, "{text}");
        }
        for text in
            ["", "0", "0s", "1s", "-5m", "5x", "m", "1000000h", "1e9", "nan", "5m 5", "30s5m", "5m5m", "1h30", "h30m", "5m-30s"]
        {
            assert!(budget(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_time_may_have_several_units_from_the_longest_on() {
        for (text, seconds) in [("5m30s", 330), ("1h30m", 5_400), ("1h 30min", 5_400), ("1h0m30s", 3_630), ("1m500ms", 60)] {
            assert_eq!(budget(text).unwrap().as_secs(), seconds, "{text}");
        }
        assert_eq!(pace("1s500ms").unwrap().as_millis(), 1_500);
    }

    #[test]
    fn a_pace_is_the_time_of_a_move() {
        for (text, milliseconds) in [("100ms", 100), ("0.1 s", 100), ("1", 1_000), ("2m", 120_000)] {
            assert_eq!(pace(text).unwrap().as_millis(), milliseconds, "{text}");
        }
        for text in ["", "0", "0.01ms", "-5ms", "11m", "100 msec", "1h"] {
            assert!(pace(text).is_err(), "{text}");
        }
    }
}
