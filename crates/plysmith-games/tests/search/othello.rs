//! Othello against records of tournament games, published endgames and a plain program of its own.

use plysmith::game::{Game, Outcome, Side, ending};
use plysmith::{Engine, Limits, Position, Score};
use plysmith_games::othello::{Board, Othello};

use crate::oracles::{check_value, shared};

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
    let most = crate::harness::number("PLYSMITH_EMPTY").unwrap_or(20);
    for endgame in endgames.iter().filter(|endgame| u64::from(endgame.empty) <= most) {
        let mut engine = Engine::preset(game.clone(), "default").unwrap();
        // Passes are plies too; no line has more than a few.
        let found = engine.search(&Position::from_state(&game, endgame.board.clone()), &Limits::depth(endgame.empty + 8));
        let best = found.best.map(|best| game.write_move(&endgame.board, best)).unwrap();
        println!("{}: {best} {} after {} nodes", endgame.name, found.score, found.nodes);
        assert_eq!(discs(found.score), Some(endgame.score), "{}", endgame.name);
        assert!(endgame.moves.contains(&(best, endgame.score)), "{}", endgame.name);
    }
}

/// Othello on squares in an array, one step at a time: slow, plain, and sharing nothing with the game. Counts the discs, and adds the empty squares to
/// the winner's if `fill` says so.
struct Plain {
    size: i32,
    fill: bool,
}

impl Plain {
    fn put(&self, squares: &[i8], at: i32, side: i8) -> Option<Vec<i8>> {
        let mut after = squares.to_vec();
        let mut turned = false;
        if squares[at as usize] == 0 {
            for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let mut line = Vec::new();
                let (mut x, mut y) = (at % self.size + right, at / self.size + down);
                while (0..self.size).contains(&x) && (0..self.size).contains(&y) {
                    let here = y * self.size + x;
                    match squares[here as usize] * side {
                        -1 => line.push(here),
                        1 => {
                            turned |= !line.is_empty();
                            line.iter().for_each(|&square| after[square as usize] = side);
                            break;
                        }
                        _ => break,
                    }
                    (x, y) = (x + right, y + down);
                }
            }
        }
        after[at as usize] = side;
        turned.then_some(after)
    }

    /// The best result that the side can reach, in discs.
    fn solve(&self, squares: &[i8], side: i8, passed: bool) -> i32 {
        let after = (0..self.size * self.size).filter_map(|at| self.put(squares, at, side));
        match after.map(|after| -self.solve(&after, -side, false)).max() {
            Some(best) => best,
            None if !passed => -self.solve(squares, -side, true),
            None => {
                let more: i32 = squares.iter().map(|&disc| i32::from(disc * side)).sum();
                let empty = squares.iter().filter(|&&disc| disc == 0).count() as i32;
                if self.fill { more + empty * more.signum() } else { more }
            }
        }
    }
}

#[test]
fn othello_on_4x4_is_won_by_the_second_side() {
    // The winner is folklore; the score of 3 to 11, with two squares that stay empty, is that of the plain program.
    let mut start = [0; 16];
    [start[5], start[6], start[9], start[10]] = [-1, 1, 1, -1];
    assert_eq!(Plain { size: 4, fill: false }.solve(&start, 1, false), -8);
    let filled = Plain { size: 4, fill: true }.solve(&start, 1, false);
    assert_eq!(filled, -10);
    check_value(Othello::<4>::new(), 24, |score| discs(score) == Some(filled));
}

#[test]
fn the_search_solves_every_position_of_its_best_line_on_4x4_as_the_plain_program_does() {
    let game = Othello::<4>::new();
    let mut engine = Engine::preset(game.clone(), "default").unwrap();
    let (mut board, mut passes) = (game.start(), 0);
    while ending(&game, &board).is_none() {
        let text = game.write_position(&board);
        let disc = |letter| i8::from(letter == b'X') - i8::from(letter == b'O');
        let squares: Vec<i8> = text.bytes().take(16).map(disc).collect();
        let side = if game.side(&board) == Side::First { 1 } else { -1 };
        let plain = Plain { size: 4, fill: true }.solve(&squares, side, false);
        let found = engine.search(&Position::from_state(&game, board.clone()), &Limits::depth(24));
        assert_eq!(discs(found.score), Some(plain), "{text}");
        let best = found.best.unwrap();
        passes += usize::from(game.write_move(&board, best) == "pass");
        game.play(&mut board, best);
    }
    println!("{passes} passes in the best line");
}
