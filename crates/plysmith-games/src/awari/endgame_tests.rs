//! Endgames solved backwards, against the search.
//!
//! A repetition gives each side what lies on its own side *in the position that repeats*, so the value of a position depends on those before
//! it, and no table of positions can hold it. What a table can hold is what a side can *guarantee* in a position from which play begins: a
//! number of seeds that it gets whatever the other does. [`Endgames`] finds, for each position with few seeds, a guarantee of both sides. The
//! value lies between them, and where they meet it is known, whatever is repeated.
//!
//! To guarantee a number of seeds, a side has these means, one on top of the other until nothing is added:
//! - it forces its way, without coming back anywhere, to an end of the game or to a capture after which it has the guarantee;
//! - it keeps to positions whose split gives it as many, for ever or until it has the guarantee otherwise: the first position that repeats is
//!   then one of them.
//!
//! The search finds bounds as well: if all that lies behind its horizon is worse for the side to move at the root than anything else, it proves
//! what this side gets at least, and if it is better, what it gets at most. Where both agree that is the value. What a search of some depth
//! proves must be exactly what can be forced within so many plies, which is found backwards as well, ply by ply and without any path: up to
//! eleven plies no position with so few seeds repeats. And it must not contradict the guarantees.

use std::collections::HashMap;

use plysmith::game::Game;
use plysmith::spec::Spec;
use plysmith::{Engine, Limits, Position, Score};

use super::tests::Plain;
use super::*;

type Board = [u8; 12];

/// The positions with one number of seeds in the houses. Boards are seen from the side to move, its houses first.
struct Level {
    boards: Vec<Board>,
    index: HashMap<Board, usize>,
    /// What the moves of each board lead to.
    moves: Vec<Vec<Step>>,
    /// Seeds that a side gets for certain in the end.
    guaranteed: Totals,
    /// Seeds that a side can force an end with, within so many plies as the place in the list says.
    forced: Vec<Totals>,
}

/// What a side ends with, by its store (less the smallest that is possible), whether it is to move (0) or the other (1), and board.
type Totals = Vec<[Vec<u8>; 2]>;

/// Nothing can be forced: less than any number of seeds that a side could end with.
const NOTHING: u8 = 0;

#[derive(Clone, Copy)]
struct Step {
    captured: u8,
    /// The board on the level with so many seeds fewer.
    board: usize,
}

struct Endgames {
    levels: Vec<Level>,
}

fn every_board(houses: usize, seeds: u8) -> Vec<Vec<u8>> {
    if houses == 1 {
        return vec![vec![seeds]];
    }
    let with = |first| every_board(houses - 1, seeds - first).into_iter().map(move |rest| [vec![first], rest].concat());
    (0..=seeds).flat_map(with).collect()
}

fn sum_of(houses: &[u8]) -> u8 {
    houses.iter().sum()
}

impl Endgames {
    /// Solves all positions with up to so many seeds in the houses; what can be forced is found for so many plies.
    fn solve(most: u8, plies: usize) -> Endgames {
        let mut endgames = Endgames { levels: Vec::new() };
        for seeds in 0..=most {
            let boards: Vec<Board> = every_board(12, seeds).into_iter().map(|board| board.try_into().unwrap()).collect();
            let index = boards.iter().enumerate().map(|(i, &board)| (board, i)).collect();
            endgames.levels.push(Level { boards, index, moves: Vec::new(), guaranteed: Vec::new(), forced: Vec::new() });
            let moves = endgames.levels[usize::from(seeds)].boards.iter().map(|board| endgames.steps(board, seeds)).collect();
            endgames.levels[usize::from(seeds)].moves = moves;
            for store in 24 - seeds..=24 {
                let guaranteed = endgames.guarantees(seeds, store);
                endgames.levels[usize::from(seeds)].guaranteed.push(guaranteed);
            }
            for plies in 0..=plies {
                let forced = (24 - seeds..=24).map(|store| endgames.forced(seeds, store, plies)).collect();
                endgames.levels[usize::from(seeds)].forced.push(forced);
            }
        }
        endgames
    }

