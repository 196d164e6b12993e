//! Awari, also known as Oware: two rows of six houses, four seeds in each.
//!
//! South, the first side, owns the houses A to F from its left to its right; North owns a to f, seen from its own side, so that sowing goes
//! A B C D E F a b c d e f and round again.
//!
//! ```text
//!  f e d c b a    North
//!  A B C D E F    South
//! ```
//!
//! A move takes all the seeds of an own house and sows them one by one into the houses that follow, skipping the house they came from. If the
//! last seed makes two or three in an enemy house, these are captured, and so are the twos and threes in an unbroken row before it on the enemy
//! side. To capture all that the enemy has (a *grand slam*) is legal and captures nothing. A move must leave the enemy a seed; since a grand
//! slam captures nothing, that matters only when the enemy has none before it.
//!
//! The game ends when a side has captured more than half of the 48 seeds or both have half, when the side to move has no legal move, and when
//! a position (houses, stores and the side to move) occurs for the second time. In every case each side takes what lies on its own side,
//! whoever then has more wins, and the difference is the margin. What a side with 25 seeds would still capture does not count: the rules end
//! the game there.
//!
//! No game is endless. A capture can never be undone, so there are at most 48 of them, and between two captures there are only finitely many
//! ways in which the seeds can lie, none of which occurs twice.
//!
//! Positions are written as houses A to F, houses a to f, South's store, North's store and the side to move:
//! `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`. A move is written as the house it sows from.
//!
//! What the game declines: doing nothing makes no sense, since being forced to move is what loses most endgames; a turn of the board exchanges
//! the sides, so there is no symmetry; and there is one set-up only.

mod atoms;
#[cfg(test)]
mod endgame_tests;
mod evaluation;
#[cfg(test)]
mod tests;

use plysmith::game::picture::Square;
use plysmith::game::{AtomCard, Capability, EvaluationCard, Game, InputSet, Outcome, Picture, Repetition, Side, TextError, hash};

use evaluation::{CARDS, Evaluation, position, stores};

/// The game, with the evaluation in use.
#[derive(Clone, Copy, Debug)]
pub struct Awari {
    evaluation: Evaluation,
    hashing: Hashing,
}

/// Which hash positions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hashing {
    /// The game's own.
    Own,
    /// What a game has that brings no hash of its own.
    Generic,
}

/// A position: a row of houses with a store for each side, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    rows: [Row; 2],
    side: Side,
}

/// The houses of a side in the direction of sowing, a byte each from the lowest, and its store in the byte above them. No byte exceeds 48, so
/// that a whole row is added to, compared and summed in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Row(u64);

/// Houses of one side.
const HOUSES: usize = 6;
const SEEDS: u8 = 48;
/// With more than this a side has won.
const HALF: u8 = SEEDS / 2;
const NAMES: [char; 2 * HOUSES] = ['A', 'B', 'C', 'D', 'E', 'F', 'a', 'b', 'c', 'd', 'e', 'f'];

/// One in each house.
const ONES: u64 = 0x0000_0101_0101_0101;
/// The bytes of the houses.
const ROW: u64 = 0xff * ONES;
/// The highest bit of each house: how an answer about every house is given.
const FLAGS: u64 = 0x80 * ONES;
/// The seeds that a house needs to reach the enemy's side, by house.
const REACH: u64 = 0x0000_0102_0304_0506;

impl Row {
    fn new(houses: &[u8], store: u8) -> Row {
        let bytes = houses.iter().chain([&store]).rev();
        Row(bytes.fold(0, |row, &seeds| row << 8 | u64::from(seeds)))
    }

    #[inline(always)]
    fn house(self, house: usize) -> u8 {
        (self.0 >> (8 * house)) as u8
    }

    #[inline(always)]
    fn store(self) -> u8 {
        self.house(HOUSES)
    }

    #[inline(always)]
    fn houses(self) -> u64 {
        self.0 & ROW
    }

    /// The seeds in all houses.
    #[inline(always)]
    fn seeds(self) -> u8 {
        sum(self.houses())
    }

    /// Flags the houses with at least so many seeds; `seeds` has a number from 1 to 128 for each house.
    #[inline(always)]
    fn at_least(self, seeds: u64) -> u64 {
        (self.houses() + (FLAGS - seeds)) & FLAGS
    }
}

