//! A spec with phases in every bundled game that has some: the engine searches each position as the plain spec of its phase does.

use plysmith::arena::Line;
use plysmith::enhance::CARDS;
use plysmith::search::Watch;
use plysmith::{Arena, Limits, Spec};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The games that have phases.
fn games() -> impl Iterator<Item = (&'static str, Box<dyn Arena>)> {
    let all = plysmith_games::GAMES.iter().map(|entry| (entry.name, plysmith_games::find(entry.name).unwrap()));
    all.filter(|(_, arena)| arena.card().phases > 1)
}

/// The default of a game, but in each phase something else is left out or put in.
fn phased(arena: &dyn Arena) -> Spec {
    let mut spec = arena.preset("default").unwrap();
    spec.set("table", "bits", 12).unwrap();
    for phase in 0..arena.card().phases {
        let mut other = spec.without_phases();
        match phase % 4 {
            0 => other.switch_off("tt_order").unwrap(),
            1 => other.switch_on("aspiration").unwrap(),
            2 if other.is_on("iid") => other.switch_off("iid").unwrap(),
            2 => other.switch_on("iid").unwrap(),
            _ if other.is_on("history") => other.switch_off("history").unwrap(),
            _ => other.switch_on("history").unwrap(),
        }
        // What is left without its prerequisite goes as well.
        if arena.check_spec(&other).is_ok() {
            spec.set_phase(phase, &other);
        }
    }
    spec
}

/// Positions out of random games, a few of each phase.
fn positions(arena: &dyn Arena, seed: u64) -> Vec<(usize, Line)> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut found: Vec<(usize, Line)> = Vec::new();
    for _ in 0..20 {
        let mut line = Line::start();
        let mut board = arena.board(&line).unwrap();
        for _ in 0..300 {
            let moves = board.moves();
            if board.outcome().is_some() || moves.is_empty() {
                break;
            }
            let phase = board.phase();
            if rng.random_bool(0.2) && found.iter().filter(|(other, _)| *other == phase).count() < 3 {
                found.push((phase, line.clone()));
            }
            let mv = moves[rng.random_range(0..moves.len())].clone();
            board.play(&mv).unwrap();
            line.moves.push(mv);
        }
    }
    found
}

#[test]
fn at_every_root_the_spec_of_its_phase_is_followed() {
    let mut seen = 0;
    for (name, arena) in games() {
        let spec = phased(&*arena);
        assert!(arena.check_spec(&spec).is_ok() && spec.phases().count() > 1, "{name}\n{spec}");
        assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec), "{name}");
        let base = spec.without_phases();
        let mut player = arena.player(&spec, &Watch::NOTHING).unwrap();
        let mut differs = 0;
        let positions = positions(&*arena, 5);
        for (phase, line) in &positions {
            let search = |spec: &Spec| {
                let mut player = arena.player(spec, &Watch::NOTHING).unwrap();
                let report = player.search(line, &Limits::nodes(2_000), &mut |_| {}).unwrap();
                format!("{:?}", (report.nodes, report.best, report.score, report.depth, report.counters))
            };
            player.new_game();
            let report = player.search(line, &Limits::nodes(2_000), &mut |_| {}).unwrap();
            let told = format!("{:?}", (report.nodes, report.best, report.score, report.depth, report.counters));
            assert_eq!(told, search(&spec.in_phase(*phase).unwrap()), "{name}, phase {phase}: {line:?}");
            assert_eq!(told, search(&spec), "{name}: an engine that was used is as a new one");
            differs += usize::from(told != search(&base));
        }
        let phases: std::collections::BTreeSet<usize> = positions.iter().map(|(phase, _)| *phase).collect();
        assert!(phases.len() > 1 && differs > 0, "{name}: {phases:?} {differs}: nothing was tested");
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
}

#[test]
fn a_phase_can_have_only_what_the_game_can_do() {
    let mut seen = 0;
    for (name, arena) in games() {
        let capabilities = arena.card().capabilities;
        let missing = |card: &&plysmith::enhance::Card| !card.capabilities.iter().all(|&needed| capabilities.contains(needed));
        let plain = |card: &&plysmith::enhance::Card| card.needs.iter().all(|needed| ["alpha_beta", "table"].contains(needed));
        for card in CARDS.iter().filter(missing).filter(plain) {
            let spec = Spec::parse(&format!("[alpha_beta]\n[table]\n[phase.1.{}]", card.name)).unwrap();
            let error = arena.check_spec(&spec).unwrap_err().to_string();
            assert!(error.starts_with(&format!("in [phase.1]: `{}` needs the capability", card.name)), "{name}: {error}");
            seen += 1;
        }
        let beyond = Spec::parse(&format!("[phase.{}]", arena.card().phases)).unwrap();
        let error = arena.check_spec(&beyond).unwrap_err().to_string();
        assert!(error.contains(&format!("{name} has the phases 0 to ")), "{error}");
    }
    assert!(seen > 0);
}