    fn steps(&self, board: &Board, seeds: u8) -> Vec<Step> {
        let row = |first: usize| -> [u32; 6] { std::array::from_fn(|house| board[first + house].into()) };
        let plain = Plain { rows: [row(0), row(6)], stores: [0, 0] };
        let step = |after: Plain| {
            let captured = after.stores[1] as u8;
            let board: Board = std::array::from_fn(|house| after.rows[house / 6][house % 6] as u8);
            Step { captured, board: self.levels[usize::from(seeds - captured)].index[&board] }
        };
        (0..6).filter_map(|house| plain.after(house)).map(step).collect()
    }

    /// What the side with this store gets for certain when it is to move, and when the other is.
    fn guarantees(&self, seeds: u8, store: u8) -> [Vec<u8>; 2] {
        let boards = self.levels[usize::from(seeds)].boards.len();
        let mut guaranteed = [vec![store; boards], vec![store; boards]];
        for wanted in store + 1..=store + seeds {
            let won = self.won(seeds, store, wanted);
            for (totals, won) in guaranteed.iter_mut().zip(&won) {
                totals.iter_mut().zip(won).filter(|(_, won)| **won).for_each(|(total, _)| *total = wanted);
            }
        }
        guaranteed
    }

    /// The positions in which the side with this store gets as many seeds as it wants: by board, where it is to move and where the other is.
    fn won(&self, seeds: u8, store: u8, wanted: u8) -> [Vec<bool>; 2] {
        let level = &self.levels[usize::from(seeds)];
        let nodes: Vec<(usize, usize)> = (0..2).flat_map(|role| (0..level.boards.len()).map(move |board| (role, board))).collect();
        let split: [Vec<bool>; 2] = [0, 1].map(|role| {
            let share = |board: &Board| store + sum_of(&board[6 * role..6 * role + 6]) >= wanted;
            level.boards.iter().map(share).collect()
        });
        let holds = |won: &[Vec<bool>; 2], (role, board): (usize, usize)| {
            let good = |step: &Step| match step.captured {
                0 => won[1 - role][step.board],
                _ => self.total_after(seeds, store, role, *step, |level| &level.guaranteed) >= wanted,
            };
            let moves = &level.moves[board];
            match role {
                _ if moves.is_empty() => split[role][board],
                0 => moves.iter().any(good),
                _ => moves.iter().all(good),
            }
        };
        let mut won = [vec![false; level.boards.len()], vec![false; level.boards.len()]];
        loop {
            // From where the side can force its way to what is won already.
            while nodes.iter().fold(false, |changed, &(role, board)| {
                let new = !won[role][board] && holds(&won, (role, board));
                won[role][board] |= new;
                changed | new
            }) {}
            // Where it can stay with its share for ever or enter what is won already.
            let mut kept =
                [0, 1].map(|role| won[role].iter().zip(&split[role]).map(|(won, split)| won | split).collect::<Vec<_>>());
            while nodes.iter().fold(false, |changed, &(role, board)| {
                let lost = kept[role][board] && !won[role][board] && !holds(&kept, (role, board));
                kept[role][board] &= !lost;
                changed | lost
            }) {}
            if kept == won {
                return won;
            }
            won = kept;
        }
    }

    /// What a side gets after a capture, by itself if its role is 0, by the other if it is 1.
    fn total_after(&self, seeds: u8, store: u8, role: usize, step: Step, totals: impl Fn(&Level) -> &Totals) -> u8 {
        let other = 48 - seeds - store;
        let left = seeds - step.captured;
        let level = &self.levels[usize::from(left)];
        let board = &level.boards[step.board];
        let (store, other) = if role == 0 { (store + step.captured, other) } else { (store, other + step.captured) };
        if store.max(other) > 24 {
            // The other is to move if this side has captured.
            let first = 6 * (1 - role);
            return store + sum_of(&board[first..first + 6]);
        }
        totals(level)[usize::from(store + left - 24)][1 - role][step.board]
    }

