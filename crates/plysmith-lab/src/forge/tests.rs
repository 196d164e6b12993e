//! Tests of the run: its time, its errors, and that it goes on where it was killed.

use std::sync::atomic::{AtomicU64, Ordering};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::store::{NewRun, Store};
use crate::testing::{Folder, arena};

/// A clock that goes on by itself: every look takes so many milliseconds.
struct Ticking(AtomicU64, u64);

impl Ticking {
    fn by(milliseconds: u64) -> Arc<Ticking> {
        Arc::new(Ticking(AtomicU64::new(0), milliseconds))
    }
}

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(self.1, Ordering::Relaxed))
    }
}

fn order(seconds: u64) -> Order {
    let start = Spec::parse("[alpha_beta]\n[deepening]").unwrap();
    Order { start, budget: Duration::from_secs(seconds), pace: Duration::from_micros(100), seed: 1, only: None }
}

/// A gain of this many points of a hundred, as pairs: half points of the candidate.
fn pair(gain: f64, rng: &mut Pcg64Mcg) -> usize {
    let game = |rng: &mut Pcg64Mcg| usize::from(rng.random_bool(0.5 + gain / 100.0));
    2 * (game(rng) + game(rng))
}

#[test]
fn what_is_no_better_is_accepted_as_seldom_as_promised_and_true_gains_the_more_often_the_more_games_there_are() {
    const RUNS: usize = 1_500;
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let mut accepted =
        |pairs: f64, gain: f64| (0..RUNS).filter(|_| simulated(pairs, first_error(), || pair(gain, &mut rng))).count();
    for pairs in [30.0, 150.0, 600.0] {
        let wrong = accepted(pairs, 0.0) as f64 / RUNS as f64;
        // Three standard errors of the simulation.
        assert!(wrong <= first_error() + 3.0 * (first_error() / RUNS as f64).sqrt(), "{pairs} pairs: {wrong}");
    }
    let power = [30.0, 150.0, 600.0].map(|pairs| accepted(pairs, 5.0));
    assert!(power[0] < power[1] && power[1] < power[2] && power[2] > RUNS * 8 / 10, "{power:?}");
}

#[test]
fn a_few_pairs_never_prove_anything() {
    for pairs in [1.0, 3.0, 5.0] {
        assert!(!simulated(pairs, 0.02, || 4), "{pairs} pairs");
    }
    assert!(simulated(60.0, 0.02, || 4), "sixty do");
}

#[test]
fn more_time_is_a_longer_proof() {
    let [short, long] = [300, 3_600].map(|seconds| first_proof(Duration::from_secs(seconds)));
    // In an hour a network has a share of the time, which five minutes are too short for.
    assert!(short > Duration::from_secs(40) && long > 5 * short, "{short:?} {long:?}");
}

#[test]
fn time_that_is_left_goes_to_what_was_cut_short_if_that_can_propose() {
    assert_eq!(next_alone(&["extend", "evaluate"], |_| true), "extend");
    assert_eq!(next_alone(&["extend", "evaluate"], |name| name != "extend"), "evaluate");
    assert_eq!(next_alone(&["extend"], |_| false), "select");
    assert_eq!(next_alone(&[], |_| true), "select", "a network is learned once");
}

#[test]
fn a_network_is_proposed_where_there_are_inputs_and_time() {
    let arena = arena("breakthrough-5x5");
    let network = STAGES.iter().find(|stage| stage.name() == "network").unwrap();
    let budget = Duration::from_secs(600);
    let mut start = arena.preset("default").unwrap();
    start.evaluate_by("none");
    assert!(network.hindrance(&*arena, Duration::from_secs(300), &start).unwrap().contains("minutes at least"));
    assert!(network.hindrance(&*crate::testing::arena("random"), budget, &start).unwrap().contains("no inputs"));
    assert_eq!(network.hindrance(&*arena, budget, &start), None);
    let mut lab = Lab::new(&*arena, "").threads(2);
    // A look at the clock takes forty seconds: few portions of games are played.
    let order = Order { start: start.clone(), budget, ..order(600) };
    let mut context = ForgeContext::new(&mut lab, order, Ticking::by(40_000)).unwrap();
    context.deadline = Duration::from_secs(520);
    let proposal = network.propose(&mut lab, &mut context, &start, Duration::from_secs(60)).unwrap();
    let spec = proposal.spec.expect("something was learned");
    assert!(!spec.network.is_none() && arena.check_spec(&spec).is_ok() && !proposal.cut_short);
    assert_eq!(proposal.sections.len(), 1);
    assert!(network.hindrance(&*arena, budget, &spec).unwrap().contains("evaluates already"));
}

#[test]
fn a_run_that_is_taken_up_again_decides_the_same() {
    let (arena, folder) = (arena("breakthrough-5x5"), Folder::new());
    let life = |clock: Arc<Ticking>| {
        let mut store = Store::open(folder.path()).unwrap();
        let new = NewRun { id: "run".into(), ..NewRun::default() };
        let (run, _) = store.begin(&new).unwrap();
        let mut lab = Lab::new(&*arena, "").threads(2).keep(store, Some(run));
        let forged = forge(&mut lab, order(9), clock).unwrap();
        (forged.spec, forged.report.json().unwrap())
    };
    let first = life(Ticking::by(60));
    // The second life looks at another clock, and goes by what the first one saw.
    assert_eq!(life(Ticking::by(1)), first);
    assert!(first.1.contains("plain alpha-beta"));
}

#[test]
fn what_would_break_the_budget_is_cut_short_and_stays_so() {
    let arena = arena("breakthrough-5x5");
    let mut lab = Lab::new(&*arena, "").threads(1);
    let mut context = ForgeContext::new(&mut lab, order(20), Ticking::by(1)).unwrap();
    let endless = |lab: &mut Lab, _: &mut ForgeContext| loop {
        length_of_games(lab)?;
    };
    let cut = context.guarded(&mut lab, "endless", Duration::from_millis(50), endless).unwrap();
    assert!(cut.is_none_or(|(): ()| false));
    assert_eq!(context.guarded(&mut lab, "short", Duration::from_secs(60), |_, _| Ok(7)).unwrap(), Some(7));
}

/// Some work of a few trials.
fn length_of_games(lab: &mut Lab) -> Result<(), LabError> {
    let spec = text(lab, &order(20).start)?;
    crate::play::openings(lab, &crate::play::Openings::usual(4, 1, spec)).map(drop)
}
