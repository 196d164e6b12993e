//! What a learner has to know of the inputs of a game: where they come from, whether moves turn them, and where they go when the board is turned.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{GameArena, InputsCard};
use crate::game::free_inputs::FreeInputs;
use crate::game::{Capability, Game, InputSet, Side, ending, hash};

/// What inputs a network has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputTraits {
    /// How many there are, and whether they are free.
    pub card: InputsCard,
    /// The plan of free inputs.
    pub plan: Option<FreeInputs>,
    /// They are seen from the side to move: a position resembles that of two plies before more than the one before.
    pub turned: bool,
    /// Where each input goes when the board is turned, for every symmetry that changes something and that the inputs can tell.
    pub images: Vec<Vec<u16>>,
}

/// The inputs of a position on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputsAt {
    /// Whose turn it is.
    pub side: Side,
    /// The active inputs.
    pub active: Vec<u16>,
    /// No threat has to be answered, and the move that the line plays here is none that changes much at once.
    pub quiet: bool,
}

/// Random games that show how inputs behave.
const GAMES: usize = 200;
/// No longer than so many plies.
const LONGEST: usize = 200;

impl<G: Game> GameArena<G> {
    /// The inputs of the game are free ones.
    pub(super) fn is_free(&self) -> bool {
        !self.masked().capabilities().contains(Capability::Inputs)
    }

    /// The active inputs of a position.
    pub(super) fn look(&self, free: bool, state: &G::State, active: &mut InputSet) {
        active.clear();
        if !free {
            self.game.active_inputs(state, active);
        } else if let Ok(inputs) = super::Arena::free_inputs(self) {
            inputs.mark(state, active);
        }
    }

    /// Plays at random, and looks.
    pub(super) fn study_inputs(&self, card: InputsCard) -> InputTraits {
        let (masked, mut rng) = (self.masked(), Pcg64Mcg::seed_from_u64(super::FREE_INPUTS_SEED));
        let turns = masked.symmetries();
        let (mut seen, mut images) = (vec![0u64; card.count], vec![vec![0u64; card.count]; turns]);
        let (mut now, mut changed) = (InputSet::new(card.count), [0usize; 2]);
        let mut number = 0;
        for _ in 0..GAMES {
            let mut state = masked.opening(&mut |below| rng.random_range(0..below));
            let mut past: Vec<InputSet> = Vec::new();
            for _ in 0..LONGEST {
                if ending(&self.game, &state).is_some() {
                    break;
                }
                number += 1;
                let mark = hash::mix(number);
                self.look(card.free, &state, &mut now);
                now.iter().for_each(|input| seen[usize::from(input)] = seen[usize::from(input)].wrapping_add(mark));
                if let [.., grandparent, parent] = &past[..] {
                    for (count, before) in changed.iter_mut().zip([parent, grandparent]) {
                        before.compare(&now, |_| *count += 1, |_| {});
                        now.compare(before, |_| *count += 1, |_| {});
                    }
                }
                past.push(now.clone());
                for (turn, image) in images.iter_mut().enumerate().skip(1) {
                    self.look(card.free, &self.game.turn(&state, turn), &mut now);
                    now.iter().for_each(|input| image[usize::from(input)] = image[usize::from(input)].wrapping_add(mark));
                }
                let mut moves = Vec::new();
                self.game.moves(&state, &mut moves);
                self.game.play(&mut state, moves[rng.random_range(0..moves.len())]);
            }
        }
        let images = images[1..].iter().filter_map(|image| matched(&seen, image)).collect();
        InputTraits { card, plan: None, turned: changed[1] < changed[0], images }
    }
}

/// Where each input goes: to the one that was active in the turned positions where it was active before. Inputs that nothing tells apart are taken in their order. `None` if they do not match.
fn matched(seen: &[u64], image: &[u64]) -> Option<Vec<u16>> {
    let mut places: HashMap<u64, Vec<u16>> = HashMap::new();
    for (input, &marks) in image.iter().enumerate().rev() {
        places.entry(marks).or_default().push(input as u16);
    }
    let found: Option<Vec<u16>> = seen.iter().map(|marks| places.get_mut(marks)?.pop()).collect();
    found.filter(|found| found.iter().enumerate().any(|(from, &to)| from != usize::from(to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_go_where_the_same_positions_have_them() {
        assert_eq!(matched(&[5, 7, 0, 9, 0], &[7, 5, 9, 0, 0]), Some(vec![1, 0, 3, 2, 4]));
        assert_eq!(matched(&[5, 7], &[5, 8]), None, "what has no image cannot be turned");
        assert_eq!(matched(&[5, 7], &[5, 7]), None, "nothing changes");
    }
}
