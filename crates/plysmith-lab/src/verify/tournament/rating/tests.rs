use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::verify::{elo_of_score, score_of_elo};

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} is not {expected} ± {within}");
}

fn margin(interval: Interval) -> f64 {
    interval.margin().unwrap()
}

/// The season 1987 of the American League, Eastern Division: 13 games each. Agresti, Categorical Data Analysis (2002), table 10.11, has the estimates
/// relative to the last with two digits and calls their standard errors about 0.3; the package BradleyTerry2 keeps them as a test. The errors here are
/// from a separate program (minorisation-maximisation with the last team fixed, information by differences).
#[test]
fn ratings_agree_with_the_published_baseball_season() {
    let wins = [
        ("Milwaukee", [0, 7, 9, 7, 7, 9, 11], 1.58, 0.3433),
        ("Detroit", [6, 0, 7, 5, 11, 9, 9], 1.44, 0.3396),
        ("Toronto", [4, 6, 0, 7, 7, 8, 12], 1.29, 0.3367),
        ("New York", [6, 8, 6, 0, 6, 7, 10], 1.25, 0.3359),
        ("Boston", [6, 2, 6, 7, 0, 7, 12], 1.11, 0.3339),
        ("Cleveland", [4, 4, 5, 6, 6, 0, 6], 0.68, 0.3319),
        ("Baltimore", [2, 4, 1, 3, 1, 7, 0], 0.0, 0.0),
    ];
    let points: Vec<Vec<f64>> = wins.iter().map(|(_, row, ..)| row.iter().map(|&wins| f64::from(wins)).collect()).collect();
    let ladder = Ladder::of(&points, Prior::NONE).unwrap();
    for (team, (_, _, estimate, error)) in wins.into_iter().enumerate() {
        let found = ladder.difference(team, 6);
        near(found.value / ELO, estimate, 0.005);
        near(margin(found) / Level::default().quantile() / ELO, error, 0.00005);
    }
}

/// The figures are from a separate program, in which the prior is one more player whose rating is fixed.
#[test]
fn ratings_agree_with_a_separate_program_with_and_without_the_prior() {
    let points = [[0.0, 6.5, 3.0, 0.0], [3.5, 0.0, 4.5, 2.0], [1.0, 5.5, 0.0, 5.0], [0.0, 0.0, 3.0, 0.0]].map(Vec::from);
    for (prior, expected, los) in [
        (Prior::NONE, [(138.81, 163.79), (14.48, 122.49), (-4.96, 116.51), (-148.33, 190.28)], 0.8868),
        (Prior::default(), [(126.45, 155.85), (10.46, 118.44), (-3.71, 113.30), (-133.20, 178.93)], 0.8778),
    ] {
        let ladder = Ladder::of(&points, prior).unwrap();
        for (player, (elo, error)) in expected.into_iter().enumerate() {
            near(ladder.rating(player).value, elo, 0.006);
            near(margin(ladder.rating(player)), error, 0.006);
        }
        near(ladder.los(0, 1), los, 0.00006);
        near(ladder.los(0, 1) + ladder.los(1, 0), 1.0, 1e-12);
    }
}

/// The error of a share p of n coins is √(p(1-p)/n), which in Elo is 1/√(np(1-p)) units.
#[test]
fn two_players_have_the_elo_of_their_score() {
    for (won, lost) in [(7.5, 2.5), (1.0, 99.0), (50.0, 50.0), (999_999.5, 0.5)] {
        let ladder = Ladder::of(&[vec![0.0, won], vec![lost, 0.0]], Prior::NONE).unwrap();
        let (games, share) = (won + lost, won / (won + lost));
        let found = ladder.difference(0, 1);
        near(found.value, elo_of_score(share), 1e-6);
        near(margin(found), Level::default().quantile() * ELO / (games * share * (1.0 - share)).sqrt(), 1e-3);
        near(ladder.rating(0).value, -ladder.rating(1).value, 1e-9);
    }
}

