//! Whole games by a clock that only the test moves: it runs unevenly, and sometimes it stands still for the search but not for the game.

use std::sync::{Mutex, PoisonError};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::limits::{Limits, Meter};
use super::*;
use crate::position::Position;
use crate::testing::Heaps;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// How a tournament sets its clocks.
#[derive(Debug)]
struct Control {
    base: Duration,
    increment: Duration,
    /// The base comes again after so many moves.
    period: Option<u32>,
    overhead: Duration,
    /// What passes between two looks at the clock.
    look: Duration,
    /// Whether the side knows how many moves were played; who is told positions without their moves does not.
    counted: bool,
}

/// Time passes by being looked at.
struct Simulated(Mutex<Passing>);

struct Passing {
    elapsed: Duration,
    look: Duration,
    /// The computer does something else for so long, once in this move.
    stall: Duration,
    rng: Pcg64Mcg,
}

impl Simulated {
    fn start(control: &Control, seed: u64) -> Arc<Simulated> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let stalls = rng.random_range(0..20) == 0;
        let stall = if stalls { control.overhead.mul_f64(rng.random_range(0.2..0.95)) } else { Duration::ZERO };
        Arc::new(Simulated(Mutex::new(Passing { elapsed: Duration::ZERO, look: control.look, stall, rng })))
    }

    /// What the move has cost when it has arrived. A stall that has not come yet comes now, where nothing can be done about it.
    fn stop(&self) -> Duration {
        let mut passing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let way = passing.rng.random_range(0.0..0.3);
        passing.elapsed + passing.stall + Duration::from_secs_f64(way / 1_000.0)
    }
}

impl Clock for Simulated {
    fn elapsed(&self) -> Duration {
        let mut passing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let jitter = passing.rng.random_range(0.3..1.7);
        let look = passing.look.mul_f64(jitter);
        passing.elapsed += look;
        if passing.rng.random_range(0..50) == 0 {
            let stall = std::mem::take(&mut passing.stall);
            passing.elapsed += stall;
        }
        passing.elapsed
    }
}

/// Iterations that grow, with a best move that changes now and then: what the driver does, at the price of counting.
fn think(limits: &Limits, growth: f64, rng: &mut Pcg64Mcg) {
    let mut meter = Meter::new(limits);
    let mut steadiness = Steadiness::new(30);
    let (mut cost, mut best, mut score): (f64, _, _) = (100.0, 0, 0);
    loop {
        for _ in 0..cost as u64 {
            if meter.count().is_err() {
                return;
            }
        }
        if rng.random_range(0..4) == 0 {
            best = rng.random_range(0..30);
        }
        score += rng.random_range(-30..30);
        steadiness.hear(best, Score::evaluation(score), meter.nodes());
        if meter.is_late(&steadiness) {
            return;
        }
        // What is left in the table of the search before makes the first iterations cheap, and one of the later ones dear.
        cost *= if rng.random_range(0..8) == 0 { 4.0 * growth } else { growth * rng.random_range(0.7..1.3) };
    }
}

/// Plays a side of a game; the time left after each move. Panics when the flag falls.
fn play(control: &Control, moves: u32, seed: u64, mut think: impl FnMut(&Limits, u32)) -> Vec<Duration> {
    let mut left = control.base;
    let mut history = Vec::new();
    for number in 0..moves {
        let moves_to_go = control.period.map(|period| period - number % period);
        let game = GameClock { moves_to_go, overhead: control.overhead, ..GameClock::new(left, control.increment) };
        let game = if control.counted { game.after(2 * number as usize) } else { game };
        let clock = Simulated::start(control, seed * 100_000 + u64::from(number));
        let limits = Limits { time: Some(game.limit(Arc::clone(&clock) as Arc<dyn Clock>)), ..Limits::default() };
        think(&limits, number);
        let used = clock.stop();
        assert!(used < left, "seed {seed}, move {number}: {used:?} used of {left:?}, {control:?}");
        left = left - used + control.increment;
        if moves_to_go == Some(1) {
            left += control.base;
        }
        history.push(left);
    }
    history
}

/// The flag never falls in many games; the mean part of the base that is left after so many moves is within these hundredths, however much longer
/// each iteration of the game takes than the one before.
fn check(control: &Control, games: u64, moves: u32, hundredths: std::ops::RangeInclusive<u128>) {
    for growth in GROWTHS {
        let mut sum = Duration::ZERO;
        for seed in 0..games {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            sum += *play(control, moves, seed, |limits, _| think(limits, growth, &mut rng)).last().unwrap();
        }
        let left = sum.as_micros() * 100 / (control.base.as_micros() * u128::from(games));
        assert!(
            hundredths.contains(&left),
            "{left} hundredths of {:?} are left after {moves} moves, growth {growth}",
            control.base
        );
    }
}

