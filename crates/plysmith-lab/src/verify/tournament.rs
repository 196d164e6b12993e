//! A tournament: many players, pairs of games between those that the format lets meet, and how all of them stand.
//!
//! Everybody meets everybody, or the first meets all others, or a Swiss system pairs players with about equal points in rounds. Every encounter goes
//! through the same openings, each from both sides. As in a match, results count in the order of the games and a pair of games that repeats an earlier
//! one of the same players counts once, so that a tournament is the same whatever the number of threads.
//!
//! ```
//! use plysmith_lab::verify::tournament::{Ladder, Prior};
//!
//! // Three players: the first scored 7 of 10 against the second and 6 against the third, who drew all games with each other.
//! let points = [vec![0.0, 7.0, 6.0], vec![3.0, 0.0, 5.0], vec![4.0, 5.0, 0.0]];
//! let ladder = Ladder::of(&points, Prior::default()).expect("with a prior there are always ratings");
//! assert!(ladder.rating(0).value > ladder.rating(1).value && ladder.los(0, 1) > 0.5);
//! ```

mod rating;
mod schedule;
mod standings;
mod swiss;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use plysmith::arena::Line;
use serde::{Deserialize, Serialize};

pub use rating::{Ladder, Prior};
use schedule::{Schedule, Slot};
pub use standings::{Meeting, Standing};
use swiss::Past;
pub use swiss::Round;

use super::matching::{Entrant, MatchGame, Scorer, pair_game};
use crate::lab::{Lab, LabError, Remark, Stage};
use crate::play::{Adjudication, Played};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
    /// In each round everybody meets someone with about as many points, nobody twice if there is a way.
    Swiss {
        /// How many rounds there are.
        rounds: usize,
    },
}

impl Format {
    /// How many openings it takes that nobody has to play one twice against the same player.
    pub fn openings(self, players: usize, pairs: usize) -> usize {
        match self {
            // By Dirac's theorem there is a round without repetition while everybody has half of the others left.
            Format::Swiss { rounds } if 2 * rounds > players => 2 * pairs,
            _ => pairs,
        }
    }
}

/// What is to be played.
pub struct Tournament<'t> {
    /// Who takes part, in the order of entry.
    pub players: &'t [Entrant],
    /// Where games begin; the pairs of games of two players go through them in turn. There is at least one.
    pub openings: &'t [Line],
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games of an encounter.
    pub pairs: usize,
    /// When games are ended before their rules do.
    pub adjudication: Adjudication,
    /// Tells games that cannot be repeated apart from those of other tournaments.
    pub occasion: &'t str,
}

/// A game of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentGame {
    /// Its number in the tournament, from 0.
    pub number: usize,
    /// Round, encounter in it, and game in that, each from 1. Where there are no rounds, a pair of games of everybody is one.
    pub round: [usize; 3],
    /// The two players, the earlier entry first.
    pub players: [usize; 2],
    /// The game, told from the side of the earlier entry.
    pub game: MatchGame,
}

/// How a tournament went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Results {
    /// Everything that two players have played, in the order of entry.
    pub meetings: Vec<Meeting>,
    /// The rounds of a Swiss tournament.
    pub rounds: Vec<Round>,
    /// The players in the order of their ranks: by points and Buchholz in a Swiss tournament, by rating in others.
    pub table: Vec<Standing>,
}

impl Results {
    /// What each player scored against each other, in the order of entry; those who never met have no score.
    pub fn cross_table(&self) -> Vec<Vec<Option<f64>>> {
        let players = self.table.len();
        let mut cross = vec![vec![None; players]; players];
        for Meeting { players: [one, other], tally } in self.meetings.iter().filter(|meeting| meeting.tally.games.games() > 0) {
            cross[*one][*other] = Some(tally.games.points());
            cross[*other][*one] = Some(tally.games.mirrored().points());
        }
        cross
    }

    /// The ratings of all players, in the order of entry.
    pub fn ladder(&self, prior: Prior) -> Option<Ladder> {
        let points: Vec<Vec<f64>> =
            self.cross_table().into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect()).collect();
        Ladder::of(&points, prior)
    }

    /// Games played, those that repeat others included.
    pub fn played(&self) -> u64 {
        self.meetings.iter().map(|meeting| meeting.tally.played).sum()
    }

    /// Different games.
    pub fn distinct(&self) -> u64 {
        self.meetings.iter().map(|meeting| meeting.tally.distinct).sum()
    }
}

/// A tournament that goes on.
#[derive(Default)]
struct State {
    scorers: BTreeMap<[usize; 2], Scorer>,
    rounds: Vec<Round>,
    /// What a bye was worth in each round.
    byes: Vec<u64>,
    /// Games of the stages that are over.
    games: usize,
}

