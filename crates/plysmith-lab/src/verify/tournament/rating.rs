//! Ratings of many players on one scale, from who scored how much against whom.
//!
//! The model is that of Zermelo (1929) and of Bradley and Terry (1952) on the scale of Elo: the share of the points that a player takes from another
//! is expected to be logistic in the difference of their ratings, and a draw is half a point. The most likely ratings are found by Newton's method,
//! shifted to a mean of 0; their errors come from the inverse of the Fisher information. That takes a game for a coin: draws, and openings played from
//! both sides, vary less, so that with many of them the truth lies in the interval more often than it promises.
//!
//! A player who won everything has no most likely rating. A [`Prior`] of virtual draws against the mean player keeps it finite, and relates groups that
//! never met, though only by the guess that they are about as strong: [`Ladder::groups`] tells that there are several.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::statistics::{Interval, Level};

/// Elo of a unit of the natural logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// What is believed before the first game: so many draws of every player against one of rating 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prior {
    /// The number of draws.
    pub draws: f64,
}

impl Prior {
    /// Nothing is believed.
    pub const NONE: Prior = Prior { draws: 0.0 };
}

impl Default for Prior {
    /// One draw.
    fn default() -> Prior {
        Prior { draws: 1.0 }
    }
}

/// The ratings of all players. Their mean is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    elos: Vec<f64>,
    /// In squares of Elo.
    covariance: Vec<Vec<f64>>,
    /// The group of each player.
    group: Vec<usize>,
}

impl Ladder {
    /// The most likely ratings if `points[i][j]` is what player i scored against player j. There are none without a prior if some players won every
    /// point against the others, or never met them.
    pub fn of(points: &[Vec<f64>], prior: Prior) -> Option<Ladder> {
        let players = points.len();
        if prior.draws <= 0.0 {
            let everybody = |reached: Vec<bool>| reached.into_iter().all(|reached| reached);
            let below = reached(players, 0, |from, to| points[from][to] > 0.0);
            let above = reached(players, 0, |from, to| points[to][from] > 0.0);
            if !(everybody(below) && everybody(above)) {
                return None;
            }
        }
        let model = Model { points, draws: prior.draws.max(0.0) };
        let ratings = model.most_likely();
        let mean = ratings.iter().sum::<f64>() / players.max(1) as f64;
        let elos = ratings.iter().map(|rating| (rating - mean) * ELO).collect();
        let covariance = centred(inverse(model.information(&ratings)), ELO * ELO);
        Some(Ladder { elos, covariance, group: groups(points) })
    }

    /// The rating of a player, with an interval of 95 %.
    pub fn rating(&self, player: usize) -> Interval {
        interval(self.elos[player], self.covariance[player][player])
    }

    /// By how much a player is rated above another, with an interval of 95 %.
    pub fn difference(&self, player: usize, other: usize) -> Interval {
        interval(self.elos[player] - self.elos[other], self.variance(player, other))
    }

    /// Likelihood of superiority: the probability that a player is stronger than another.
    pub fn los(&self, player: usize, other: usize) -> f64 {
        let (difference, error) = (self.elos[player] - self.elos[other], self.variance(player, other).sqrt());
        if error == 0.0 { 0.5 } else { Normal::standard().cdf(difference / error) }
    }

    /// How many groups of players there are that never met: ratings of different groups say nothing about each other.
    pub fn groups(&self) -> usize {
        self.group.iter().max().map_or(0, |last| last + 1)
    }

    fn variance(&self, player: usize, other: usize) -> f64 {
        let covariance = &self.covariance;
        (covariance[player][player] + covariance[other][other] - 2.0 * covariance[player][other]).max(0.0)
    }
}

fn interval(value: f64, variance: f64) -> Interval {
    let reach = Level::default().quantile() * variance.max(0.0).sqrt();
    Interval { value, low: value - reach, high: value + reach }
}

/// Who can be reached from a player.
fn reached(players: usize, start: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; players];
    let mut open: Vec<usize> = (start < players).then_some(start).into_iter().collect();
    while let Some(player) = open.pop() {
        if !std::mem::replace(&mut reached[player], true) {
            open.extend((0..players).filter(|&next| edge(player, next)));
        }
    }
    reached
}

/// The number of each player's group: those that met, or met someone who did, and so on.
fn groups(points: &[Vec<f64>]) -> Vec<usize> {
    let mut group = vec![None; points.len()];
    let mut next = 0;
    for player in 0..points.len() {
        if group[player].is_some() {
            continue;
        }
        let members = reached(points.len(), player, |one, other| points[one][other] + points[other][one] > 0.0);
        members.iter().zip(&mut group).filter(|(member, _)| **member).for_each(|(_, group)| *group = Some(next));
        next += 1;
    }
    group.into_iter().flatten().collect()
}

