//! What is seen of the streams in games: every position, what each move changes, and what another move would have changed.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::FreeInputsError;
use super::stream::{Record, Width};
use crate::game::{Capability, Game};

/// So many positions are looked at, fewer where the stream is long.
const POSITIONS: usize = 4_096;
/// Positions times places, at most, as long as that leaves some hundred positions.
const CELLS: usize = 1 << 22;
const FEWEST: usize = 256;
/// A game is left after so many plies.
const LONGEST: usize = 400;
/// No more games are begun, whatever was seen.
const GAMES: usize = 2_000;
/// In every second game the move is the best of so many drawn, as the evaluation sees it, so that won positions are seen too.
const DRAWN: usize = 4;

/// The streams of many positions.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// How wide each place is, and the array that it belongs to.
    pub widths: Vec<Width>,
    pub arrays: Vec<u32>,
    /// The values, position after position.
    values: Vec<u64>,
    /// The number of the game that each position is from.
    pub games: Vec<u32>,
    /// Positions before and after a move.
    pub steps: Vec<(u32, u32)>,
    /// Positions after two moves from one position.
    pub siblings: Vec<(u32, u32)>,
}

impl Seen {
    /// Plays games with this seed.
    pub fn games<G: Game>(game: &G, seed: u64) -> Result<Seen, FreeInputsError> {
        let first = Record::of(&game.start());
        let mut seen = Seen { widths: first.widths, arrays: first.arrays, ..Seen::default() };
        let wanted = (CELLS / seen.widths.len().max(1)).clamp(FEWEST, POSITIONS);
        for number in 0..GAMES {
            if seen.games.len() >= wanted {
                break;
            }
            let mut rng = Pcg64Mcg::seed_from_u64(seed.wrapping_add(number as u64));
            seen.play(game, number, wanted, &mut rng)?;
        }
        Ok(seen)
    }

    /// Positions seen.
    pub fn positions(&self) -> usize {
        self.games.len()
    }

    /// The value of a place in a position.
    pub fn value(&self, position: u32, place: usize) -> u64 {
        self.values[position as usize * self.widths.len() + place]
    }

    /// The values of a place in all positions.
    pub fn column(&self, place: usize) -> impl Iterator<Item = u64> + '_ {
        self.values.iter().skip(place).step_by(self.widths.len().max(1)).copied()
    }

    fn play<G: Game>(&mut self, game: &G, number: usize, wanted: usize, rng: &mut Pcg64Mcg) -> Result<(), FreeInputsError> {
        let mut state = if Capability::Openings.of::<G>() && number % 4 >= 2 {
            game.opening(&mut |below| rng.random_range(0..below))
        } else {
            game.start()
        };
        let mut here = self.add(game, &state, number)?;
        let mut moves = Vec::new();
        for _ in 0..LONGEST {
            moves.clear();
            if game.outcome(&state).is_none() {
                game.moves(&state, &mut moves);
            }
            if moves.is_empty() || self.positions() >= wanted {
                break;
            }
            let mut draw = || {
                let mut after = state.clone();
                game.play(&mut after, moves[rng.random_range(0..moves.len())]);
                after
            };
            let (other, mut next) = (draw(), draw());
            if number % 2 == 1 {
                for _ in 1..DRAWN {
                    let rival = draw();
                    if promise(game, &state, &rival) > promise(game, &state, &next) {
                        next = rival;
                    }
                }
            }
            if game.outcome(&next).is_some() {
                break;
            }
            let there = self.add(game, &next, number)?;
            self.steps.push((here, there));
            if game.outcome(&other).is_none() && other != next {
                let sibling = self.add(game, &other, number)?;
                self.steps.push((here, sibling));
                self.siblings.push((there, sibling));
            }
            (state, here) = (next, there);
        }
        Ok(())
    }

    /// Writes a position down, if its stream has the same places as the first.
    fn add<G: Game>(&mut self, game: &G, state: &G::State, number: usize) -> Result<u32, FreeInputsError> {
        let record = Record::of(state);
        if record.widths != self.widths {
            let place = record.widths.iter().zip(&self.widths).take_while(|(one, other)| one == other).count();
            let (places, start) = (record.widths.len(), self.widths.len());
            return Err(FreeInputsError::Shape { place, places, start, position: game.write_position(state) });
        }
        self.values.extend(record.values);
        self.games.push(number as u32);
        Ok(self.games.len() as u32 - 1)
    }
}

/// How good a position looks for the side that was to move before.
fn promise<G: Game>(game: &G, before: &G::State, after: &G::State) -> i32 {
    if game.outcome(after).is_some() {
        // Nothing is learned from the end of a game.
        return i32::MIN;
    }
    let value = game.evaluate(after);
    if game.side(after) == game.side(before) { value } else { -value }
}
