//! The field's words as types: [`Score`], [`Window`], [`Bound`] and [`Depth`].
//!
//! A score is always meant from the side to move. Scores fall into three bands: evaluations lie within ±[`Score::EVALUATION_LIMIT`], a won
//! game is above that, a lost one below. A win is worth more with a larger margin, and among equal margins more when it comes sooner.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The longest line the search can follow, in plies.
pub const MAX_PLY: usize = 256;

/// The value of a position from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A drawn game, or an even position.
    pub const DRAW: Score = Score(0);
    /// Evaluations are kept within plus and minus this.
    pub const EVALUATION_LIMIT: i32 = 900_000;
    /// The largest margin that a won game can carry.
    pub const MARGIN_LIMIT: u16 = 1_500;

    /// Better than anything that can happen on the board.
    pub const INFINITE: Score = Score(8_000_000);

    const WIN: i32 = 1_000_000;
    const MARGIN_STEP: i32 = 4_096;
    const DECIDED: i32 = Score::WIN - Score::MARGIN_STEP;

    /// An evaluation, held inside its band so that it is never mistaken for a proven result.
    #[inline(always)]
    pub const fn evaluation(points: i32) -> Score {
        let limit = Score::EVALUATION_LIMIT;
        Score(if points > limit {
            limit
        } else if points < -limit {
            -limit
        } else {
            points
        })
    }

    /// A game won by `margin`, `ply` plies from the root.
    #[inline(always)]
    pub const fn win(margin: u16, ply: usize) -> Score {
        let margin = if margin > Score::MARGIN_LIMIT { Score::MARGIN_LIMIT } else { margin };
        Score(Score::WIN + margin as i32 * Score::MARGIN_STEP - ply as i32)
    }

    /// A game lost by `margin`, `ply` plies from the root.
    #[inline(always)]
    pub const fn loss(margin: u16, ply: usize) -> Score {
        Score(-Score::win(margin, ply).0)
    }

    /// The number behind the score.
    #[inline(always)]
    pub const fn points(self) -> i32 {
        self.0
    }

    /// The score with this number behind it, as [`Score::points`] gave it.
    #[inline(always)]
    pub const fn from_points(points: i32) -> Score {
        Score(points)
    }

    /// The result is proven: the game is won, in how many plies and by which margin; `None` for an evaluation, a draw or a loss.
    pub const fn won_in(self) -> Option<(usize, u16)> {
        if self.0 <= Score::DECIDED || self.0 >= Score::INFINITE.0 {
            return None;
        }
        let above = self.0 - Score::DECIDED - 1;
        let margin = above / Score::MARGIN_STEP;
        Some(((Score::WIN + margin * Score::MARGIN_STEP - self.0) as usize, margin as u16))
    }

    /// The result is proven: the game is lost, in how many plies and by which margin.
    pub const fn lost_in(self) -> Option<(usize, u16)> {
        Score(-self.0).won_in()
    }

    /// The result is proven, won or lost: no evaluation.
    #[inline(always)]
    pub const fn is_decided(self) -> bool {
        self.0 > Score::DECIDED || self.0 < -Score::DECIDED
    }

    /// The same result seen from a node `ply` plies below the root instead of from the root: what the table stores.
    #[inline(always)]
    pub const fn from_node(self, ply: usize) -> Score {
        if self.0 > Score::DECIDED {
            Score(self.0 + ply as i32)
        } else if self.0 < -Score::DECIDED {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::from_node`].
    #[inline(always)]
    pub const fn from_root(self, ply: usize) -> Score {
        if self.0 > Score::DECIDED {
            Score(self.0 - ply as i32)
        } else if self.0 < -Score::DECIDED {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, points: i32) -> Score {
        Score(self.0 + points)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, points: i32) -> Score {
        Score(self.0 - points)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let by = |margin: u16| if margin > 0 { format!(" by {margin}") } else { String::new() };
        match (self.won_in(), self.lost_in()) {
            (Some((plies, margin)), _) => write!(f, "win in {plies}{}", by(margin)),
            (_, Some((plies, margin))) => write!(f, "loss in {plies}{}", by(margin)),
            _ => write!(f, "{:+}", self.0),
        }
    }
}

/// What a search result says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least this.
    Lower = 1,
    /// The value is at most this.
    Upper = 2,
    /// The value is this.
    Exact = 3,
}

impl Bound {
    /// The bound says that the value is at least the score beside it.
    #[inline(always)]
    pub const fn is_lower(self) -> bool {
        self as u8 & 1 != 0
    }

    /// The bound says that the value is at most the score beside it.
    #[inline(always)]
    pub const fn is_upper(self) -> bool {
        self as u8 & 2 != 0
    }
}

/// The open interval of values that still matter: `alpha` is already ours, `beta` would never be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the side to move already has elsewhere.
    pub alpha: Score,
    /// What the opponent will not let it have.
    pub beta: Score,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// A window from `alpha` to `beta`.
    #[inline(always)]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The narrowest window that still asks whether the value is above `score`.
    #[inline(always)]
    pub const fn above(score: Score) -> Window {
        Window { alpha: score, beta: Score(score.0 + 1) }
    }

    /// The same window from the other side.
    #[inline(always)]
    pub const fn flip(self) -> Window {
        Window { alpha: Score(-self.beta.0), beta: Score(-self.alpha.0) }
    }

    /// The window asks a yes-or-no question: no value lies inside.
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// The score is so good that the opponent avoids this position.
    #[inline(always)]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// The score does not improve on what the side to move already has.
    #[inline(always)]
    pub fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }

    /// What a fail-soft search with this window says about the true value when it returns `score`.
    #[inline(always)]
    pub fn bound(self, score: Score) -> Bound {
        if self.fails_high(score) {
            Bound::Lower
        } else if self.fails_low(score) {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// The window once `score` is in hand.
    #[inline(always)]
    pub fn raise(self, score: Score) -> Window {
        Window { alpha: if score > self.alpha { score } else { self.alpha }, ..self }
    }
}

/// Search depth in 1/64 ply, so that fractional plies are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(i32);

impl Depth {
    /// One ply.
    pub const PLY: Depth = Depth(64);
    /// Nothing left to search.
    pub const ZERO: Depth = Depth(0);

    /// A whole number of plies.
    #[inline(always)]
    pub const fn plies(plies: u32) -> Depth {
        Depth(plies as i32 * Depth::PLY.0)
    }

    /// A depth counted in 1/64 ply.
    #[inline(always)]
    pub const fn from_units(units: i32) -> Depth {
        Depth(units)
    }

    /// The depth in 1/64 ply.
    #[inline(always)]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// The whole plies in it, rounded down.
    #[inline(always)]
    pub const fn whole(self) -> i32 {
        self.0 >> 6
    }

    /// The plies in it, rounded up.
    #[inline(always)]
    pub const fn ceiling(self) -> i32 {
        (self.0 + Depth::PLY.0 - 1) >> 6
    }

    /// At least so many plies are left, of which the last may be a part of one: that is searched like a whole one.
    #[inline(always)]
    pub const fn has(self, plies: i32) -> bool {
        self.0 > (plies - 1) * Depth::PLY.0
    }

    /// The nearest whole number of plies.
    pub const fn rounded(self) -> Depth {
        Depth((self.0 + Depth::PLY.0 / 2).div_euclid(Depth::PLY.0) * Depth::PLY.0)
    }

    /// The larger of two.
    #[inline(always)]
    pub const fn at_least(self, other: Depth) -> Depth {
        if self.0 > other.0 { self } else { other }
    }

    /// Less than one unit is left: time to evaluate.
    #[inline(always)]
    pub const fn is_horizon(self) -> bool {
        self.0 <= 0
    }
}

impl Add for Depth {
    type Output = Depth;
    #[inline(always)]
    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Depth;
    #[inline(always)]
    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sooner_win_is_better_and_a_later_loss_is_better() {
        assert!(Score::win(0, 3) > Score::win(0, 5));
        assert!(Score::loss(0, 5) > Score::loss(0, 3));
    }

    #[test]
    fn a_larger_margin_outweighs_any_delay() {
        assert!(Score::win(2, MAX_PLY) > Score::win(1, 0));
    }

    #[test]
    fn no_evaluation_looks_like_a_proven_result() {
        for points in [i32::MAX, i32::MIN, 899_999, -1_000_001] {
            let score = Score::evaluation(points);
            assert_eq!((score.won_in(), score.lost_in()), (None, None));
        }
        assert_eq!(Score::INFINITE.won_in(), None);
    }

    #[test]
    fn a_win_tells_its_length_and_margin() {
        for margin in [0, 1, 24, Score::MARGIN_LIMIT] {
            for plies in [0, 1, 7, MAX_PLY] {
                assert_eq!(Score::win(margin, plies).won_in(), Some((plies, margin)));
                assert_eq!(Score::loss(margin, plies).lost_in(), Some((plies, margin)));
            }
        }
    }

    #[test]
    fn distance_from_node_and_from_root_are_inverse() {
        for score in [Score::win(3, 20), Score::loss(0, 20), Score::evaluation(77), Score::DRAW] {
            assert_eq!(score.from_node(12).from_root(12), score);
        }
    }

    #[test]
    fn flipping_twice_gives_the_window_back() {
        let window = Window::new(Score::from_points(-3), Score::from_points(9));
        assert_eq!(window.flip().flip(), window);
        assert_eq!(window.flip().alpha, Score::from_points(-9));
    }

    #[test]
    fn depth_counts_in_sixty_fourths() {
        assert_eq!((Depth::plies(2) - Depth::from_units(1)).whole(), 1);
        assert!(Depth::from_units(-1).is_horizon() && !Depth::from_units(1).is_horizon());
    }
}
