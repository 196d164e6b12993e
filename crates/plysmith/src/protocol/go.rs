//! The command `go`: what limits a search.

use std::collections::BTreeSet;
use std::time::Duration;

use super::dialect::Dialect;
use super::options::brief;
use crate::game::Side;
use crate::score::MAX_PLY;
use crate::search::budget::GameClock;

/// No search is deeper.
const DEEPEST: u32 = MAX_PLY as u32 - 1;

/// What `go` asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Search until told to stop, even if there is nothing left to search.
    pub(super) infinite: bool,
    /// The opponent is still thinking: the clock does not run, and nothing is answered before it does.
    pub(super) ponder: bool,
    /// A win within so many moves is enough, and all that is looked for.
    pub(super) mate: Option<u32>,
    pub(super) time: Option<Allowance>,
    /// The moves to choose from, as they were written; all of them if there are none here.
    pub(super) only: Vec<String>,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowance {
    /// This long.
    Move(Duration),
    /// A part of this.
    Game(GameClock),
}

/// The numbers behind the words, before anything is made of them.
#[derive(Default)]
struct Numbers {
    move_time: Option<u64>,
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u64>,
}

/// The words behind `go`, with what there is to say about them.
struct Words<'w, 'd> {
    words: &'w [&'w str],
    dialect: &'d Dialect,
    seen: BTreeSet<&'w str>,
    remarks: Vec<String>,
    /// What could not be made sense of, each with what is wrong.
    lost: Vec<String>,
}

impl<'w> Words<'w, '_> {
    fn next(&mut self) -> Option<&'w str> {
        let (&word, rest) = self.words.split_first()?;
        self.words = rest;
        Some(word)
    }

    /// The number behind a word, which cannot be below the least; `None` if there is none. Beyond what fits only digits and a sign matter.
    fn number(&mut self, word: &'w str, least: u64) -> Option<u64> {
        let Some(&text) = self.words.first().filter(|text| !self.is_known(text)) else {
            self.lost.push(format!("`go {word}` needs a number behind it"));
            return None;
        };
        self.next();
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            self.lost.push(format!("`go {word} {}`: a whole number is needed", brief(text)));
            return None;
        }
        if !self.seen.insert(word) {
            self.remarks.push(format!("`go {word}` was said twice; the last one counts"));
        }
        let number = digits.parse().unwrap_or(u64::MAX);
        if number < least || text.starts_with('-') && number > 0 {
            self.remarks.push(format!("`go {word}` cannot be less than {least}, and is taken as that"));
            return Some(least);
        }
        Some(number)
    }

    /// The moves behind `searchmoves`: everything up to the next word that means something to `go`.
    fn moves(&mut self, moves: &mut Vec<String>) {
        let count = self.words.iter().position(|word| self.is_known(word)).unwrap_or(self.words.len());
        if count == 0 {
            self.remarks.push("`go searchmoves` needs moves behind it; that is ignored".into());
        }
        moves.extend(self.words[..count].iter().map(|&mv| mv.into()));
        self.words = &self.words[count..];
    }

    fn is_known(&self, word: &str) -> bool {
        const KNOWN: [&str; 8] = ["depth", "nodes", "mate", "movetime", "movestogo", "infinite", "ponder", "searchmoves"];
        KNOWN.iter().chain(&self.dialect.times).chain(&self.dialect.increments).any(|&known| known == word)
    }
}