impl State {
    fn meetings(&self) -> Vec<Meeting> {
        self.scorers.iter().map(|(&players, scorer)| Meeting { players, tally: scorer.tally().clone() }).collect()
    }

    /// The players by points.
    fn table(&self, players: usize) -> Vec<Standing> {
        let mut table = standings::standings(players, &self.meetings(), &self.rounds, &self.byes);
        standings::by_points(&mut table);
        table
    }

    /// Games that count between two players.
    fn counted(&self, players: &[usize; 2]) -> u64 {
        self.scorers.get(players).map_or(0, |scorer| scorer.tally().games.games())
    }
}

impl Tournament<'_> {
    /// Plays. `heard` gets every game in order.
    pub fn play(&self, lab: &mut Lab, mut heard: impl FnMut(&TournamentGame, &Line)) -> Result<Results, LabError> {
        let players = self.players.len();
        let mut state = State::default();
        if let Format::Swiss { rounds } = self.format {
            for number in 1..=rounds {
                let order: Vec<usize> = state.table(players).iter().map(|standing| standing.player).collect();
                let round = swiss::next_round(&order, &state.rounds[..]);
                let before: Vec<u64> = round.pairings.iter().map(|pairing| state.counted(pairing)).collect();
                self.stage(lab, &format!("round {number}"), &round.pairings, &mut state, &mut heard)?;
                // An encounter in which games repeat others is worth less, and a bye is worth no more than one.
                let worth = round.pairings.iter().zip(before).map(|(pairing, before)| state.counted(pairing) - before).max();
                state.byes.push(worth.unwrap_or(0));
                state.rounds.push(round);
            }
        } else {
            self.stage(lab, "tournament", &self.format.pairings(players), &mut state, &mut heard)?;
        }
        Ok(self.results(&state))
    }

    fn stage(
        &self,
        lab: &mut Lab,
        name: &str,
        pairings: &[[usize; 2]],
        state: &mut State,
        heard: &mut impl FnMut(&TournamentGame, &Line),
    ) -> Result<(), LabError> {
        let before = |pairing: &[usize; 2]| self.pairs * state.rounds.met(pairing[0], pairing[1]);
        let schedule = Schedule { tables: pairings.iter().map(|pairing| (*pairing, before(pairing))).collect(), pairs: self.pairs };
        let first = state.games;
        lab.each(
            Stage::new(name, schedule.games()),
            |index| {
                let Slot { players, pair, swapped, .. } = schedule.slot(index);
                let occasion = || format!("{} game {}", self.occasion, first + index);
                pair_game(players.map(|player| &self.players[player]), swapped, self.opening(pair).1, self.adjudication, occasion)
            },
            |index, played| {
                self.take(schedule.slot(index), played, state, heard);
                ControlFlow::Continue((index % 2 == 1).then(|| Remark::text(self.note(state))))
            },
        )
    }

    fn opening(&self, pair: usize) -> (usize, &Line) {
        let opening = pair % self.openings.len();
        (opening, &self.openings[opening])
    }

    fn take(&self, slot: Slot, played: Played, state: &mut State, heard: &mut impl FnMut(&TournamentGame, &Line)) {
        let Slot { table, players, turn, pair, swapped } = slot;
        let (opening, line) = self.opening(pair);
        let mut game = MatchGame { pair, swapped, opening, played, duplicate: false };
        game.duplicate = state.scorers.entry(players).or_default().take(game.clone(), line);
        let round = match self.format {
            Format::Swiss { .. } => [state.rounds.len() + 1, table + 1, 2 * turn + usize::from(swapped) + 1],
            _ => [turn + 1, table + 1, usize::from(swapped) + 1],
        };
        heard(&TournamentGame { number: state.games, round, players, game }, line);
        state.games += 1;
    }

    /// Who leads, for those who watch.
    fn note(&self, state: &State) -> String {
        match state.table(self.players.len()).first() {
            Some(best) => format!("{} leads with {:.1}", self.players[best.player].name, best.points),
            None => String::new(),
        }
    }

    fn results(&self, state: &State) -> Results {
        let table = state.table(self.players.len());
        let mut results = Results { meetings: state.meetings(), rounds: state.rounds.clone(), table };
        if !matches!(self.format, Format::Swiss { .. })
            && let Some(ladder) = results.ladder(Prior::default())
        {
            // Ratings that differ by less than this are equal but for rounding, and then the order by points stays.
            let micros = |standing: &Standing| (ladder.rating(standing.player).value * 1e6).round() as i64;
            results.table.sort_by_key(|standing| -micros(standing));
        }
        results
    }
}

#[cfg(test)]
mod tests;