#[test]
fn equal_scores_are_equal_ratings_and_the_mean_is_zero() {
    let points: Vec<Vec<f64>> = (0..5).map(|row| (0..5).map(|column| if row == column { 0.0 } else { 3.5 }).collect()).collect();
    for prior in [Prior::NONE, Prior::default()] {
        let ladder = Ladder::of(&points, prior).unwrap();
        for player in 0..5 {
            near(ladder.rating(player).value, 0.0, 1e-9);
            near(margin(ladder.rating(player)), margin(ladder.rating(0)), 1e-9);
            near(ladder.los(player, (player + 1) % 5), 0.5, 1e-9);
        }
    }
    // Each beats the next, all in a circle.
    let circle = Ladder::of(&[vec![0.0, 8.0, 2.0], vec![2.0, 0.0, 8.0], vec![8.0, 2.0, 0.0]], Prior::NONE).unwrap();
    (0..3).for_each(|player| near(circle.rating(player).value, 0.0, 1e-9));
}

/// The figures of 20 to 0 are from the separate program.
#[test]
fn who_won_everything_has_a_finite_rating_by_the_prior_alone() {
    let points = [vec![0.0, 20.0], vec![0.0, 0.0]];
    assert_eq!(Ladder::of(&points, Prior::NONE), None);
    let ladder = Ladder::of(&points, Prior::default()).unwrap();
    near(ladder.rating(0).value, 343.03, 0.006);
    near(margin(ladder.rating(0)), 261.30, 0.006);
    let many = Ladder::of(&[vec![0.0, 1e6], vec![0.0, 0.0]], Prior::default()).unwrap();
    assert!(many.rating(0).value > 1_000.0 && margin(many.rating(0)).is_finite(), "{many:?}");
}

#[test]
fn groups_that_never_met_are_told_and_each_is_about_zero() {
    let points = [[0.0, 9.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 6.0], [0.0, 0.0, 4.0, 0.0]].map(Vec::from);
    assert_eq!(Ladder::of(&points, Prior::NONE), None);
    let ladder = Ladder::of(&points, Prior::default()).unwrap();
    assert_eq!(ladder.groups(), 2);
    near(ladder.rating(0).value + ladder.rating(1).value, 0.0, 1e-6);
    assert!(margin(ladder.difference(0, 2)) > 1.5 * margin(ladder.difference(2, 3)), "{ladder:?}");
    let nobody = Ladder::of(&[vec![0.0; 2], vec![0.0; 2]], Prior::default()).unwrap();
    assert_eq!((nobody.groups(), nobody.rating(0).value), (2, 0.0));
    assert_eq!(Ladder::of(&[], Prior::default()).unwrap().groups(), 0);
}

/// Games without draws, which the model takes for what they are. 600 tournaments of five players are 3,000 intervals, of which five of a tournament
/// hang together: 95 % ± 1.7 % would be three standard deviations even if they were one.
#[test]
fn known_ratings_lie_in_their_intervals_about_95_times_of_100() {
    let truth = [150.0, 60.0, 0.0, -40.0, -170.0];
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut inside, mut all) = (0, 0);
    for _ in 0..600 {
        let mut points = vec![vec![0.0; 5]; 5];
        for one in 0..5 {
            for other in 0..one {
                for _ in 0..40 {
                    let won = random.random_bool(score_of_elo(truth[one] - truth[other]));
                    let (winner, loser) = if won { (one, other) } else { (other, one) };
                    points[winner][loser] += 1.0;
                }
            }
        }
        let ladder = Ladder::of(&points, Prior::default()).unwrap();
        for (player, &elo) in truth.iter().enumerate() {
            let rating = ladder.rating(player);
            inside += usize::from(rating.low <= elo && elo <= rating.high);
            all += 1;
        }
    }
    let share = inside as f64 / all as f64;
    near(share, 0.95, 0.017);
}
