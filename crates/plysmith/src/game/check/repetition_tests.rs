use super::*;
use crate::game::{Repetition, TextError, hash};
use crate::testing::Countdown;

/// One piece that both sides push to and fro between four squares, for 40 plies. Whether the plies count in the hash is `COUNTED`.
#[derive(Clone)]
struct Shuttle<const COUNTED: bool>;

#[derive(Clone, Debug, PartialEq, Hash)]
struct Place {
    at: u8,
    plies: u8,
}

impl<const COUNTED: bool> Game for Shuttle<COUNTED> {
    type State = Place;
    type Move = u8;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 3 });

    fn name(&self) -> String {
        "shuttle".into()
    }
    fn start(&self) -> Place {
        Place { at: 0, plies: 0 }
    }
    fn side(&self, place: &Place) -> Side {
        if place.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn moves(&self, place: &Place, moves: &mut Vec<u8>) {
        moves.extend((0..4).filter(|&to| place.at.abs_diff(to) == 1));
    }
    fn play(&self, place: &mut Place, to: u8) {
        *place = Place { at: to, plies: place.plies + 1 };
    }
    fn outcome(&self, place: &Place) -> Option<Outcome> {
        (place.plies >= 40).then_some(Outcome::Draw)
    }
    fn evaluate(&self, _: &Place) -> i32 {
        0
    }
    fn move_ids(&self) -> usize {
        4
    }
    fn move_id(&self, to: u8) -> usize {
        to.into()
    }
    fn write_position(&self, place: &Place) -> String {
        format!("{} {}", place.at, place.plies)
    }
    fn read_position(&self, text: &str) -> Result<Place, TextError> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [at, plies] => Ok(Place { at, plies }),
            _ => Err(TextError::position(text, "a square and the plies")),
        }
    }
    fn write_move(&self, _: &Place, to: u8) -> String {
        to.to_string()
    }
    fn hash(&self, place: &Place) -> u64 {
        if COUNTED { hash::of(place) } else { hash::of(&(place.at, self.side(place))) }
    }
    fn counters(&self, place: &Place) -> u64 {
        place.plies.into()
    }
}

/// A game with a counter in its derived hash has no repetition, and nobody says so but this figure.
#[test]
fn positions_that_come_back_are_counted_where_repetition_means_something() {
    assert_eq!(rules(&Countdown::<false>, 10, 1).unwrap().returns, None);
    let summary = rules(&Shuttle::<true>, 10, 1).unwrap();
    assert_eq!((summary.returns, summary.repetitions, summary.longest), (Some(0), 0, 40));
    let summary = rules(&Shuttle::<false>, 10, 1).unwrap();
    // Each position comes back once before the game ends, at least where it ends.
    assert!(summary.returns >= Some(20) && summary.repetitions == 10, "{summary:?}");
}
