//! How the games of a match ended, counted by pairs or, where there are none, by single games.
//!
//! Counts read the text that match runners print: `10, 20, 40, 25, 12`, in brackets or not.

use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// More than any match has, and few enough that sums stay exact.
const MOST: u64 = 1_000_000_000_000;

/// What a game was worth to the first player of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

/// Game pairs by the points of the first player: `LL`, `LD`, `WL` or `DD`, `WD`, `WW`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair of games.
    pub fn add(&mut self, one: Points, other: Points) {
        self.0[one as usize + other as usize] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of games, two to a pair.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// The points of the first player.
    pub fn points(&self) -> f64 {
        (0..).zip(self.0).map(|(halves, count)| halves * count).sum::<u64>() as f64 / 2.0
    }
}

impl Pentanomial {
    /// The same pairs from the other player's point of view.
    pub fn mirrored(self) -> Pentanomial {
        let [ll, ld, even, wd, ww] = self.0;
        Pentanomial([ww, wd, even, ld, ll])
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl FromStr for Pentanomial {
    type Err = CountsError;

    fn from_str(text: &str) -> Result<Pentanomial, CountsError> {
        numbers(text, "LL, LD, WL+DD, WD, WW").map(Pentanomial)
    }
}

/// Single games, from the first player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// Counts a game.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points of the first player.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games from the other player's point of view.
    pub fn mirrored(self) -> Trinomial {
        Trinomial { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Trinomial) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl FromStr for Trinomial {
    type Err = CountsError;

    fn from_str(text: &str) -> Result<Trinomial, CountsError> {
        let [wins, draws, losses] = numbers(text, "wins, draws, losses")?;
        Ok(Trinomial { wins, draws, losses })
    }
}

/// The counts of a match. Pairs say more than games: prefer them when there are both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Counts {
    /// Openings were played from both sides.
    Pairs(Pentanomial),
    /// Only single games are known. They are taken to be independent.
    Games(Trinomial),
}

impl Counts {
    /// The number of games.
    pub fn games(&self) -> u64 {
        match self {
            Counts::Pairs(pairs) => pairs.games(),
            Counts::Games(games) => games.games(),
        }
    }

    /// The points of the first player.
    pub fn points(&self) -> f64 {
        match self {
            Counts::Pairs(pairs) => pairs.points(),
            Counts::Games(games) => games.points(),
        }
    }
}

impl From<Pentanomial> for Counts {
    fn from(pairs: Pentanomial) -> Counts {
        Counts::Pairs(pairs)
    }
}

impl From<Trinomial> for Counts {
    fn from(games: Trinomial) -> Counts {
        Counts::Games(games)
    }
}

/// A text that is no list of counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountsError {
    /// Not as many as needed.
    #[error("`{text}` has {found} counts; write {expected}")]
    Length {
        /// The text.
        text: String,
        /// How many it has.
        found: usize,
        /// What they should be.
        expected: &'static str,
    },
    /// One is no number of games.
    #[error("`{count}` is no number of games; use a whole number from 0 to {MOST}")]
    Number {
        /// The text of it.
        count: String,
    },
}

/// So many numbers, between commas or spaces.
fn numbers<const N: usize>(text: &str, expected: &'static str) -> Result<[u64; N], CountsError> {
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    let parts: Vec<&str> = inner.split([',', ' ']).filter(|part| !part.is_empty()).collect();
    let mut counts = [0; N];
    if parts.len() != N {
        return Err(CountsError::Length { text: text.into(), found: parts.len(), expected });
    }
    for (count, part) in counts.iter_mut().zip(parts) {
        let number = part.parse().ok().filter(|&number| number <= MOST);
        *count = number.ok_or_else(|| CountsError::Number { count: part.into() })?;
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_by_its_points_whatever_the_order() {
        let mut pairs = Pentanomial::default();
        for one in [Points::Loss, Points::Draw, Points::Win] {
            for other in [Points::Loss, Points::Draw, Points::Win] {
                pairs.add(one, other);
            }
        }
        assert_eq!(pairs, Pentanomial([1, 2, 3, 2, 1]));
        assert_eq!((pairs.pairs(), pairs.games(), pairs.points()), (9, 18, 9.0));
    }

    #[test]
    fn games_count_by_their_end() {
        let mut games = Trinomial::default();
        for points in [Points::Win, Points::Draw, Points::Win, Points::Loss] {
            games.add(points);
        }
        games += Trinomial { wins: 1, draws: 2, losses: 3 };
        assert_eq!(games, Trinomial { wins: 3, draws: 3, losses: 4 });
        assert_eq!((games.games(), games.points()), (10, 4.5));
    }

    #[test]
    fn the_text_of_match_runners_is_read() {
        for text in ["1,10,78,48,13", "[1, 10, 78, 48, 13]", " 1 10 78 48 13 "] {
            assert_eq!(text.parse(), Ok(Pentanomial([1, 10, 78, 48, 13])), "{text}");
        }
        assert_eq!(Pentanomial([1, 10, 78, 48, 13]).to_string(), "[1, 10, 78, 48, 13]");
        assert_eq!("100,50,80".parse(), Ok(Trinomial { wins: 100, draws: 50, losses: 80 }));
    }

    #[test]
    fn an_error_names_the_text_and_the_remedy() {
        for (text, expected) in [
            ("1,2,3", "`1,2,3` has 3 counts; write LL, LD, WL+DD, WD, WW"),
            ("", "`` has 0 counts; write LL, LD, WL+DD, WD, WW"),
            ("1,2,-3,4,5", "`-3` is no number of games; use a whole number from 0 to 1000000000000"),
            ("1,2,x,4,5", "`x` is no number of games"),
            ("1,2,18446744073709551615,4,5", "`18446744073709551615` is no number of games"),
        ] {
            let error = text.parse::<Pentanomial>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn json_tells_pairs_from_games() {
        for (counts, json) in [
            (Counts::Pairs(Pentanomial([1, 2, 3, 4, 5])), "[1,2,3,4,5]"),
            (Counts::Games(Trinomial { wins: 1, draws: 2, losses: 3 }), r#"{"wins":1,"draws":2,"losses":3}"#),
        ] {
            assert_eq!(serde_json::to_string(&counts).unwrap(), json);
            assert_eq!(serde_json::from_str::<Counts>(json).unwrap(), counts);
        }
    }
}