/// From a good order of moves in a narrow game to a bad one in a wide one.
const GROWTHS: [f64; 3] = [2.0, 4.0, 12.0];

const SECOND: Control = Control { base: ms(1_000), increment: ms(0), period: None, overhead: ms(20), look: ms(1), counted: true };

#[test]
fn sudden_death_in_a_second_lasts_for_a_hundred_and_twenty_moves() {
    check(&SECOND, 40, 25, 40..=60);
    check(&SECOND, 40, 60, 20..=40);
    check(&SECOND, 40, 120, 3..=20);
    // Where the computer is slow only now and then; so many moves leave five milliseconds each.
    check(&Control { look: Duration::from_micros(50), ..SECOND }, 40, 200, 0..=15);
}

#[test]
fn ten_seconds_without_increments_are_spent_early_and_last_for_a_hundred_and_eighty_moves() {
    let control = Control { base: ms(10_000), ..SECOND };
    check(&control, 10, 25, 20..=40);
    check(&control, 10, 180, 0..=4);
}

/// Once 40 hundredths were left at the end of a usual game, and 70 after ten moves.
#[test]
fn a_second_with_a_small_increment_is_neither_hoarded_nor_exhausted() {
    let control = Control { increment: ms(10), ..SECOND };
    check(&control, 40, 10, 30..=60);
    // The reserve alone is 8 hundredths.
    for (games, moves) in [(40, 25), (40, 60), (20, 400)] {
        check(&control, games, moves, 8..=24);
    }
}

/// A game of 120 moves is one of every shorter length too: the clock is looked at after each move.
#[test]
fn no_flag_falls_whatever_the_clock_and_whoever_counts_the_moves() {
    for base in [ms(1_000), ms(10_000)] {
        for increment in [Duration::ZERO, base / 1_000, base / 300, base / 100, base / 10] {
            for (period, moves) in [(None, 120), (Some(1), 20), (Some(5), 40), (Some(40), 119)] {
                for counted in [true, false] {
                    let control = Control { base, increment, period, overhead: base / 50, look: base / 1_000, counted };
                    for seed in 0..6 {
                        let mut rng = Pcg64Mcg::seed_from_u64(seed);
                        play(&control, moves, seed, |limits, _| think(limits, GROWTHS[seed as usize % 3], &mut rng));
                    }
                }
            }
        }
    }
}

#[test]
fn forty_moves_in_a_minute_are_used_up_to_the_last_and_never_beyond() {
    let control = Control { base: ms(60_000), period: Some(40), look: ms(8), ..SECOND };
    // Just before more time comes.
    check(&control, 8, 39, 1..=25);
    check(&control, 4, 119, 1..=25);
}

#[test]
fn a_tenth_of_a_second_lasts_for_sixty_moves() {
    check(&Control { base: ms(100), overhead: ms(5), look: Duration::from_micros(100), ..SECOND }, 40, 60, 2..=60);
}

#[test]
fn an_increment_larger_than_the_time_left_is_not_spent_before_it_comes() {
    for base in [50, 200, 900] {
        let control = Control { base: ms(base), increment: ms(1_000), ..SECOND };
        for seed in 0..20 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let history = play(&control, 60, seed, |limits, _| think(limits, 3.0, &mut rng));
            let given = control.base + control.increment * 60;
            assert!(*history.last().unwrap() < given / 5, "hoarded: {:?}", history.last());
        }
    }
}

#[test]
fn the_engine_itself_keeps_the_clock() {
    let game = Heaps;
    for seed in 0..3 {
        let mut engine = crate::Engine::preset(game.clone(), "plain").unwrap();
        let history = play(&SECOND, 40, seed, |limits, _| {
            let found = engine.search(&Position::read::<String>(&game, Some("30 30 30 1"), &[]).unwrap(), limits);
            assert!(found.best.is_some());
        });
        assert!(history[39] < ms(700), "hoarded: {:?}", history[39]);
    }
}

fn share(left: u64, increment: u64, moves_to_go: Option<u32>) -> (u128, u128) {
    let clock = GameClock { moves_to_go, ..GameClock::new(ms(left), ms(increment)) };
    let (soft, hard) = clock.share();
    (soft.as_millis(), hard.as_millis())
}

