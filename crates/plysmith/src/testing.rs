//! A small game for the tests of the enhancements: three heaps, from which a side takes one to three, and who takes the last wins.
//!
//! It has much of what an enhancement may need: transpositions, passing, tactical moves (taking three), six symmetries (the heaps in any order), two atoms
//! of moves, two phases (there are still more than twelve, or not), and an evaluation that knows who wins but not by how much, so that order pays and values still change from depth to depth.

use crate::engine::Engine;
use crate::game::{AtomCard, Capability, Game, Outcome, Side, TextError, hash};
use crate::position::Position;
use crate::search::Found;
use crate::search::limits::Limits;
use crate::spec::Spec;

/// A part as version 1 of the format has it, a row of numbers: it must be readable for ever.
pub(crate) const BUNDLED: &[u8] = b"plysmith-part 1 125 24 72b64e0915cf6f108d290ec846a0ff08\n\
    game = \"heaps\"\nkind = \"numbers\"\n\n[provenance]\nbuild = \"none\"\ncommand = \"by hand\"\ndata = \"none\"\nseed = 1\n\n[shape]\nvalues = 12\nabcdefghijklmnopqrstuvwx";

#[derive(Clone)]
pub(crate) struct Heaps;

#[derive(Clone, Debug, PartialEq, Hash)]
pub(crate) struct State {
    heaps: [u8; 3],
    side: Side,
}

/// A heap and how many are taken from it.
pub(crate) type Move = (u8, u8);

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Game for Heaps {
    type State = State;
    type Move = Move;

    const CAPABILITIES: &'static [Capability] =
        &[Capability::Pass, Capability::Tactical, Capability::Atoms, Capability::Phases, Capability::Symmetries];

    fn name(&self) -> String {
        "heaps".into()
    }
    fn start(&self) -> State {
        State { heaps: [7, 8, 9], side: Side::First }
    }
    fn side(&self, state: &State) -> Side {
        state.side
    }
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        moves.extend((0..3).flat_map(|heap| (1..=state.heaps[usize::from(heap)].min(3)).map(move |taken| (heap, taken))));
    }
    fn play(&self, state: &mut State, (heap, taken): Move) {
        state.heaps[usize::from(heap)] -= taken;
        state.side = state.side.other();
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.heaps == [0; 3]).then(|| Outcome::win(state.side.other()))
    }
    fn evaluate(&self, state: &State) -> i32 {
        let mut heaps = state.heaps;
        heaps.sort_unstable();
        let won = heaps.iter().fold(0, |sum, heap| sum ^ (heap % 4)) != 0;
        (if won { 50 } else { -50 }) + (hash::of(&(heaps, state.side)) % 19) as i32 - 9
    }
    fn parts(&self) -> &'static [&'static [u8]] {
        &[BUNDLED]
    }
    fn move_ids(&self) -> usize {
        12
    }
    fn move_id(&self, (heap, taken): Move) -> usize {
        usize::from(heap * 4 + taken)
    }
    fn write_position(&self, state: &State) -> String {
        let [a, b, c] = state.heaps;
        format!("{a} {b} {c} {}", state.side.number())
    }
    fn read_position(&self, text: &str) -> Result<State, TextError> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [a, b, c, side @ 1..=2] => Ok(State { heaps: [a, b, c], side: if side == 1 { Side::First } else { Side::Second } }),
            _ => Err(TextError::position(text, "three heaps and the side to move")),
        }
    }
    fn write_move(&self, _: &State, (heap, taken): Move) -> String {
        format!("{heap}-{taken}")
    }
    fn pass(&self, state: &mut State) -> bool {
        let sensible = state.heaps.iter().sum::<u8>() > 2;
        if sensible {
            state.side = state.side.other();
        }
        sensible
    }
    fn tactical(&self, _: &State, (_, taken): Move) -> u32 {
        u32::from(taken == 3)
    }
    fn atoms(&self) -> &'static [AtomCard] {
        const ATOMS: [AtomCard; 2] = [
            AtomCard { name: "Three", about: "takes three", group: "number", parent: None, keep: false },
            AtomCard { name: "Same", about: "takes from the heap of the last move", group: "heap", parent: None, keep: false },
        ];
        &ATOMS
    }
    fn atoms_of(&self, _: &State, previous: Option<Move>, (heap, taken): Move, wanted: u64) -> u64 {
        wanted & (u64::from(taken == 3) | u64::from(previous.is_some_and(|(last, _)| last == heap)) << 1)
    }
    fn phases(&self) -> usize {
        2
    }
    fn phase(&self, state: &State) -> usize {
        usize::from(state.heaps.iter().sum::<u8>() <= 12)
    }
    fn symmetries(&self) -> usize {
        ORDERS.len()
    }
    fn turn(&self, state: &State, symmetry: usize) -> State {
        let mut heaps = [0; 3];
        (0..3).for_each(|heap| heaps[ORDERS[symmetry][heap]] = state.heaps[heap]);
        State { heaps, side: state.side }
    }
    fn turn_move(&self, (heap, taken): Move, symmetry: usize) -> Move {
        (ORDERS[symmetry][usize::from(heap)] as u8, taken)
    }
}

