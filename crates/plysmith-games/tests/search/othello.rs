//! Othello against records of tournament games and published endgames.

use plysmith::game::{Game, Outcome, ending};
use plysmith::{Engine, Limits, Position, Score};
use plysmith_games::othello::{Board, Othello};

use crate::harness::tested::Tested;
use crate::oracles::shared;

fn play(game: &Othello<8>, board: &mut Board, text: &str) -> bool {
    let mv = game.read_move(board, text);
    mv.map(|mv| game.play(board, mv)).is_ok()
}

#[test]
fn every_recorded_tournament_game_is_legal_and_ends_with_the_recorded_score() {
    let Some(text) = shared("data/othello/wthor_games.tsv.zst") else { return };
    let game = Othello::<8>::new();
    let (mut games, mut passes, mut unfilled) = (0, 0, 0);
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [black, white, plies] = [1, 2, 3].map(|field| fields[field].parse::<i32>().unwrap());
        let moves = fields[4];
        assert_eq!(moves.len(), 2 * plies as usize, "{row}");
        let mut board = game.start();
        for at in (0..moves.len()).step_by(2) {
            passes += usize::from(play(&game, &mut board, "pass"));
            assert!(play(&game, &mut board, &moves[at..at + 2]), "{} is illegal: {row}", &moves[at..at + 2]);
        }
        assert_eq!(ending(&game, &board), Some(Outcome::count(black - white)), "{row}");
        games += 1;
        unfilled += usize::from(plies < 60);
    }
    println!("{games} games with {passes} passes, {unfilled} of them with empty squares at the end");
    assert_eq!(games, 31_014);
    assert!(passes > 0 && unfilled > 0);
}

/// A position of the FFO endgame tests, with the score of every move.
struct Endgame {
    name: String,
    board: Board,
    empty: u32,
    score: i32,
    moves: Vec<(String, i32)>,
}

fn endgames(game: &Othello<8>) -> Option<Vec<Endgame>> {
    let text = shared("data/othello/ffo_40-59.tsv")?;
    let read = |row: &str| {
        let fields: Vec<&str> = row.split('\t').collect();
        let score = |text: &str| text.parse().unwrap_or_else(|_| panic!("{row}"));
        let scored = |word: &str| word.split_once(':').map(|(mv, value)| (mv.to_string(), score(value)));
        Endgame {
            name: format!("FFO {}", fields[0]),
            board: game.read_position(&format!("{} {}", fields[1], fields[2])).unwrap(),
            empty: fields[3].parse().unwrap(),
            score: score(fields[4]),
            moves: fields[6].split(' ').map(|word| scored(word).unwrap_or_else(|| panic!("{row}"))).collect(),
        }
    };
    Some(text.lines().filter(|line| !line.starts_with('#')).map(read).collect())
}

#[test]
fn the_published_endgames_have_exactly_the_published_moves() {
    let game = Othello::<8>::new();
    let Some(endgames) = endgames(&game) else { return };
    assert_eq!(endgames.len(), 20);
    for endgame in endgames {
        let mut moves = Vec::new();
        game.moves(&endgame.board, &mut moves);
        let mut moves: Vec<String> = moves.iter().map(|&mv| game.write_move(&endgame.board, mv)).collect();
        let mut published: Vec<String> = endgame.moves.into_iter().map(|(mv, _)| mv).collect();
        moves.sort();
        published.sort();
        assert_eq!(moves, published, "{}", endgame.name);
        let empty = game.write_position(&endgame.board).matches('-').count();
        assert_eq!(empty, endgame.empty as usize, "{}", endgame.name);
    }
}

/// The result in discs for the side to move.
fn discs(score: Score) -> Option<i32> {
    match (score.won_in(), score.lost_in()) {
        (Some((_, margin)), _) => Some(i32::from(margin)),
        (_, Some((_, margin))) => Some(-i32::from(margin)),
        _ => (score == Score::DRAW).then_some(0),
    }
}

/// Many minutes, even in a release build: FFO 40 was at 18 of its 20 plies after 66 million nodes. `cargo test --release -p plysmith-games --all-features --test search othello -- --ignored --nocapture`, with
/// `PLYSMITH_EMPTY=22` for harder ones.
#[test]
#[ignore = "takes many minutes"]
fn the_published_endgames_are_solved() {
    let game = Othello::<8>::new();
    let Some(endgames) = endgames(&game) else { return };
    let game = Tested::own(game);
    let most = crate::harness::number("PLYSMITH_EMPTY").unwrap_or(20);
    for endgame in endgames.iter().filter(|endgame| u64::from(endgame.empty) <= most) {
        let mut engine = Engine::preset(game.clone(), "full-width").unwrap();
        // Passes are plies too; no line has more than a few.
        let found = engine.search(&Position::from_state(&game, endgame.board.clone()), &Limits::depth(endgame.empty + 8));
        let best = found.best.map(|best| game.write_move(&endgame.board, best)).unwrap();
        println!("{}: {best} {} after {} nodes", endgame.name, found.score, found.nodes);
        assert_eq!(discs(found.score), Some(endgame.score), "{}", endgame.name);
        assert!(endgame.moves.contains(&(best, endgame.score)), "{}", endgame.name);
    }
}
