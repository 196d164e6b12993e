//! Options of every command in which games are played.

use std::path::PathBuf;

use clap::value_parser;
use plysmith_lab::play::{Adjudication, Agreed, Quiet};

use crate::input::openings::OpeningArgs;
use crate::input::players::PaceArgs;
use crate::jobs::session::RunArgs;

/// How games are played and where they go.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub struct ContestArgs {
    #[command(flatten)]
    pub pace: PaceArgs,
    #[command(flatten)]
    pub openings: OpeningArgs,
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,
    /// Where to write the games; by default into the folder of the run
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    pub pgn: Option<PathBuf>,
    #[command(flatten)]
    pub run: RunArgs,
}

/// When a game may end early.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub struct AdjudicationArgs {
    /// A game is won when both players see at least so many points for one of them, for so many moves each
    #[arg(long, value_name = "POINTS,MOVES", value_parser = |text: &str| numbers(text, [1, 1]), help_heading = "Adjudication")]
    win: Option<[u32; 2]>,
    /// A game is drawn when neither player sees more than so many points, for so many moves each, from a ply on
    #[arg(long, value_name = "POINTS,MOVES,PLY", value_parser = |text: &str| numbers(text, [0, 1, 0]), help_heading = "Adjudication")]
    draw: Option<[u32; 3]>,
    /// A game of so many plies is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 1_000, value_parser = value_parser!(u32).range(1..), help_heading = "Adjudication")]
    longest: u32,
}

/// No evaluation has more points.
const MOST: u32 = 900_000;

/// Whole numbers with commas between them, none of them below its bound.
fn numbers<const N: usize>(text: &str, least: [u32; N]) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[u32; N]>::try_from(numbers).ok());
    let fits = |numbers: &[u32; N]| numbers.iter().zip(least).all(|(&number, least)| (least..=MOST).contains(&number));
    let least = least.map(|least| least.to_string()).join(",");
    numbers
        .filter(fits)
        .ok_or_else(|| format!("`{text}`: write {N} whole numbers with commas, at least {least} and at most {MOST}"))
}

impl AdjudicationArgs {
    pub fn rules(&self) -> Adjudication {
        Adjudication {
            win: self.win.map(|[score, moves]| Agreed { score: score as i32, moves: moves as usize }),
            draw: self.draw.map(|[score, moves, from]| Quiet { score: score as i32, moves: moves as usize, from: from as usize }),
            longest: self.longest as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_and_within_their_bounds() {
        assert_eq!(numbers("500,3", [1, 1]), Ok([500, 3]));
        assert_eq!(numbers("0, 8, 0", [0, 1, 0]), Ok([0, 8, 0]));
        for text in ["", "5", "5,3,1", "0,3", "5,0", "-1,3", "x,3", "900001,3", "4294967295,1"] {
            assert!(numbers(text, [1, 1]).is_err(), "{text}");
        }
    }
}
