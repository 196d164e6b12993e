//! An engine with its choices compiled in does just what the engine with the same spec does.

use plysmith::enhance::{
    Choices, List, alpha_beta, aspiration, card::Parameters, countermove, deepening, entry, etc, futility, history, iid, killers,
    late_moves, mtdf, multi_cut, presearch, pv_first, pvs, reverse_futility, singular, table, tactical_first, tt_order,
};
use plysmith::game::Game;
use plysmith::{Baked, Engine, Limits, Spec};
use plysmith_games::breakthrough::Breakthrough;
use plysmith_games::testing::boxes::Boxes;
use plysmith_games::testing::draughts6::Draughts6;

use crate::harness::line::Line;
use crate::harness::tested::Tested;
use crate::harness::{case_seed, rng};

struct Negamax;
impl Baked for Negamax {
    const CHOICES: Choices = Choices::NONE;
}

struct Plain;
impl Baked for Plain {
    const CHOICES: Choices = Choices { alpha_beta: Some(alpha_beta::Params::DEFAULT), ..Choices::NONE };
}

struct Usual;
impl Baked for Usual {
    const CHOICES: Choices = Choices {
        table: Some(table::Params { bits: 12, ..table::Params::DEFAULT }),
        tt_order: Some(tt_order::Params::DEFAULT),
        tactical_first: Some(tactical_first::Params::DEFAULT),
        killers: Some(killers::Params::DEFAULT),
        history: Some(history::Params::DEFAULT),
        deepening: Some(deepening::Params::DEFAULT),
        pvs: Some(pvs::Params::DEFAULT),
        ..Plain::CHOICES
    }
    .ordered(&[
        entry("tt_order").unwrap(),
        entry("tactical_first").unwrap(),
        entry("killers").unwrap(),
        entry("worth").unwrap(),
    ]);
}

const USUAL: &str = "order = [\"tt_order\", \"tactical_first\", \"killers\", \"worth\"]\n[alpha_beta]\n[table]\nbits = 12\n[tt_order]\n\
    [tactical_first]\n[killers]\n[history]\n[deepening]\n[pvs]";

struct Full;
impl Baked for Full {
    const CHOICES: Choices = Choices {
        table: Some(table::Params { bits: 8, mode: table::Mode::Exact, replace: table::Replace::Bucket, ..table::Params::DEFAULT }),
        etc: Some(etc::Params { min_depth: 2 }),
        iid: Some(iid::Params { min_depth: 2, reduction: 1 }),
        pv_first: Some(pv_first::Params::DEFAULT),
        presearch: Some(presearch::Params { depth: 2 }),
        killers: Some(killers::Params { slots: 3, replace: killers::Replace::Count, quiet: false, ..killers::Params::DEFAULT }),
        countermove: Some(countermove::Params::DEFAULT),
        history: Some(history::Params { malus: true, limit: 9, ..history::Params::DEFAULT }),
        deepening: Some(deepening::Params { steps: List::of(&[2]) }),
        aspiration: Some(aspiration::Params { width: 5, ..aspiration::Params::DEFAULT }),
        ..Usual::CHOICES
    }
    .ordered(&[
        entry("worth").unwrap(),
        entry("countermove").unwrap(),
        entry("pv_first").unwrap(),
        entry("presearch").unwrap(),
        entry("tt_order").unwrap(),
        entry("killers").unwrap(),
        entry("tactical_first").unwrap(),
    ]);
}

const FULL: &str = "order = [\"worth\", \"countermove\", \"pv_first\", \"presearch\", \"tt_order\", \"killers\", \"tactical_first\"]\n\
    [alpha_beta]\n[table]\nbits = 8\nmode = \"exact\"\nreplace = \"bucket\"\n[tt_order]\n[etc]\nmin_depth = 2\n[iid]\nmin_depth = 2\n\
    reduction = 1\n[pv_first]\n[presearch]\ndepth = 2\n[tactical_first]\n[killers]\nslots = 3\nreplace = \"count\"\nquiet = false\n\
    [countermove]\n[history]\nmalus = true\nlimit = 9\n[deepening]\nstep = 2\n[aspiration]\nwidth = 5\n[pvs]";

struct Converging;
impl Baked for Converging {
    const CHOICES: Choices = Choices { pvs: None, mtdf: Some(mtdf::Params { cap: 3 }), ..Usual::CHOICES };
}

struct Selective;
impl Baked for Selective {
    const CHOICES: Choices = Choices {
        reverse_futility: Some(reverse_futility::Params::DEFAULT),
        multi_cut: Some(multi_cut::Params { min_depth: 2, reduction: 1, moves: 3, cuts: 2 }),
        singular: Some(singular::Params { min_depth: 3, ..singular::Params::DEFAULT }),
        futility: Some(futility::Params::DEFAULT),
        late_moves: Some(late_moves::Params { min_depth: 2, ..late_moves::Params::DEFAULT }),
        ..Usual::CHOICES
    };
}

fn check<B: Baked>(spec: &str) {
    let spec = Spec::parse(spec).unwrap();
    assert_eq!(spec.choices(), B::CHOICES, "the constants and the spec say the same");
    check_game::<B, _>(&Tested::own(Breakthrough::<6, 6>::new()), &spec);
    check_game::<B, _>(&Tested::own(Draughts6), &spec);
    check_game::<B, _>(&Tested::own(Boxes), &spec);
}

fn check_game<B: Baked, G: Game>(game: &G, spec: &Spec) {
    for number in 0..40 {
        let seed = case_seed("baked", &game.name(), number);
        let line = Line::random(game, &mut rng(seed));
        let mut engine = Engine::new(game.clone(), spec).unwrap();
        let mut baked = Engine::<G, plysmith::Fixed<B>>::baked(game.clone());
        let position = line.position(game);
        let limits = [
            Limits::depth(1),
            Limits::depth(3),
            Limits::depth(4),
            Limits { depth: Some(5), nodes: Some(3_000), ..Limits::default() },
        ];
        for limits in limits {
            let (found, expected) = (baked.search(&position, &limits), engine.search(&position, &limits));
            assert_eq!(
                (found.nodes, found.score, found.best, found.line, found.depth, found.counters),
                (expected.nodes, expected.score, expected.best, expected.line, expected.depth, expected.counters),
                "{} seed {seed}, {limits:?} after {}\n{spec}",
                game.name(),
                line.text(game),
            );
        }
    }
}

#[test]
fn baked_negamax_equals_its_spec() {
    check::<Negamax>("");
}

#[test]
fn baked_alpha_beta_equals_its_spec() {
    check::<Plain>("[alpha_beta]");
}

#[test]
fn a_baked_usual_engine_equals_its_spec() {
    check::<Usual>(USUAL);
}

#[test]
fn a_baked_engine_with_almost_everything_equals_its_spec() {
    check::<Full>(FULL);
}

#[test]
fn baked_null_windows_equal_their_spec() {
    check::<Converging>(&USUAL.replace("[pvs]", "[mtdf]\ncap = 3"));
}

#[test]
fn a_baked_selective_engine_equals_its_spec() {
    let more = "[reverse_futility]\n[multi_cut]\nmin_depth = 2\nreduction = 1\nmoves = 3\ncuts = 2\n[singular]\nmin_depth = 3\n[futility]\n\
        [late_moves]\nmin_depth = 2";
    check::<Selective>(&format!("{USUAL}\n{more}"));
}