/// A search of the start with a spec in which `;` stands for a new line.
pub(crate) fn search(spec: &str, depth: u32) -> Found<Move> {
    search_from("7 8 9 1", spec, depth)
}

/// The same from another position.
pub(crate) fn search_from(position: &str, spec: &str, depth: u32) -> Found<Move> {
    let spec = Spec::parse(&spec.replace(';', "\n")).unwrap();
    let position = Position::from_state(&Heaps, Heaps.read_position(position).unwrap());
    Engine::new(Heaps, &spec).unwrap().search(&position, &Limits::depth(depth))
}

/// What is found with `more` switched on in addition to `base`, after checking that the value is the same as without, and how many nodes it took
/// without.
pub(crate) fn with(base: &str, more: &str, depth: u32) -> (Found<Move>, u64) {
    let (without, with) = (search(base, depth), search(&format!("{base};{more}"), depth));
    assert_eq!(with.score, without.score, "{base};{more}");
    (with, without.nodes)
}

/// A counter of an enhancement.
pub(crate) fn counted(found: &Found<Move>, enhancement: &str, name: &str) -> u64 {
    found.counters.iter().find(|counter| counter.enhancement == enhancement && counter.name == name).unwrap().count
}

#[test]
fn the_heaps_are_a_sound_game() {
    crate::game::check::rules(&Heaps, 200, 1).unwrap();
}

/// A number that goes down by one or two with every move. At 0 there is no move left and who is to move has lost; whether the game says that
/// this cannot be is `ALWAYS`.
#[derive(Clone)]
pub(crate) struct Countdown<const ALWAYS: bool>;

impl<const ALWAYS: bool> Game for Countdown<ALWAYS> {
    type State = (u8, Side);
    type Move = u8;

    const ALWAYS_MOVES: bool = ALWAYS;

    fn name(&self) -> String {
        "countdown".into()
    }
    fn start(&self) -> (u8, Side) {
        (10, Side::First)
    }
    fn side(&self, &(_, side): &(u8, Side)) -> Side {
        side
    }
    fn moves(&self, &(left, _): &(u8, Side), moves: &mut Vec<u8>) {
        moves.extend(1..=left.min(2));
    }
    fn play(&self, (left, side): &mut (u8, Side), taken: u8) {
        *left -= taken;
        *side = side.other();
    }
    fn outcome(&self, _: &(u8, Side)) -> Option<Outcome> {
        None
    }
    fn evaluate(&self, _: &(u8, Side)) -> i32 {
        0
    }
    fn move_ids(&self) -> usize {
        3
    }
    fn move_id(&self, taken: u8) -> usize {
        taken.into()
    }
    fn write_position(&self, &(left, side): &(u8, Side)) -> String {
        format!("{left} {}", side.number())
    }
    fn read_position(&self, text: &str) -> Result<(u8, Side), TextError> {
        let (left, side) = text.split_once(' ').ok_or_else(|| TextError::position(text, "a number and the side to move"))?;
        let left = left.parse().map_err(|_| TextError::position(text, "a number"))?;
        Ok((left, if side == "1" { Side::First } else { Side::Second }))
    }
    fn write_move(&self, _: &(u8, Side), taken: u8) -> String {
        taken.to_string()
    }
}