    /// The most that a side with this store can end the game with by force within so many plies.
    fn forced(&self, seeds: u8, store: u8, plies: usize) -> [Vec<u8>; 2] {
        let level = &self.levels[usize::from(seeds)];
        let total = |role: usize, board: usize| {
            let after = |step: &Step| match step.captured {
                0 => level.forced[plies - 1][usize::from(store + seeds - 24)][1 - role][step.board],
                _ => self.total_after(seeds, store, role, *step, |level| &level.forced[plies - 1]),
            };
            let moves = &level.moves[board];
            match role {
                // A search at its horizon does not look for moves.
                _ if plies == 0 => NOTHING,
                _ if moves.is_empty() => store + sum_of(&level.boards[board][6 * role..6 * role + 6]),
                0 => moves.iter().map(after).max().unwrap_or(NOTHING),
                _ => moves.iter().map(after).min().unwrap_or(NOTHING),
            }
        };
        [0, 1].map(|role| (0..level.boards.len()).map(|board| total(role, board)).collect())
    }

    /// The least and the most that the side to move gets, as far as it can be forced within so many plies.
    fn forced_bounds(&self, seeds: u8, store: u8, board: usize, plies: u32) -> [Option<i32>; 2] {
        let forced = &self.levels[usize::from(seeds)].forced[plies as usize];
        let total = |store: u8, role: usize| forced[usize::from(store + seeds - 24)][role][board];
        let known = |total: u8| Some(i32::from(total)).filter(|_| total != NOTHING);
        [known(total(store, 0)).map(|own| 2 * own - 48), known(total(48 - seeds - store, 1)).map(|other| 48 - 2 * other)]
    }

    /// The least and the most that the side to move can end with, as the difference between its seeds and the other's.
    fn bounds(&self, seeds: u8, store: u8, board: usize) -> (i32, i32) {
        let level = &self.levels[usize::from(seeds)];
        let total = |store: u8, role: usize| level.guaranteed[usize::from(store + seeds - 24)][role][board];
        (2 * i32::from(total(store, 0)) - 48, 48 - 2 * i32::from(total(48 - seeds - store, 1)))
    }
}

/// Awari in which what lies behind the horizon is worse for one side than anything that is proven, or better. Every end of the game is a win
/// for that side, or a loss, whose margin says how many seeds it has.
#[derive(Clone)]
struct Horizon {
    side: Side,
    worse: bool,
}

/// No difference in seeds is larger.
const LARGEST: i32 = 48;

impl Horizon {
    fn outcome_of(&self, outcome: Outcome) -> Outcome {
        let difference = match outcome {
            Outcome::Win { side, margin } if side == self.side => i32::from(margin),
            Outcome::Win { margin, .. } => -i32::from(margin),
            Outcome::Draw => 0,
        };
        if self.worse {
            Outcome::Win { side: self.side, margin: (LARGEST + difference) as u16 }
        } else {
            Outcome::Win { side: self.side.other(), margin: (LARGEST - difference) as u16 }
        }
    }

    /// What the score of a position with this side to move proves: the least difference in seeds that it gets, or the largest.
    fn bound(&self, score: Score) -> Option<i32> {
        match self.worse {
            true => score.won_in().map(|(_, margin)| i32::from(margin) - LARGEST),
            false => score.lost_in().map(|(_, margin)| LARGEST - i32::from(margin)),
        }
    }
}

impl Game for Horizon {
    type State = State;
    type Move = u8;

    const REPETITION: Option<Repetition> = Awari::REPETITION;
    const CAPABILITIES: &'static [Capability] = &[Capability::Hash, Capability::Tactical];

    fn evaluate(&self, state: &State) -> i32 {
        if (state.side == self.side) == self.worse { -Score::EVALUATION_LIMIT } else { Score::EVALUATION_LIMIT }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        Awari::new().outcome(state).map(|outcome| self.outcome_of(outcome))
    }
    fn no_moves(&self, state: &State) -> Outcome {
        self.outcome_of(Awari::new().no_moves(state))
    }
    fn repeated(&self, state: &State) -> Outcome {
        self.outcome_of(Awari::new().repeated(state))
    }

