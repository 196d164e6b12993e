use super::*;
use crate::play::{Contestant, Openings, Pace, openings};
use crate::testing::{arena, spec};
use crate::trial::Limit;

const GAME: &str = "breakthrough-5x5";

/// Players that search so deep.
fn field(depths: &[u32]) -> Vec<Entrant> {
    let entrant = |&depth: &u32| Entrant {
        name: format!("depth {depth}"),
        who: Contestant::Spec(spec(GAME, "default")),
        pace: Pace::Search(Limit::depth(depth)),
    };
    depths.iter().map(entrant).collect()
}

fn lines(count: usize) -> Vec<Line> {
    let arena = arena(GAME);
    openings(&mut Lab::new(&*arena, ""), &Openings::usual(count, 1, spec(GAME, "default"))).unwrap()
}

fn play(depths: &[u32], format: Format, openings: &[Line], pairs: usize, threads: usize) -> (Results, Vec<TournamentGame>) {
    let (arena, players) = (arena(GAME), field(depths));
    let wanted = Tournament { players: &players, openings, format, pairs, adjudication: Adjudication::default(), occasion: "" };
    let mut games = Vec::new();
    let results = wanted.play(&mut Lab::new(&*arena, "").threads(threads), |game, _| games.push(game.clone())).unwrap();
    (results, games)
}

fn ranks(results: &Results) -> Vec<usize> {
    results.table.iter().map(|standing| standing.player).collect()
}

#[test]
fn who_searches_deeper_ranks_higher_in_every_format() {
    let lines = lines(8);
    for (format, games) in [(Format::RoundRobin, 96), (Format::Gauntlet, 48), (Format::Swiss { rounds: 3 }, 96)] {
        let (results, heard) = play(&[3, 1, 6, 2], format, &lines, 8, 2);
        assert_eq!((results.played(), heard.len()), (games, games as usize), "{format:?}");
        assert!(heard.iter().enumerate().all(|(number, game)| game.number == number));
        assert_eq!((ranks(&results)[0], ranks(&results)[3]), (2, 1), "{format:?}: {results:?}");
        let ladder = results.ladder(Prior::default()).unwrap();
        assert!(ladder.los(2, 1) > 0.95, "{format:?}: {ladder:?}");
        let points: f64 = results.table.iter().map(|standing| standing.points).sum();
        assert_eq!(points, games as f64, "{format:?}: a point a game, for nobody has a bye");
    }
}

#[test]
fn all_pairings_go_through_the_same_openings_from_both_sides() {
    let lines = lines(4);
    let (results, games) = play(&[1, 2, 3], Format::RoundRobin, &lines, 4, 2);
    for [one, other] in [[0, 1], [0, 2], [1, 2]] {
        let met: Vec<(usize, bool)> =
            games.iter().filter(|game| game.players == [one, other]).map(|game| (game.game.opening, game.game.swapped)).collect();
        assert_eq!(met, (0..4).flat_map(|opening| [(opening, false), (opening, true)]).collect::<Vec<_>>());
    }
    assert_eq!(
        games[..7].iter().map(|game| game.round).collect::<Vec<_>>(),
        [[1, 1, 1], [1, 1, 2], [1, 2, 1], [1, 2, 2], [1, 3, 1], [1, 3, 2], [2, 1, 1]]
    );
    let cross = results.cross_table();
    for (one, row) in cross.iter().enumerate() {
        for (other, points) in row.iter().enumerate() {
            assert_eq!(points.map(|points| points + cross[other][one].unwrap()), (one != other).then_some(8.0));
        }
    }
}

#[test]
fn a_tournament_is_the_same_whatever_the_number_of_threads() {
    let lines = lines(3);
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss { rounds: 4 }] {
        let one = play(&[1, 2, 3, 4, 5], format, &lines, 3, 1);
        for threads in [2, 5] {
            let more = play(&[1, 2, 3, 4, 5], format, &lines, 3, threads);
            assert_eq!(one.0, more.0, "{format:?}");
            assert!(one.1.iter().zip(&more.1).all(|(one, more)| one.round == more.round && one.game.played == more.game.played));
        }
    }
}

#[test]
fn a_swiss_tournament_gives_each_bye_the_points_of_a_won_encounter() {
    let lines = lines(2);
    let (results, _) = play(&[4, 3, 2, 1, 2], Format::Swiss { rounds: 5 }, &lines, 2, 2);
    assert_eq!(results.rounds.len(), 5);
    for standing in &results.table {
        assert_eq!(standing.byes, 1, "{standing:?}");
        assert_eq!(standing.points, standing.games.points() + 4.0, "{standing:?}");
    }
}

#[test]
fn pairs_that_repeat_others_count_once_and_are_told() {
    let (results, games) = play(&[1, 2, 3], Format::RoundRobin, &[Line::start()], 5, 2);
    assert_eq!((results.played(), results.distinct()), (30, 6));
    assert!(results.table.iter().all(|standing| standing.games.games() == 4), "{results:?}");
    assert_eq!(games.iter().filter(|game| game.game.duplicate).count(), 24);
    // A bye is worth what an encounter is after that.
    let (results, _) = play(&[1, 2, 3], Format::Swiss { rounds: 3 }, &[Line::start()], 5, 2);
    assert!(results.table.iter().all(|standing| standing.points == standing.games.points() + 2.0), "{results:?}");
}

#[test]
fn there_can_be_one_player_or_none() {
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss { rounds: 2 }] {
        for depths in [&[][..], &[1]] {
            let (results, games) = play(depths, format, &[Line::start()], 1, 1);
            assert_eq!((results.table.len(), games.len()), (depths.len(), 0));
            assert!(results.ladder(Prior::default()).is_some());
        }
    }
}
