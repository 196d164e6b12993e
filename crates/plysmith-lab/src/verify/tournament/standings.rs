//! How the players of a tournament stand.

use std::cmp::Reverse;

use serde::Serialize;

use super::swiss::{Past, Round};
use crate::verify::{Effort, Tally, Trinomial};

/// What two players have played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meeting {
    /// The two, the earlier entry first; the tally is told from its side.
    pub players: [usize; 2],
    /// How it went.
    pub tally: Tally,
}

/// How a player stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// The player, in the order of entry.
    pub player: usize,
    /// The games that count.
    pub games: Trinomial,
    /// Byes.
    pub byes: usize,
    /// Points, those of byes included.
    pub points: f64,
    /// The points of all opponents added up, for each time they met. A bye has no opponent.
    pub buchholz: f64,
    /// What the player did in all games.
    pub effort: Effort,
}

impl Standing {
    /// The share of the points of games.
    pub fn share(&self) -> Option<f64> {
        (self.games.games() > 0).then(|| self.games.points() / self.games.games() as f64)
    }
}

/// The standing of each player, in the order of entry. A bye is worth so many points in each round.
pub(super) fn standings(players: usize, meetings: &[Meeting], rounds: &[Round], byes: &[u64]) -> Vec<Standing> {
    let mut standings: Vec<Standing> = (0..players).map(|player| Standing { player, ..Standing::default() }).collect();
    for Meeting { players, tally } in meetings {
        for (place, games) in [tally.games, tally.games.mirrored()].into_iter().enumerate() {
            let standing = &mut standings[players[place]];
            standing.games += games;
            standing.effort += tally.efforts[place];
        }
    }
    for standing in &mut standings {
        let gifts =
            rounds.iter().zip(byes).filter(|(round, _)| round.bye == Some(standing.player)).map(|(_, points)| *points as f64);
        standing.byes = rounds.byes(standing.player);
        standing.points = standing.games.points() + gifts.sum::<f64>();
    }
    let points: Vec<f64> = standings.iter().map(|standing| standing.points).collect();
    if rounds.is_empty() {
        for Meeting { players: [one, other], .. } in meetings {
            standings[*one].buchholz += points[*other];
            standings[*other].buchholz += points[*one];
        }
    }
    for [one, other] in rounds.iter().flat_map(|round| &round.pairings) {
        standings[*one].buchholz += points[*other];
        standings[*other].buchholz += points[*one];
    }
    standings
}

/// By points, then by Buchholz, then by entry.
pub(super) fn by_points(standings: &mut [Standing]) {
    // Points are halves, so that twice of them is exact.
    let twice = |points: f64| Reverse((2.0 * points) as u64);
    standings.sort_by_key(|standing| (twice(standing.points), twice(standing.buchholz), standing.player));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::Pentanomial;

    fn meeting(players: [usize; 2], wins: u64, draws: u64, losses: u64) -> Meeting {
        let efforts = [Effort { moves: 1, faults: 1, ..Effort::default() }, Effort { moves: 10, ..Effort::default() }];
        let games = Trinomial { wins, draws, losses };
        Meeting { players, tally: Tally { games, efforts, pairs: Pentanomial::default(), ..Tally::default() } }
    }

    /// Five players, two rounds of two games, added up by hand.
    #[test]
    fn points_byes_and_buchholz_add_up() {
        let rounds =
            [Round { pairings: vec![[0, 1], [2, 3]], bye: Some(4) }, Round { pairings: vec![[0, 4], [1, 2]], bye: Some(3) }];
        let meetings = [meeting([0, 1], 2, 0, 0), meeting([0, 4], 0, 1, 1), meeting([1, 2], 1, 0, 1), meeting([2, 3], 0, 2, 0)];
        let mut table = standings(5, &meetings, &rounds, &[2, 2]);
        let figures = |table: &[Standing]| -> Vec<(usize, f64, f64)> {
            table.iter().map(|standing| (standing.player, standing.points, standing.buchholz)).collect()
        };
        assert_eq!(figures(&table), [(0, 2.5, 4.5), (1, 1.0, 4.5), (2, 2.0, 4.0), (3, 3.0, 2.0), (4, 3.5, 2.5)]);
        assert_eq!(table[0].games, Trinomial { wins: 2, draws: 1, losses: 1 });
        assert_eq!((table[0].effort.faults, table[1].effort.moves, table[4].byes), (2, 11, 1));
        assert_eq!((table[0].share(), table[3].share()), (Some(0.625), Some(0.5)));
        by_points(&mut table);
        assert_eq!(table.iter().map(|standing| standing.player).collect::<Vec<_>>(), [4, 3, 0, 2, 1]);
    }

    #[test]
    fn equal_points_are_parted_by_buchholz_and_then_by_entry() {
        let standing = |player, points, buchholz| Standing { player, points, buchholz, ..Standing::default() };
        let mut table = vec![standing(0, 1.5, 3.0), standing(1, 1.5, 3.5), standing(2, 2.0, 0.0), standing(3, 1.5, 3.5)];
        by_points(&mut table);
        assert_eq!(table.iter().map(|standing| standing.player).collect::<Vec<_>>(), [2, 1, 3, 0]);
    }
}