    fn name(&self) -> String {
        "horizon".into()
    }
    fn start(&self) -> State {
        Awari::new().start()
    }
    fn side(&self, state: &State) -> Side {
        state.side
    }
    fn moves(&self, state: &State, moves: &mut Vec<u8>) {
        Awari::new().moves(state, moves);
    }
    fn play(&self, state: &mut State, mv: u8) {
        Awari::new().play(state, mv);
    }
    fn move_ids(&self) -> usize {
        Awari::new().move_ids()
    }
    fn move_id(&self, mv: u8) -> usize {
        mv.into()
    }
    fn write_position(&self, state: &State) -> String {
        Awari::new().write_position(state)
    }
    fn read_position(&self, text: &str) -> Result<State, TextError> {
        Awari::new().read_position(text)
    }
    fn write_move(&self, state: &State, mv: u8) -> String {
        Awari::new().write_move(state, mv)
    }
    fn irreversible(&self, before: &State, mv: u8) -> bool {
        Awari::new().irreversible(before, mv)
    }
    fn hash(&self, state: &State) -> u64 {
        Awari::new().hash(state)
    }
    fn tactical(&self, state: &State, mv: u8) -> u32 {
        Awari::new().tactical(state, mv)
    }
}

/// Two engines that prove the least and the most that South gets, and two for North.
struct Searchers {
    engines: [[Engine<Horizon>; 2]; 2],
}

impl Searchers {
    fn new() -> Searchers {
        let spec = "[alpha_beta]\n[table]\nmode = 'exact'\n[tt_order]\n[tactical_first]\n[killers]\n[history]\n[deepening]\n";
        let spec = Spec::parse(spec).unwrap();
        let engine = |side, worse| Engine::new(Horizon { side, worse }, &spec).unwrap();
        Searchers { engines: [Side::First, Side::Second].map(|side| [true, false].map(|worse| engine(side, worse))) }
    }

    /// The least and the most that the side to move gets, as far as a search of this depth can prove it.
    fn bounds(&mut self, state: &State, depth: u32) -> [Option<i32>; 2] {
        self.engines[state.side.index()].each_mut().map(|engine| {
            let position = Position::from_state(engine.game(), state.clone());
            let found = engine.search(&position, &Limits::depth(depth));
            engine.game().bound(found.score)
        })
    }
}

/// The position as a state; every other one is turned round, so that both sides are to move.
fn state(seeds: u8, store: u8, index: usize, board: &Board) -> State {
    let rows = [Row::new(&board[..6], store), Row::new(&board[6..], 48 - seeds - store)];
    let side = [Side::First, Side::Second][index % 2];
    State { rows: if side == Side::First { rows } else { [rows[1], rows[0]] }, side }
}

/// The search to a depth proves just what can be forced within so many plies, in all positions with these numbers of seeds in the houses, for
/// every division of the captured ones of which `step` is the distance to the next. How many positions that are, and in how many of them the depth
/// is enough to know the value.
fn check_forced(endgames: &Endgames, seeds: u8, depth: u32, step: usize) -> (usize, usize) {
    let (mut searchers, mut positions, mut known) = (Searchers::new(), 0, 0);
    let level = &endgames.levels[usize::from(seeds)];
    let middle = (48 - seeds) / 2;
    for store in (24 - seeds..=24).filter(|&store| usize::from(store.abs_diff(middle)).is_multiple_of(step)) {
        for (index, board) in level.boards.iter().enumerate().filter(|&(index, _)| !level.moves[index].is_empty()) {
            let state = state(seeds, store, index, board);
            let found = searchers.bounds(&state, depth);
            let text = Awari::new().write_position(&state);
            assert_eq!(found, endgames.forced_bounds(seeds, store, index, depth), "{text} to depth {depth}");
            let (low, high) = endgames.bounds(seeds, store, index);
            assert!(found[0].is_none_or(|least| least <= high) && found[1].is_none_or(|most| most >= low), "{text}: {found:?}");
            if found[0].is_some() && found[0] == found[1] {
                assert_eq!((found[0], found[1]), (Some(low), Some(high)), "{text}");
                known += 1;
            }
            positions += 1;
        }
    }
    (positions, known)
}

