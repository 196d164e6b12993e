//! The command `go`: what limits a search, and how much of the time left a move may cost.

use std::time::Duration;

use super::dialect::Dialect;
use super::options::brief;
use crate::game::Side;
use crate::score::MAX_PLY;

/// What `go` asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Search until told to stop, even if there is nothing left to search.
    pub(super) infinite: bool,
    pub(super) time: Option<Budget>,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No iteration begins after this.
    pub(super) soft: Duration,
    /// The search stops at this.
    pub(super) hard: Duration,
}

/// The numbers behind the words, before anything is made of them.
#[derive(Default)]
struct Numbers {
    move_time: Option<u64>,
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u64>,
}

impl Go {
    /// Reads the words behind `go`. The second part of the answer are words that mean nothing here. Numbers too small or too large are taken as
    /// the nearest that makes sense.
    pub(super) fn read<'w>(words: &[&'w str], dialect: &Dialect, side: Side) -> Result<(Go, Vec<&'w str>), String> {
        let mut go = Go::default();
        let mut numbers = Numbers::default();
        let mut unknown = Vec::new();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut number = || {
                let text = words.next().ok_or_else(|| format!("`go {word}` needs a number behind it"))?;
                // Beyond i128 only digits and a sign matter.
                let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
                if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(format!("`go {word} {}`: a whole number is needed", brief(text)));
                }
                Ok(if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
            };
            match word {
                "depth" => go.depth = Some(number()?.clamp(1, MAX_PLY as u64 - 1) as u32),
                "nodes" => go.nodes = Some(number()?),
                "movetime" => numbers.move_time = Some(number()?),
                "movestogo" => numbers.moves_to_go = Some(number()?),
                "infinite" => go.infinite = true,
                _ => {
                    if let Some(index) = dialect.times.iter().position(|&time| time == word) {
                        numbers.left[index] = Some(number()?);
                    } else if let Some(index) = dialect.increments.iter().position(|&increment| increment == word) {
                        numbers.increment[index] = number()?;
                    } else {
                        unknown.push(word);
                    }
                }
            }
        }
        if !go.infinite {
            go.time = numbers.budget(side);
        }
        // Without any limit there is nothing to end the search but `stop`.
        go.infinite |= go.depth.is_none() && go.nodes.is_none() && go.time.is_none();
        Ok((go, unknown))
    }
}

impl Numbers {
    /// What is kept back for the way between the programs.
    const OVERHEAD: u64 = 20;
    /// A game is taken to last this many moves more.
    const MOVES_TO_GO: u64 = 30;
    /// No limit is longer than a year.
    const LONGEST: u64 = 365 * 24 * 3_600_000;

    /// A share of the time left plus most of the increment. An iteration costs a few times as much as the one before, so none begins after
    /// half of that; one under way may take three times as much, and never most of what is left.
    fn budget(&self, side: Side) -> Option<Budget> {
        let at_least = |milliseconds: u64| Duration::from_millis(milliseconds.clamp(1, Numbers::LONGEST));
        if let Some(time) = self.move_time {
            let time = at_least(time.saturating_sub(Numbers::OVERHEAD.min(time / 10)));
            return Some(Budget { soft: time, hard: time });
        }
        let left = self.left[side.index()]?.min(Numbers::LONGEST).saturating_sub(Numbers::OVERHEAD);
        let increment = self.increment[side.index()].min(Numbers::LONGEST);
        let moves = self.moves_to_go.unwrap_or(Numbers::MOVES_TO_GO).clamp(1, Numbers::MOVES_TO_GO);
        let share = left / moves + increment * 3 / 4;
        let most = left * 4 / 5;
        Some(Budget { soft: at_least((share / 2).min(most / 2)), hard: at_least((share * 3).min(most)) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::UGI;
    use super::*;

    fn read(text: &str, side: Side) -> Result<Go, String> {
        Go::read(&text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>(), &UGI, side).map(|(go, _)| go)
    }

    fn budget(text: &str) -> (u128, u128) {
        let budget = read(text, Side::First).unwrap().time.unwrap();
        (budget.soft.as_millis(), budget.hard.as_millis())
    }

    #[test]
    fn absurd_numbers_become_the_nearest_that_makes_sense() {
        let depth = |text| read(text, Side::First).unwrap().depth;
        assert_eq!(depth("depth 0"), Some(1));
        assert_eq!(depth("depth -5"), Some(1));
        assert_eq!(depth("depth 1000000000"), Some(255));
        assert_eq!(depth("depth 99999999999999999999999999999999999999999999999999"), Some(255));
        assert_eq!(read("nodes 0", Side::First).unwrap().nodes, Some(0));
        assert_eq!(budget("movetime -1"), (1, 1));
        assert_eq!(budget("p1time -500 p2time 3"), (1, 1));
        assert!(budget("p1time 99999999999999999999 p1inc 99999999999999999999").1 > 1_000_000);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["depth", "depth x", "nodes 1e6", "movetime", "p1time -", "depth 3.5"] {
            assert!(read(text, Side::First).is_err(), "{text}");
        }
    }

    #[test]
    fn the_time_of_the_side_to_move_counts_and_is_never_used_up() {
        assert_eq!(read("p1time 1000 p2time 60000", Side::Second).unwrap().time.unwrap().hard.as_millis(), 5_997);
        assert_eq!(budget("p1time 60000 p2time 1"), (999, 5_997));
        assert_eq!(budget("p1time 60000 p1inc 1000"), (1_374, 8_247));
        assert_eq!(budget("p1time 1000 movestogo 1"), (392, 784));
        for left in [0, 1, 10, 25, 100, 1_000] {
            assert!(budget(&format!("p1time {left} p1inc 10000")).1 <= 1.max(left * 4 / 5), "{left} ms");
        }
    }

    #[test]
    fn without_a_limit_the_search_is_infinite() {
        assert!(read("", Side::First).unwrap().infinite);
        assert!(read("p1time 1000", Side::Second).unwrap().infinite);
        assert!(!read("depth 3", Side::First).unwrap().infinite);
        assert!(read("infinite movetime 5", Side::First).unwrap().time.is_none());
    }
}
