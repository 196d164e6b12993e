//! Draughts and Lose Checkers against published counts and recorded games.

use plysmith::game::perft::{self, PerftRow};
use plysmith::game::{Game, Outcome, Side, ending};
use plysmith::{Engine, Limits, Position};
use plysmith_games::draughts::Draughts;

use crate::harness::tested::Tested;
use crate::oracles::shared;

/// Rows `checkers_uniq` are given where equal jumps on several paths make a difference; elsewhere those of `checkers` count. The trees of both games are the same.
#[test]
fn draughts_and_lose_checkers_have_the_published_counts() {
    let Some(csv) = shared("oracles/checkers.csv") else { return };
    let rows = perft::read_rows(&csv).unwrap();
    let unique = |row: &PerftRow| {
        rows.iter().find(|other| other.game == "checkers_uniq" && (&other.position, other.depth) == (&row.position, row.depth))
    };
    let mut compared = [0; 2];
    for row in rows.iter().filter(|row| row.game == "checkers" && row.count <= 10_000_000) {
        let expected = unique(row).unwrap_or(row);
        compared[usize::from(expected.game != row.game)] += 1;
        for game in [Draughts::<8>::english(), Draughts::<8>::lose_checkers()] {
            let board = game.read_position(&row.position).unwrap();
            assert_eq!(game.write_position(&board), row.position);
            assert_eq!(
                perft::count(&game, &board, row.depth),
                expected.count,
                "{} {} depth {}",
                game.name(),
                row.position,
                row.depth
            );
        }
    }
    println!("{} counts, {} of them without equal jumps", compared[0] + compared[1], compared[1]);
    assert!(compared[0] > 50 && compared[1] >= 5, "{compared:?}");
}

/// Every move is legal and written as it was recorded. Nobody played on to the last piece: all games were given up or agreed drawn. So the result
/// follows from the rules where the last position is won by force within a few plies. Records know nothing of our draws by repetition and counter.
#[test]
fn draughts_records_replay_with_the_recorded_result() {
    let Some(text) = shared("data/checkers/english_checkers_games.tsv.zst") else { return };
    let game = Tested::own(Draughts::<8>::english());
    let mut engine = Engine::preset(game.clone(), "full-width").unwrap();
    let (mut games, mut plies, mut drawn, mut won) = (0, 0, 0, 0);
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [result, length, moves] = fields[..] else { panic!("{row}") };
        let mut position = Position::start(&game);
        let mut draw = false;
        for (ply, text) in moves.split(' ').enumerate() {
            let mv = game.read_move(position.state(), text).unwrap_or_else(|error| panic!("ply {ply} of {row}: {error}"));
            assert_eq!(game.write_move(position.state(), mv), text, "ply {ply} of {row}");
            position.play(&game, mv);
            draw |= position.outcome(&game) == Some(Outcome::Draw);
        }
        assert_eq!(length.parse(), Ok(moves.split(' ').count()), "{row}");
        games += 1;
        plies += moves.split(' ').count();
        drawn += usize::from(draw);
        if position.outcome(&game).is_none() {
            let score = engine.search(&position, &Limits::depth(7)).score;
            let side = game.side(position.state());
            let winner = if score.won_in().is_some() { Some(side) } else { score.lost_in().map(|_| side.other()) };
            if let Some(winner) = winner {
                assert_eq!(Outcome::win(winner).result(), result, "{row}");
                won += 1;
            }
        }
    }
    println!("{games} games, {plies} plies, {drawn} with a draw by rule, {won} given up when lost by force");
    assert_eq!((games, plies), (9_030, 444_661));
    assert!(won > 0);
}

/// What decides a game is the side that cannot move: with the same moves, the two games have opposite winners.
#[test]
fn the_two_games_differ_in_the_winner_alone() {
    let (draughts, lose) = (Draughts::<8>::english(), Draughts::<8>::lose_checkers());
    let board = draughts.read_position("B:W32:B28").unwrap();
    assert_eq!(ending(&draughts, &board), Some(Outcome::win(Side::Second)));
    assert_eq!(ending(&lose, &board), Some(Outcome::win(Side::First)));
}