/// The longer version goes to eight seeds.
#[test]
fn the_search_agrees_with_endgames_solved_backwards() {
    let endgames = Endgames::solve(5, 11);
    // With the positions compared and those known, as they were recorded: fewer would mean that less was compared.
    for (seeds, depth, golden) in
        [(1, 11, (2, 2)), (2, 11, (129, 90)), (3, 11, (1_116, 408)), (4, 7, (5_950, 931)), (5, 5, (24_270, 1_769))]
    {
        assert_eq!(check_forced(&endgames, seeds, depth, 1), golden, "{seeds} seeds, depth {depth}");
    }
}

#[test]
#[ignore = "takes minutes: cargo xtask theory awari"]
#[allow(clippy::print_stdout)]
fn the_search_agrees_with_endgames_of_up_to_eight_seeds_solved_backwards() {
    println!("awari");
    let endgames = Endgames::solve(8, 11);
    // Positions, and those whose value is the same whatever is repeated, as they were recorded.
    let golden = [(24, 24), (234, 195), (1_456, 1_200), (6_825, 5_224), (26_208, 21_807), (86_632, 62_718)];
    let golden = golden.into_iter().chain([(254_592, 208_617), (680_238, 445_322)]);
    for ((seeds, level), golden) in (1..).zip(&endgames.levels[1..]).zip(golden) {
        let stores = 24 - seeds..=24;
        let positions = stores.flat_map(|store| (0..level.boards.len()).map(move |board| (store, board)));
        let (mut all, mut settled) = (0, 0);
        for (store, board) in positions {
            let (low, high) = endgames.bounds(seeds, store, board);
            assert!(low <= high);
            all += 1;
            settled += usize::from(low == high);
        }
        println!("  {seeds} seeds: {all} positions, {settled} of them have the same value whatever is repeated");
        assert_eq!((all, settled), golden, "{seeds} seeds");
    }
    for (seeds, depth, step, golden) in [
        (1, 11, 1, (2, 2)),
        (2, 11, 1, (129, 90)),
        (3, 11, 1, (1_116, 408)),
        (4, 11, 1, (5_950, 1_266)),
        (5, 11, 2, (12_135, 1_582)),
        (6, 11, 2, (35_472, 3_089)),
        (7, 9, 4, (61_862, 3_844)),
        (8, 9, 4, (222_582, 9_884)),
    ] {
        let (positions, known) = check_forced(&endgames, seeds, depth, step);
        println!("  {seeds} seeds, depth {depth}: {positions} positions, the value of {known} is forced within the depth");
        assert_eq!((positions, known), golden, "{seeds} seeds, depth {depth}");
    }
}

/// Every position with up to three seeds in the houses and as many captured by both as can be, to the end of every line, with repetitions.
#[test]
fn the_search_to_the_end_agrees_with_small_endgames_solved_backwards() {
    let endgames = Endgames::solve(3, 1);
    let (mut searchers, mut settled) = (Searchers::new(), 0);
    for seeds in 1..=3 {
        let level = &endgames.levels[usize::from(seeds)];
        let store = (48 - seeds) / 2;
        for (index, board) in level.boards.iter().enumerate().filter(|&(index, _)| !level.moves[index].is_empty()) {
            let state = state(seeds, store, index, board);
            let text = Awari::new().write_position(&state);
            let values = [8, 16, 32, 64].into_iter().map(|depth| searchers.bounds(&state, depth));
            let [Some(value), _] = values.into_iter().find(|[least, most]| least.is_some() && least == most).expect(&text) else {
                unreachable!("both bounds are known");
            };
            let (low, high) = endgames.bounds(seeds, store, index);
            assert!((low..=high).contains(&value), "{text}: {value} is not within {low} and {high}");
            settled += usize::from(low == high);
        }
    }
    assert!(settled > 200, "{settled}");
}