/// The likelihood of ratings on the natural logistic scale.
struct Model<'m> {
    points: &'m [Vec<f64>],
    draws: f64,
}

impl Model<'_> {
    /// Newton's method. The likelihood has one summit; from far away a whole step may go beyond it, and half of one is tried. Close to it, where the
    /// likelihood is flat to the last digit, steps are right.
    fn most_likely(&self) -> Vec<f64> {
        let mut ratings = vec![0.0; self.points.len()];
        for _ in 0..100 {
            let step = times(&inverse(self.information(&ratings)), &self.slope(&ratings));
            let length = step.iter().fold(0.0_f64, |length, step| length.max(step.abs()));
            if length < 1e-12 {
                break;
            }
            let here = self.likelihood(&ratings);
            let after =
                |scale: f64| -> Vec<f64> { ratings.iter().zip(&step).map(|(rating, step)| rating + scale * step).collect() };
            let mut scale = 1.0;
            while scale * length > 0.01 && self.likelihood(&after(scale)) <= here {
                scale /= 2.0;
            }
            ratings = after(scale);
        }
        ratings
    }

    /// The logarithm of the likelihood.
    fn likelihood(&self, ratings: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (mine, row) in ratings.iter().zip(self.points) {
            sum += row.iter().zip(ratings).map(|(points, other)| points * log_logistic(mine - other)).sum::<f64>();
            sum += self.draws / 2.0 * (log_logistic(*mine) + log_logistic(-mine));
        }
        sum
    }

    /// Where the likelihood rises: points taken beyond those expected.
    fn slope(&self, ratings: &[f64]) -> Vec<f64> {
        let slope = |player: usize| {
            let surplus = |other: usize| {
                let (won, lost) = (self.points[player][other], self.points[other][player]);
                won - (won + lost) * logistic(ratings[player] - ratings[other])
            };
            (0..ratings.len()).filter(|&other| other != player).map(surplus).sum::<f64>()
                + self.draws * (0.5 - logistic(ratings[player]))
        };
        (0..ratings.len()).map(slope).collect()
    }

    /// The Fisher information. Without a prior it knows nothing about the mean of all ratings; the mean is then pinned down, which changes no
    /// difference.
    fn information(&self, ratings: &[f64]) -> Vec<Vec<f64>> {
        let players = ratings.len();
        let mut information = vec![vec![0.0; players]; players];
        for one in 0..players {
            information[one][one] += self.draws * weight(ratings[one]);
            for other in 0..one {
                let games = self.points[one][other] + self.points[other][one];
                let known = games * weight(ratings[one] - ratings[other]);
                information[one][one] += known;
                information[other][other] += known;
                information[one][other] -= known;
                information[other][one] -= known;
            }
        }
        if self.draws == 0.0 {
            let pin = (0..players).map(|player| information[player][player]).sum::<f64>() / (players * players) as f64;
            let pin = if pin > 0.0 { pin } else { 1.0 };
            information.iter_mut().flatten().for_each(|entry| *entry += pin);
        }
        information
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// What a game tells about the difference of its players.
fn weight(difference: f64) -> f64 {
    logistic(difference) * logistic(-difference)
}

/// The logarithm of [`logistic`], without overflow far out.
fn log_logistic(x: f64) -> f64 {
    x.min(0.0) - (-x.abs()).exp().ln_1p()
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(entry, factor)| entry * factor).sum()).collect()
}

/// The inverse of a positive definite matrix, by Gauss-Jordan elimination in place; such a matrix needs no exchange of rows.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for pivot in 0..matrix.len() {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|entry| *entry *= scale);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&pivot_row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    matrix
}

/// The covariance of ratings minus their mean, times a scale.
fn centred(covariance: Vec<Vec<f64>>, scale: f64) -> Vec<Vec<f64>> {
    let players = covariance.len() as f64;
    let means: Vec<f64> = covariance.iter().map(|row| row.iter().sum::<f64>() / players).collect();
    let mean = means.iter().sum::<f64>() / players;
    let entry = |entry: f64, row: usize, column: usize| (entry - means[row] - means[column] + mean) * scale;
    covariance
        .iter()
        .enumerate()
        .map(|(row, entries)| entries.iter().enumerate().map(|(column, &found)| entry(found, row, column)).collect())
        .collect()
}

#[cfg(test)]
mod tests;