#[test]
fn the_limits_are_shares_of_what_is_left_above_the_reserve() {
    // Four overheads, and an eighth of one for each of 120 moves that no increment pays for.
    assert_eq!(share(60_380, 0, None), (2_500, 7_500));
    assert_eq!(share(60_080, 1_000, None), (4_750, 14_250));
    assert_eq!(share(1_000, 10, None), (68, 206));
    // Small increments are something between.
    assert_eq!(share(60_080, 300, None), (3_225, 9_675));
    assert_eq!(share(60_040, 0, Some(40)), (1_500, 4_500));
    assert_eq!(share(1_040, 0, Some(1)), (800, 800));
    // Even then something has to be played.
    assert_eq!(share(0, 0, None), (0, 1));
    assert_eq!(share(30, 10_000, None), (1, 1));
    let longest = GameClock::new(Duration::MAX, Duration::MAX).share();
    assert!(longest.0 <= longest.1 && longest.1 < Duration::from_secs(4 * 365 * 24 * 3_600));
}

#[test]
fn the_share_grows_with_the_moves_played_until_the_game_is_unusually_long() {
    let moves = |played: usize, increment| {
        let clock = GameClock::new(ms(60_000), ms(increment)).after(2 * played);
        clock.moves_left(ms(60_000), ms(increment))
    };
    assert_eq!([0, 1, 2, 10, 16, 31, 32, 100].map(|played| moves(played, 600)), [15, 15, 14, 10, 7, 7, 8, 25]);
    assert_eq!([0, 2, 12, 75, 76, 200].map(|played| moves(played, 0)), [24, 23, 18, 18, 19, 50]);
    assert_eq!([0, 100, 300, 599, 600, 9_000].map(|increment| moves(0, increment)), [24, 23, 20, 15, 15, 15]);
    assert!(GameClock::new(ms(1_000), ms(0)).after(usize::MAX).share().0 > ms(5), "nobody plans so far");
}

#[test]
fn an_iteration_that_takes_too_long_is_cut_short_unless_the_move_is_in_doubt() {
    let time = TimeLimit { soft: ms(100), hard: ms(300), flexible: true, clock: Simulated::start(&SECOND, 1) };
    let mut steadiness = Steadiness::new(9);
    for _ in 0..9 {
        steadiness.hear(3, Score::evaluation(10), 1);
    }
    assert_eq!(steadiness.latest(&time), ms(112));
    steadiness.hear(4, Score::evaluation(10), 1);
    assert_eq!(steadiness.latest(&time), ms(256));
    steadiness.hear(5, Score::evaluation(-90), 1);
    assert_eq!(steadiness.latest(&time), ms(300), "never beyond the hard limit");
    assert_eq!(steadiness.latest(&TimeLimit { flexible: false, ..time }), ms(300));
}

fn adapted(time: &TimeLimit, iterations: &[(u16, i32)]) -> u128 {
    let mut steadiness = Steadiness::new(9);
    for (number, &(best, score)) in iterations.iter().enumerate() {
        steadiness.hear(best, Score::evaluation(score), 100 << number);
    }
    steadiness.adapt(time).as_millis()
}

#[test]
fn a_steady_move_takes_less_time_and_a_changed_one_or_a_falling_score_more() {
    let clock = Simulated::start(&SECOND, 1);
    let time = TimeLimit { soft: ms(100), hard: ms(150), flexible: true, clock };
    let steady = [(3, 10); 9];
    // Iterations that double end on average at 1 / ln 2 of the last time at which one may begin.
    let begins = |hundredths: f64| (hundredths * 2.0f64.ln()) as u128;
    assert_eq!(adapted(&time, &steady), begins(70.0));
    assert_eq!(adapted(&time, &steady[..4]), begins(100.0));
    let changed: Vec<_> = steady.iter().copied().chain([(4, 10)]).collect();
    assert_eq!(adapted(&time, &changed), begins(160.0));
    let falling: Vec<_> = steady.iter().copied().chain([(3, -40)]).collect();
    assert_eq!(adapted(&time, &falling), begins(105.0));
    let rising: Vec<_> = steady.iter().copied().chain([(3, 60)]).collect();
    assert_eq!(adapted(&time, &rising), begins(70.0));
    // Where every iteration swings as much, it means nothing.
    let swinging: Vec<_> = (0..10).map(|iteration| (3, if iteration % 2 == 0 { 20 } else { -20 })).collect();
    assert_eq!(adapted(&time, &swinging), begins(70.0));
    let both: Vec<_> = steady.iter().copied().chain([(4, -40)]).collect();
    assert_eq!(adapted(&time, &both), 150, "never beyond the hard limit");
    assert_eq!(adapted(&TimeLimit { flexible: false, ..time.clone() }, &both), 100);
    assert_eq!(Steadiness::new(1).adapt(&time), Duration::ZERO, "a forced move needs no thought");
}