impl Go {
    /// Reads the words behind `go`. The second part of the answer is what there is to remark. Whatever was written, a search follows: numbers too small
    /// or too large are taken as the nearest that makes sense, and what makes none is ignored.
    pub(super) fn read(words: &[&str], dialect: &Dialect, side: Side, overhead: Duration) -> (Go, Vec<String>) {
        let mut go = Go::default();
        let mut numbers = Numbers::default();
        let mut words = Words { words, dialect, seen: BTreeSet::new(), remarks: Vec::new(), lost: Vec::new() };
        let mut unknown = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "depth" => go.depth = words.number(word, 1).map(|depth| depth.min(DEEPEST.into()) as u32).or(go.depth),
                "nodes" => go.nodes = words.number(word, 0).or(go.nodes),
                "mate" => go.mate = words.number(word, 1).map(|moves| moves.min(DEEPEST.into()) as u32).or(go.mate),
                "movetime" => numbers.move_time = words.number(word, 0).or(numbers.move_time),
                "movestogo" => numbers.moves_to_go = words.number(word, 0).or(numbers.moves_to_go),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => words.moves(&mut go.only),
                _ => {
                    if let Some(index) = dialect.times.iter().position(|&time| time == word) {
                        numbers.left[index] = words.number(word, 0).or(numbers.left[index]);
                    } else if let Some(index) = dialect.increments.iter().position(|&increment| increment == word) {
                        numbers.increment[index] = words.number(word, 0).unwrap_or(numbers.increment[index]);
                    } else {
                        unknown.push(word);
                    }
                }
            }
        }
        let Words { mut remarks, mut lost, .. } = words;
        if !unknown.is_empty() {
            lost.push(format!("`go` does not know `{}`", brief(&unknown.join(" "))));
        }
        go.time = numbers.allowance(side, overhead, &mut remarks);
        go.settle(&lost, &mut remarks);
        (go, remarks)
    }

    /// Decides between limits that contradict each other.
    fn settle(&mut self, lost: &[String], remarks: &mut Vec<String>) {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some() || self.time.is_some();
        // A limit was meant that nobody understands. Whoever meant it may wait for the move without ever saying `stop`.
        let misread = !lost.is_empty() && !limited && !self.infinite;
        if misread {
            self.depth = Some(1);
        }
        let instead = if misread { "; the search goes to depth 1" } else { "; that is ignored" };
        remarks.extend(lost.iter().map(|wrong| format!("{wrong}{instead}")));
        if self.infinite && limited {
            remarks.push("`go infinite` ends with `stop` alone; its other limits are ignored".into());
            (self.depth, self.nodes, self.mate, self.time) = (None, None, None, None);
        }
        // Without any limit there is nothing to end the search but `stop`.
        self.infinite |= !limited && !misread;
    }

    /// The depth at which a win that was asked for is given up: one in so many moves is seen at twice as many plies.
    pub(super) fn mate_depth(&self) -> Option<u32> {
        self.mate.map(|moves| (2 * moves + 1).min(DEEPEST))
    }
}

impl Numbers {
    /// No limit is longer than a year.
    const LONGEST: u64 = 365 * 24 * 3_600_000;