/// The sum of the houses.
#[inline(always)]
fn sum(houses: u64) -> u8 {
    (houses.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// What a number of seeds sown from a house adds to both rows, seen from the side that sows.
#[derive(Clone, Copy)]
struct Sown {
    own: u64,
    enemy: u64,
    /// The enemy's house where the last seed falls, or [`HOUSES`] if it falls on the own side.
    last: u8,
}

/// By house and number of seeds.
static SOWN: [[Sown; SEEDS as usize + 1]; HOUSES] = sown();

const fn sown() -> [[Sown; SEEDS as usize + 1]; HOUSES] {
    let mut table = [[Sown { own: 0, enemy: 0, last: HOUSES as u8 }; SEEDS as usize + 1]; HOUSES];
    let mut from = 0;
    while from < HOUSES {
        let (mut at, mut seeds) = (from, 1);
        while seeds <= SEEDS as usize {
            at = (at + 1) % (2 * HOUSES);
            if at == from {
                at += 1;
            }
            let mut sown = table[from][seeds - 1];
            if at < HOUSES {
                sown.own += 1 << (8 * at);
                sown.last = HOUSES as u8;
            } else {
                sown.enemy += 1 << (8 * (at - HOUSES));
                sown.last = (at - HOUSES) as u8;
            }
            table[from][seeds] = sown;
            seeds += 1;
        }
        from += 1;
    }
    table
}

/// What becomes of the houses by a move.
struct Harvest {
    /// The rows of the side that moves and of the other; the stores are as before, and what is captured still lies there.
    own: u64,
    enemy: u64,
    /// What is captured, where it lies in the enemy's row.
    taken: u64,
    /// All that the enemy has would have been captured, so nothing is.
    slam: bool,
}

/// The houses at the end of a chain of twos and threes that ends at the house `last`.
#[inline(always)]
fn chain(enemy: u64, last: u8) -> u64 {
    // Two and three differ from two in the lowest bit at most.
    let differs = ((enemy & ROW) ^ (2 * ONES)) & (0xfe * ONES);
    let capturable = !(differs + 0x7f * ONES) & FLAGS;
    // With the last house on top, the first flag that is missing ends the chain.
    let top = 56 - 8 * u32::from(last);
    let missing = !(capturable << top) & 0x8080_8080_8080_8080;
    let bits = missing.leading_zeros();
    enemy & (((1 << bits) - 1) << (64 - top - bits))
}

impl State {
    #[inline(always)]
    fn own(&self) -> Row {
        self.rows[self.side.index()]
    }

    #[inline(always)]
    fn enemy(&self) -> Row {
        self.rows[self.side.other().index()]
    }

    /// Flags the houses that the side to move may sow from.
    #[inline(always)]
    fn playable(&self) -> u64 {
        self.own().at_least(if self.enemy().houses() == 0 { REACH } else { ONES })
    }

    /// Sows from a house of the side to move, numbered from 0 on its own side.
    #[inline(always)]
    fn harvest(&self, house: usize) -> Harvest {
        let (row, seeds) = (self.own(), self.own().house(house));
        let sown = SOWN[house][usize::from(seeds)];
        let own = row.0 - (u64::from(seeds) << (8 * house)) + sown.own;
        let enemy = self.enemy().0 + sown.enemy;
        if usize::from(sown.last) == HOUSES {
            return Harvest { own, enemy, taken: 0, slam: false };
        }
        let taken = chain(enemy, sown.last);
        let slam = taken == enemy & ROW;
        Harvest { own, enemy, taken: if slam { 0 } else { taken }, slam }
    }

    /// Each side takes what lies on its own side.
    fn split(&self) -> Outcome {
        let [first, second] = self.rows.map(|row| i32::from(row.store()) + i32::from(row.seeds()));
        Outcome::count(first - second)
    }
}

/// The house of a move, from 0 on the own side.
#[inline(always)]
fn house(state: &State, mv: u8) -> usize {
    usize::from(mv) - HOUSES * state.side.index()
}

impl Default for Awari {
    fn default() -> Awari {
        Awari { evaluation: Evaluation::first(CARDS), hashing: Hashing::Own }
    }
}

impl Awari {
    /// The game with the first of its evaluations.
    pub fn new() -> Awari {
        Awari::default()
    }

    /// The same game with the hash that a game has which brings none of its own, under another name: it shows what a hash is worth.
    #[must_use]
    pub fn with_generic_hash(self) -> Awari {
        Awari { hashing: Hashing::Generic, ..self }
    }

    /// Adds the moves from the flagged houses of the side to move.
    #[inline(always)]
    fn add_moves(state: &State, mut flags: u64, moves: &mut Vec<u8>) {
        let first = (HOUSES * state.side.index()) as u8;
        while flags != 0 {
            moves.push(first + flags.trailing_zeros() as u8 / 8);
            flags &= flags - 1;
        }
    }
}

impl Game for Awari {
    type State = State;
    /// The house to sow from: 0 to 5 are South's, 6 to 11 North's.
    type Move = u8;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 2 });
    const CAPABILITIES: &'static [Capability] = &[
        Capability::Hash,
        Capability::Tactical,
        Capability::Atoms,
        Capability::Inputs,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Phases,
        Capability::Picture,
    ];

    fn name(&self) -> String {
        match self.hashing {
            Hashing::Own => "awari".into(),
            Hashing::Generic => "awari-generic-hash".into(),
        }
    }

    fn start(&self) -> State {
        State { rows: [Row(u64::from(SEEDS) / 12 * ONES); 2], side: Side::First }
    }

    #[inline(always)]
    fn side(&self, state: &State) -> Side {
        state.side
    }

    #[inline(always)]
    fn moves(&self, state: &State, moves: &mut Vec<u8>) {
        Awari::add_moves(state, state.playable(), moves);
    }

    #[inline(always)]
    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        state.playable().count_ones() as usize
    }

    #[inline(always)]
    fn play(&self, state: &mut State, mv: u8) {
        let Harvest { own, enemy, taken, .. } = state.harvest(house(state, mv));
        let side = state.side;
        state.rows[side.index()] = Row(own + (u64::from(sum(taken)) << (8 * HOUSES)));
        state.rows[side.other().index()] = Row(enemy - taken);
        state.side = side.other();
    }

    #[inline(always)]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let [south, north] = state.rows.map(Row::store);
        if south.max(north) > HALF || south + north == SEEDS { Some(state.split()) } else { None }
    }

    #[inline(always)]
    fn evaluate(&self, state: &State) -> i32 {
        let (own, enemy) = (state.own(), state.enemy());
        self.evaluation.value(|| position(own, enemy), || stores(own, enemy))
    }

    fn move_ids(&self) -> usize {
        2 * HOUSES
    }

    #[inline(always)]
    fn move_id(&self, mv: u8) -> usize {
        mv.into()
    }

    fn write_position(&self, state: &State) -> String {
        let [south, north] = state.rows;
        let houses = [south, north].into_iter().flat_map(|row| (0..HOUSES).map(move |house| row.house(house)));
        let numbers: Vec<String> = houses.chain([south.store(), north.store()]).map(|number| number.to_string()).collect();
        format!("{}-{}", numbers.join("-"), ['S', 'N'][state.side.index()])
    }

    fn read_position(&self, text: &str) -> Result<State, TextError> {
        let wrong = |expected: String| TextError::position(text, expected);
        let fields: Vec<&str> = text.split('-').collect();
        let Some((side, numbers)) = fields.split_last().filter(|(_, numbers)| numbers.len() == 2 * HOUSES + 2) else {
            return Err(wrong("twelve houses, two stores and the side to move, such as `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`".into()));
        };
        let side = match *side {
            "S" => Side::First,
            "N" => Side::Second,
            _ => return Err(wrong("`S` or `N` for the side to move at the end".into())),
        };
        let number = |field: &&str| {
            // One text for each position: no signs and no zeros to begin with.
            let seeds = field.parse().ok().filter(|seeds: &u8| *seeds <= SEEDS && seeds.to_string() == **field);
            seeds.ok_or_else(|| wrong(format!("a number of seeds from 0 to {SEEDS}, not `{}`,", field.escape_debug())))
        };
        let numbers = numbers.iter().map(number).collect::<Result<Vec<u8>, _>>()?;
        let total: u32 = numbers.iter().map(|&number| u32::from(number)).sum();
        if total != SEEDS.into() {
            return Err(wrong(format!("{SEEDS} seeds in houses and stores, not {total}")));
        }
        let (houses, stores) = numbers.split_at(2 * HOUSES);
        Ok(State { rows: [Row::new(&houses[..HOUSES], stores[0]), Row::new(&houses[HOUSES..], stores[1])], side })
    }

    fn write_move(&self, _: &State, mv: u8) -> String {
        NAMES[usize::from(mv)].to_string()
    }

    fn no_moves(&self, state: &State) -> Outcome {
        state.split()
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("default", include_str!("../presets/awari.toml"))]
    }

    fn repeated(&self, state: &State) -> Outcome {
        state.split()
    }

    #[inline(always)]
    fn irreversible(&self, before: &State, mv: u8) -> bool {
        before.harvest(house(before, mv)).taken != 0
    }

    /// A sowing changes up to twelve houses: mixing the two words afresh is cheaper than a key for each change.
    #[inline(always)]
    fn hash(&self, state: &State) -> u64 {
        let [south, north] = state.rows;
        if self.hashing == Hashing::Generic {
            return hash::of(state);
        }
        hash::mix(hash::mix(south.0 ^ (state.side.index() as u64) << 63) ^ north.0)
    }

    /// The seeds that are captured.
    #[inline(always)]
    fn tactical(&self, state: &State, mv: u8) -> u32 {
        sum(state.harvest(house(state, mv)).taken).into()
    }

    #[inline]
    fn tactical_moves(&self, state: &State, moves: &mut Vec<u8>) {
        let mut flags = state.playable();
        let mut captures = 0;
        while flags != 0 {
            let flag = flags & flags.wrapping_neg();
            flags ^= flag;
            if state.harvest(flag.trailing_zeros() as usize / 8).taken != 0 {
                captures |= flag;
            }
        }
        Awari::add_moves(state, captures, moves);
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::CARDS
    }

    fn atoms_of(&self, state: &State, _: Option<u8>, mv: u8, wanted: u64) -> u64 {
        atoms::of(self, state, mv) & wanted
    }

    /// For each house, the own ones first, one of 16 numbers of seeds, the last of them for 15 and more; then each store's seeds up to half.
    fn inputs(&self) -> usize {
        2 * HOUSES * 16 + 2 * (usize::from(HALF) + 1)
    }

    fn active_inputs(&self, state: &State, active: &mut InputSet) {
        for (of, row) in (0..).zip([state.own(), state.enemy()]) {
            let first = of * HOUSES as u16 * 16;
            active.extend((0..HOUSES).map(|house| first + 16 * house as u16 + u16::from(row.house(house).min(15))));
            active.insert(2 * HOUSES as u16 * 16 + of * (u16::from(HALF) + 1) + u16::from(row.store().min(HALF)));
        }
    }

    /// As `plysmith evaluate awari --games 600` measures it.
    fn ten_to_one(&self) -> u32 {
        1_000
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        CARDS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Awari {
        Awari { evaluation: Evaluation::new(index, weights).unwrap_or(self.evaluation), ..*self }
    }

    fn terms(&self, state: &State, amounts: &mut Vec<i32>) {
        let (own, enemy) = (state.own(), state.enemy());
        self.evaluation.terms(|| position(own, enemy), || stores(own, enemy), amounts);
    }

    /// More than two thirds of the seeds in the houses, more than one third, and the rest.
    fn phases(&self) -> usize {
        3
    }

    fn phase(&self, state: &State) -> usize {
        match state.rows[0].seeds() + state.rows[1].seeds() {
            33.. => 0,
            17.. => 1,
            _ => 2,
        }
    }

    /// North's houses run from right to left.
    fn picture(&self, state: &State) -> Option<Picture> {
        let [south, north] = state.rows;
        let square = |side, seeds: u8| match seeds {
            0 => Square { owner: Some(side), ..Square::empty() },
            _ => Square::piece(side, seeds.to_string()),
        };
        let top = (0..HOUSES).rev().map(|house| square(Side::Second, north.house(house)));
        let bottom = (0..HOUSES).map(|house| square(Side::First, south.house(house)));
        Some(Picture {
            files: HOUSES,
            squares: top.chain(bottom).collect(),
            row_labels: vec!["f-a".into(), "A-F".into()],
            file_labels: NAMES[..HOUSES].iter().map(char::to_string).collect(),
            note: format!("captured: South {}, North {}", south.store(), north.store()),
        })
    }
}
