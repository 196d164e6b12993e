//! Ending games whose result is clear.

use plysmith::Score;
use plysmith::game::Side;
use serde::{Deserialize, Serialize};

use super::game::Ply;

/// When a game is ended before its rules do. Scores are those of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Both sides agree on who wins.
    pub win: Option<Agreed>,
    /// Neither side sees anything.
    pub draw: Option<Quiet>,
    /// A game of this many plies is a draw.
    pub longest: usize,
}

/// Won when both sides have seen at least this score for one of them, for so many moves of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreed {
    /// Points of the evaluation.
    pub score: i32,
    /// Moves of each side in a row.
    pub moves: usize,
}

/// Drawn when neither side has seen more than this score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quiet {
    /// Points of the evaluation.
    pub score: i32,
    /// Moves of each side in a row.
    pub moves: usize,
    /// Not before this many plies.
    pub from: usize,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { win: None, draw: None, longest: 1_000 }
    }
}

impl Adjudication {
    /// The result if the game is to end here: the winner, or nobody.
    pub(super) fn verdict(&self, plies: &[Ply]) -> Option<Option<Side>> {
        if let Some(agreed) = self.win {
            let sides = [Side::First, Side::Second];
            if let Some(winner) = sides.into_iter().find(|&side| agrees(plies, agreed, side)) {
                return Some(Some(winner));
            }
        }
        if let Some(quiet) = self.draw
            && plies.len() >= quiet.from
            && last(plies, quiet.moves, |_, score| score.points().abs() <= quiet.score)
        {
            return Some(None);
        }
        None
    }
}

fn agrees(plies: &[Ply], agreed: Agreed, winner: Side) -> bool {
    last(plies, agreed.moves, |side, score| {
        let for_winner = if side == winner { score } else { -score };
        for_winner.points() >= agreed.score
    })
}

/// Whether something holds for so many of the last moves of each side. A move without a score settles nothing.
fn last(plies: &[Ply], moves: usize, holds: impl Fn(Side, Score) -> bool) -> bool {
    let mut missing = [moves; 2];
    for ply in plies.iter().rev() {
        if !ply.score.is_some_and(|score| holds(ply.side(), Score::from_points(score))) {
            return false;
        }
        let count = &mut missing[ply.side().index()];
        *count = count.saturating_sub(1);
        if missing == [0; 2] {
            return moves > 0;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies(scores: &[i32]) -> Vec<Ply> {
        let ply = |(index, &score): (usize, &i32)| Ply { second: index % 2 == 1, score: Some(score), ..Ply::default() };
        scores.iter().enumerate().map(ply).collect()
    }

    fn check(scores: &[i32], expected: Option<Option<Side>>) {
        let adjudication = Adjudication {
            win: Some(Agreed { score: 500, moves: 2 }),
            draw: Some(Quiet { score: 5, moves: 2, from: 6 }),
            longest: 100,
        };
        assert_eq!(adjudication.verdict(&plies(scores)), expected, "{scores:?}");
    }

    #[test]
    fn a_game_is_won_when_both_have_agreed_for_long_enough() {
        check(&[600, -600, 600, -600], Some(Some(Side::First)));
        check(&[-600, 600, -600, 600], Some(Some(Side::Second)));
        check(&[0, 0, 600, -600, 600], None);
        check(&[600, -600, 600, -400], None);
        check(&[600, -600, 400, -600], None);
        check(&[], None);
    }

    #[test]
    fn a_game_is_drawn_when_nobody_sees_anything_late_enough() {
        check(&[90, 90, 5, -5, 0, 5], Some(None));
        check(&[5, -5, 0, 5], None);
        check(&[90, 90, 5, -6, 0, 5], None);
    }

    #[test]
    fn a_move_without_a_score_settles_nothing() {
        let mut game = plies(&[600, -600, 600, -600]);
        game[2].score = None;
        let adjudication = Adjudication { win: Some(Agreed { score: 500, moves: 2 }), ..Adjudication::default() };
        assert_eq!(adjudication.verdict(&game), None);
    }
}