    fn allowance(&self, side: Side, overhead: Duration, remarks: &mut Vec<String>) -> Option<Allowance> {
        let duration = |milliseconds: u64| Duration::from_millis(milliseconds.min(Numbers::LONGEST));
        let clock = self.left[side.index()].or(self.left[side.other().index()]);
        if let Some(time) = self.move_time {
            if clock.is_some() {
                remarks.push("`go movetime` and a clock contradict each other; the move time counts".into());
            }
            let time = duration(time);
            return Some(Allowance::Move((time - overhead.min(time / 10)).max(Duration::from_millis(1))));
        }
        let left = duration(clock?);
        if self.left[side.index()].is_none() {
            remarks.push("`go` has a clock for the other side alone; it is taken for this one too".into());
        }
        // Some programs say 0 for the rest of the game.
        let moves_to_go = self.moves_to_go.filter(|&moves| moves > 0).map(|moves| moves.min(u32::MAX.into()) as u32);
        let increment = duration(self.increment[side.index()]);
        Some(Allowance::Game(GameClock { moves_to_go, overhead, ..GameClock::new(left, increment) }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{UCI, UGI};
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn read_all(text: &str, side: Side) -> (Go, Vec<String>) {
        Go::read(&text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>(), &UGI, side, ms(20))
    }

    fn read(text: &str) -> Go {
        read_all(text, Side::First).0
    }

    fn clock(text: &str, side: Side) -> GameClock {
        match read_all(text, side).0.time {
            Some(Allowance::Game(clock)) => clock,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn absurd_numbers_become_the_nearest_that_makes_sense() {
        let depth = |text| read(text).depth;
        assert_eq!(depth("depth 0"), Some(1));
        assert_eq!(depth("depth -5"), Some(1));
        assert_eq!(depth("depth 1000000000"), Some(255));
        assert_eq!(depth("depth 99999999999999999999999999999999999999999999999999"), Some(255));
        assert_eq!(read("nodes 0").nodes, Some(0));
        assert_eq!(read("mate 0").mate, Some(1));
        assert_eq!(read("movetime -1").time, Some(Allowance::Move(ms(1))));
        assert_eq!(clock("p1time -500 p2time 3", Side::First).left, ms(0));
        assert_eq!(clock("p1time 99999999999999999999 p1inc 99999999999999999999", Side::First).left, ms(Numbers::LONGEST));
        assert_eq!(clock("p1time 1000 movestogo 0", Side::First).moves_to_go, None);
    }

    /// Once there was no search at all then, and no move.
    #[test]
    fn what_is_no_number_is_ignored_and_a_short_search_follows() {
        for text in ["depth", "depth x", "nodes 1e6", "movetime", "p1time -", "depth 3.5", "mate", "p1inc x", "fast"] {
            let (go, remarks) = read_all(text, Side::First);
            assert_eq!(go, Go { depth: Some(1), ..Go::default() }, "{text}");
            assert!(remarks.len() == 1 && remarks[0].ends_with("; the search goes to depth 1"), "{text}: {remarks:?}");
        }
        for (text, nodes, infinite) in
            [("depth x nodes 5", Some(5), false), ("nodes 5 nodes y", Some(5), false), ("infinite depth x", None, true)]
        {
            let (go, remarks) = read_all(text, Side::First);
            assert_eq!(go, Go { nodes, infinite, ..Go::default() }, "{text}");
            assert!(remarks.len() == 1 && remarks[0].ends_with("; that is ignored"), "{text}: {remarks:?}");
        }
        assert_eq!(read("depth movetime 100").time, Some(Allowance::Move(ms(90))), "a word is no number of the one before");
    }

    #[test]
    fn a_search_for_a_win_ends_without_one() {
        for (text, depth) in [("mate 1", Some(3)), ("mate 3 depth 5", Some(7)), ("mate 999", Some(255)), ("nodes 7", None)] {
            assert_eq!(read(text).mate_depth(), depth, "{text}");
        }
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let text = "p1time 1000 p2time 60000 p1inc 10 p2inc 20 movestogo 7";
        let both = [(Side::First, 1_000, 10), (Side::Second, 60_000, 20)];
        for (side, left, increment) in both {
            let expected = GameClock { moves_to_go: Some(7), overhead: ms(20), ..GameClock::new(ms(left), ms(increment)) };
            assert_eq!(clock(text, side), expected);
        }
        assert_eq!(clock("p1time 1000", Side::Second).left, ms(1_000), "better than none");
        let words = ["btime", "900", "wtime", "100"];
        let (go, _) = Go::read(&words, &UCI, Side::Second, ms(0));
        assert!(matches!(go.time, Some(Allowance::Game(clock)) if clock.left == ms(900)), "{go:?}");
    }

    #[test]
    fn a_move_time_is_shortened_by_what_its_way_costs() {
        assert_eq!(read("movetime 1000").time, Some(Allowance::Move(ms(980))));
        assert_eq!(read("movetime 100").time, Some(Allowance::Move(ms(90))));
    }

    #[test]
    fn without_a_limit_the_search_is_infinite() {
        for (text, infinite) in
            [("", true), ("ponder", true), ("p1inc 5", true), ("depth 3", false), ("mate 2", false), ("searchmoves a b", true)]
        {
            assert_eq!(read(text).infinite, infinite, "{text}");
        }
        assert!(read("ponder p1time 5").ponder);
    }

    #[test]
    fn the_moves_to_choose_from_end_at_the_next_word_that_is_known() {
        let go = read("searchmoves a1 b1 depth 4 searchmoves c1");
        assert_eq!((go.only, go.depth), (vec!["a1".into(), "b1".into(), "c1".into()], Some(4)));
        let (go, remarks) = read_all("searchmoves depth 2", Side::First);
        assert_eq!((go.only.len(), go.depth, remarks.len()), (0, Some(2), 1), "{remarks:?}");
    }

    #[test]
    fn what_contradicts_itself_is_decided_and_remarked_upon() {
        let check = |text: &str, remarks: &[&str]| {
            let (_, found) = read_all(text, Side::First);
            assert_eq!(found.len(), remarks.len(), "{text}: {found:?}");
            assert!(found.iter().zip(remarks).all(|(found, part)| found.contains(part)), "{text}: {found:?}");
        };
        check("depth 3 nodes 5 p1time 100", &[]);
        check("infinite movetime 5 depth 3", &["`stop` alone"]);
        assert_eq!(read("infinite movetime 5 depth 3"), Go { infinite: true, ..Go::default() });
        check("movetime 5 p1time 100", &["contradict"]);
        check("depth 3 depth 5", &["said twice"]);
        check("p1time -5 p1inc -7", &["`go p1time` cannot be less than 0", "`go p1inc` cannot be less than 0"]);
        check("depth -1", &["`go depth` cannot be less than 1"]);
        check("p2time 5", &["other side"]);
        check("fast depth 2 now", &["`fast now`"]);
    }
}
