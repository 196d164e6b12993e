//! Atomic features of a move in Awari. The names are ours; no list for this game has been published.

use plysmith::game::Game;

use super::{Awari, HOUSES, State, house, sum};

atoms! {
    Quiet "C0", "captures": "captures nothing";
    Slam "Cg", "captures" < "C0": "is a grand slam, which captures nothing";
    Captures "Ca", "captures", keep: "captures";
    CapturesFour "C4", "captures" < "Ca": "captures four seeds or more";
    Inside "Si", "sowing": "sows on the own side only";
    Round "Sr", "sowing": "sows round the board and past its origin";
    Feeds "Fe", "feeding": "gives seeds to an enemy who has none";
    Left "Hl", "house": "sows from one of the two houses farthest from the enemy";
    Right "Hr", "house": "sows from one of the two houses nearest to the enemy";
    Saves "Sv", "safety": "empties a house that the enemy's next move could have captured from";
    Threatens "Th", "threat": "could be followed by a capture if the enemy did nothing";
}

/// The seeds that the side to move could capture, by any of its moves, where they lie.
fn capturable(state: &State) -> u64 {
    let mut houses = 0;
    for house in 0..HOUSES {
        if state.playable() >> (8 * house) & 0x80 != 0 {
            houses |= state.harvest(house).taken;
        }
    }
    houses
}

/// All atoms that hold for a move.
pub(super) fn of(game: &Awari, state: &State, mv: u8) -> u64 {
    let mut found = 0;
    let mut mark = |atom: Atom, holds: bool| found |= u64::from(holds) << atom as u32;
    let from = house(state, mv);
    let seeds = usize::from(state.own().house(from));
    let harvest = state.harvest(from);
    let taken = sum(harvest.taken);
    mark(Atom::Quiet, taken == 0);
    mark(Atom::Slam, harvest.slam);
    mark(Atom::Captures, taken > 0);
    mark(Atom::CapturesFour, taken >= 4);
    mark(Atom::Inside, from + seeds < HOUSES);
    mark(Atom::Round, seeds >= 2 * HOUSES);
    mark(Atom::Feeds, state.enemy().houses() == 0);
    mark(Atom::Left, from < 2);
    mark(Atom::Right, from >= HOUSES - 2);

    let waiting = State { side: state.side.other(), ..state.clone() };
    mark(Atom::Saves, capturable(&waiting) >> (8 * from) & 0xff != 0);
    let mut after = state.clone();
    game.play(&mut after, mv);
    let again = State { side: state.side, ..after };
    mark(Atom::Threatens, capturable(&again) != 0);
    found
}
