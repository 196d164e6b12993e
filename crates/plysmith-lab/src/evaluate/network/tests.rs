//! Learning on a small board: the same on any number of threads and after being stopped, better than nothing, and plain words where there is nothing to learn.

use plysmith::game::{Capabilities, Capability};
use plysmith::net::EvaluationNet;

use super::*;
use crate::store::{NewRun, Store};
use crate::testing::{Folder, arena};

const PLAN: NetPlan = NetPlan { units: 8, nodes: 100, games: 600, seed: 3 };

fn nothing(arena: &dyn Arena) -> Spec {
    let mut spec = arena.preset("default").unwrap();
    spec.evaluate_by("none");
    spec
}

fn learned(lab: &mut Lab, plan: &NetPlan) -> LearnedNet {
    let start = nothing(lab.arena());
    learn(lab, &start, plan, &mut Archive::default(), &mut by_games(plan)).unwrap()
}

#[test]
fn what_is_learned_is_the_same_on_any_number_of_threads() {
    let arena = arena("breakthrough-5x5");
    let [one, three] = [1, 3].map(|threads| learned(&mut Lab::new(&*arena, "").threads(threads), &PLAN));
    // What nodes cost is measured anew, so that matches between rounds differ from run to run; the networks do not, as long as the same ones play.
    assert_eq!(one.rounds[0], three.rounds[0]);
    assert_eq!(one.rounds[1].network, three.rounds[1].network);
    assert_eq!(one.size, [128, 8, 1], "{one:?}");
    assert!(!one.calibration.is_empty() && one.weights.len() == 128);
}

/// One network on so small a board is a matter of luck: twelve of them, of 1,500 games each, had 34 to 86 % of the points in a match like this, and 67 % together.
#[test]
fn what_is_learned_beats_what_it_began_with() {
    let arena = arena("breakthrough-5x5");
    let (mut points, mut games) = (0.0, 0);
    for seed in 1..=4 {
        let mut lab = Lab::new(&*arena, "").threads(2);
        let network = learned(&mut lab, &NetPlan { games: 1_500, seed, ..PLAN });
        let start = text(&lab, &nothing(&*arena)).unwrap();
        let mut game = EqualTimeMatch::at(&lab, "match", [&network.spec, &start], [200, 200], 5);
        game.go_on(&mut lab, 40, None, &mut |_| false).unwrap();
        points += game.pairs().points();
        games += game.pairs().games();
    }
    assert!(points / games as f64 > 0.5, "{points} of {games}");
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_network() {
    let arena = arena("breakthrough-5x5");
    let folder = Folder::new();
    let begin = || {
        let mut store = Store::open(folder.path()).unwrap();
        let new = NewRun { id: "run".into(), ..NewRun::default() };
        let (run, _) = store.begin(&new).unwrap();
        let mut lab = Lab::new(&*arena, "").keep(store, Some(run));
        lab.recall_parts().unwrap();
        lab
    };
    let plan = NetPlan { games: 900, ..PLAN };
    // Stopped after every few portions, until it is through; each life replays what the store has.
    let (mut lives, mut most) = (0, 4);
    let whole = loop {
        lives += 1;
        let mut lab = begin();
        let (start, mut course) = (nothing(&*arena), by_games(&plan));
        let mut asked = 0;
        let mut stopping = |lab: &mut Lab, point: &str| {
            asked += 1;
            if asked > most { Err(LabError::Stopped) } else { course(lab, point) }
        };
        match learn(&mut lab, &start, &plan, &mut Archive::default(), &mut stopping) {
            Ok(learned) => break learned,
            Err(LabError::Stopped) => most += 5,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(lives > 2, "{lives}");
    // Once more from the store alone: everything is there.
    assert_eq!(learned(&mut begin(), &plan), whole);
}

#[test]
fn with_inputs_hidden_free_ones_are_learned_from_and_the_network_says_so() {
    let mut arena = arena("breakthrough-5x5");
    arena.hide(Capabilities::all());
    let found = learned(&mut Lab::new(&*arena, "").threads(2), &NetPlan { games: 300, ..PLAN });
    assert!(found.free && found.size[2] == 2, "{found:?}");
    let id = found.spec.spec().unwrap().network;
    let network = EvaluationNet::decode(&arena.part(id).unwrap()).unwrap();
    assert!(network.is_free());
    // Where inputs of its own are wanted and hidden, the engine is refused by name.
    let own = arena_of("breakthrough-5x5");
    let mut lab = Lab::new(&*own, "").threads(2);
    let learned = learned(&mut lab, &NetPlan { games: 300, ..PLAN });
    let mut spec = learned.spec.spec().unwrap();
    spec.set_hidden(Capabilities::NONE.with(Capability::Inputs));
    let refused = own.player(&spec, &plysmith::search::Watch::NOTHING).err().expect("it is refused").to_string();
    assert!(refused.contains("evaluation.network") && refused.contains("which are hidden"), "{refused}");
}

fn arena_of(name: &str) -> Box<dyn Arena> {
    arena(name)
}

#[test]
fn too_few_games_teach_nothing_and_say_so() {
    let arena = arena("tic-tac-toe");
    let mut lab = Lab::new(&*arena, "").threads(1);
    let start = arena.preset("default").unwrap();
    let plan = NetPlan { games: 1, ..PLAN };
    let learned = learn(&mut lab, &start, &plan, &mut Archive::default(), &mut by_games(&plan)).unwrap();
    assert!(learned.rounds.is_empty() && learned.spec == learned.start);
    assert!(sections::sentence(&learned).contains("too few positions"));
    assert!(!sections::sections(&learned, &plan).is_empty());
}

#[test]
fn a_game_without_inputs_is_told_so_beforehand() {
    let random = arena("random");
    let why = hindrance(&*random).expect("it writes only a hash");
    assert!(why.contains("declare `Inputs`"), "{why}");
    assert_eq!(hindrance(&*arena("breakthrough-5x5")), None);
}

#[test]
fn games_that_were_kept_are_learned_from_without_playing() {
    let arena = arena("breakthrough-5x5");
    let mut lab = Lab::new(&*arena, "").threads(2);
    let start = nothing(&*arena);
    let mut archive = Archive::default();
    learn(&mut lab, &start, &PLAN, &mut archive, &mut by_games(&PLAN)).unwrap();
    assert!(archive.played.len() >= 600);
    let text = write("breakthrough-5x5", &archive.played);
    let mut archive = Archive { known: read("breakthrough-5x5", &text).unwrap(), played: Vec::new() };
    let plan = NetPlan { games: 0, ..PLAN };
    let found = learn(&mut lab, &start, &plan, &mut archive, &mut |_, _| panic!("nobody plays")).unwrap();
    assert_eq!((found.rounds.len(), archive.played.len()), (1, 0));
    assert!(found.rounds[0].positions > 1_500, "{found:?}");
}
