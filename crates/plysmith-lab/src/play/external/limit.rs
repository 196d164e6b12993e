//! What limits a search of another program, and how long we wait for it.

use std::time::Duration;

use plysmith::game::Side;
use plysmith::protocol::Dialect;

/// The limit of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A number of nodes, as the engine counts them.
    Nodes(u64),
    /// A depth in plies.
    Depth(u32),
    /// A time for this move.
    MoveTime(Duration),
    /// The clocks of a game.
    Clock {
        /// The side that is to move.
        side: Side,
        /// The time that is left to each side.
        left: [Duration; 2],
        /// What each side gains with a move.
        increment: [Duration; 2],
    },
}

impl Limit {
    /// The command that begins the search.
    pub(super) fn command(&self, dialect: &Dialect) -> String {
        match self {
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Limit::Clock { left, increment, .. } => {
                let ([time1, time2], [gain1, gain2]) = (dialect.times, dialect.increments);
                let ([left1, left2], [increment1, increment2]) =
                    (left.map(|time| time.as_millis()), increment.map(|time| time.as_millis()));
                format!("go {time1} {left1} {time2} {left2} {gain1} {increment1} {gain2} {increment2}")
            }
        }
    }

    /// After this an engine that has not answered counts as hung.
    pub(super) fn deadline(&self, patience: &Patience) -> Duration {
        match self {
            Limit::Nodes(_) | Limit::Depth(_) => patience.search,
            Limit::MoveTime(time) => time.saturating_add(patience.margin),
            Limit::Clock { side, left, .. } => left[side.index()].saturating_add(patience.margin),
        }
    }
}

/// How long we wait for another program before it counts as hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until it has said hello, and until it is ready.
    pub start: Duration,
    /// For a move without a limit in time.
    pub search: Duration,
    /// Beyond a limit in time. Whether the engine kept to the limit itself, [`super::Answer::time`] says.
    pub margin: Duration,
    /// Until it has quit.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(15),
            search: Duration::from_secs(60),
            margin: Duration::from_secs(5),
            quit: Duration::from_millis(500),
        }
    }
}

#[cfg(test)]
mod tests {
    use plysmith::protocol::UGI;

    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    const CLOCK: Limit = Limit::Clock { side: Side::Second, left: [ms(60_000), ms(30_000)], increment: [ms(100), ms(200)] };

    #[test]
    fn each_limit_has_its_words_in_the_dialect() {
        let check = |limit: Limit, text| assert_eq!(limit.command(&UGI), text);
        check(Limit::Nodes(5_000), "go nodes 5000");
        check(Limit::Depth(7), "go depth 7");
        check(Limit::MoveTime(ms(1_500)), "go movetime 1500");
        check(CLOCK, "go p1time 60000 p2time 30000 p1inc 100 p2inc 200");
        let other = Dialect { times: ["wtime", "btime"], increments: ["winc", "binc"], ..UGI };
        assert_eq!(CLOCK.command(&other), "go wtime 60000 btime 30000 winc 100 binc 200");
    }

    #[test]
    fn the_deadline_of_a_timed_search_is_its_limit_and_a_margin() {
        let patience = Patience { search: ms(7), margin: ms(10), ..Patience::default() };
        for (limit, deadline) in
            [(Limit::Nodes(1), ms(7)), (Limit::Depth(1), ms(7)), (Limit::MoveTime(ms(500)), ms(510)), (CLOCK, ms(30_010))]
        {
            assert_eq!(limit.deadline(&patience), deadline, "{limit:?}");
        }
        assert_eq!(Limit::MoveTime(Duration::MAX).deadline(&patience), Duration::MAX);
    }
}
