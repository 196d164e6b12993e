//! A sowing game after Awari on 2×3 houses: results with margins, and a repetition that ends the game with a count.
//!
//! South, the first side, owns the houses A, B, C from its left to its right; North owns a, b, c, seen from its own side, so that sowing
//! goes A B C a b c and round again. Each house begins with three seeds.
//!
//! ```text
//!  c b a    North
//!  A B C    South
//! ```
//!
//! A move takes all the seeds of an own house and sows them one by one into the houses that follow, skipping the house they came from. If
//! the last seed makes two or three in an enemy house, these are captured, and so are the twos and threes in an unbroken row before it on
//! the enemy side. A capture of everything that the enemy has (a grand slam) is legal and captures nothing. A move must leave the enemy a
//! seed: that matters only when the enemy has none before it, since grand slams capture nothing.
//!
//! The game ends when a side has more than half of the 18 seeds or both have half, when there is no legal move, and when a position occurs for
//! the second time. In every case each side takes what lies on its own side, and the difference is the margin. So the result of a repetition
//! depends on the position, unlike a draw, and is mostly a win for somebody.
//!
//! The game declines every capability; its hash is the one derived for the state, which therefore holds just what the future depends on.
//!
//! Positions are written as houses, stores and side to move, `3-3-3-3-3-3-0-0-S`; moves by the name of the house.

use plysmith::game::{Game, Outcome, Repetition, Side, TextError};

/// The sowing game, see the [module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct Sowing;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// South's houses, then North's, in the direction of sowing.
    houses: [u8; 2 * HOUSES],
    stores: [u8; 2],
    side: Side,
}

/// Houses of one side.
const HOUSES: usize = 3;
const SEEDS: u8 = 18;
const NAMES: [char; 2 * HOUSES] = ['A', 'B', 'C', 'a', 'b', 'c'];

impl State {
    /// The seeds in a side's houses.
    fn seeds(&self, side: Side) -> i32 {
        self.houses[side.index() * HOUSES..][..HOUSES].iter().map(|&seeds| i32::from(seeds)).sum()
    }

    /// Each side takes what lies on its own side.
    fn split(&self) -> Outcome {
        let total = |side: Side| i32::from(self.stores[side.index()]) + self.seeds(side);
        Outcome::count(total(Side::First) - total(Side::Second))
    }

    /// Sows from a house, without capturing; returns the house of the last seed.
    fn sow(&mut self, from: usize) -> usize {
        let (mut hand, mut at) = (std::mem::take(&mut self.houses[from]), from);
        while hand > 0 {
            at = (at + 1) % (2 * HOUSES);
            if at != from {
                self.houses[at] += 1;
                hand -= 1;
            }
        }
        at
    }

    /// Captures backwards from the house of the last seed, unless that would leave the enemy nothing.
    fn capture(&mut self, last: usize) {
        let enemy = self.side.other();
        let first = enemy.index() * HOUSES;
        if last / HOUSES != enemy.index() {
            return;
        }
        let caught = (first..=last).rev().take_while(|&house| matches!(self.houses[house], 2 | 3)).count();
        let row = last + 1 - caught..last + 1;
        let taken: u8 = self.houses[row.clone()].iter().sum();
        if i32::from(taken) < self.seeds(enemy) {
            self.houses[row].fill(0);
            self.stores[self.side.index()] += taken;
        }
    }
}

impl Game for Sowing {
    type State = State;
    /// The house to sow from.
    type Move = u8;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 2 });

    fn name(&self) -> String {
        "test-sowing".into()
    }

    fn start(&self) -> State {
        State { houses: [SEEDS / (2 * HOUSES as u8); 2 * HOUSES], stores: [0; 2], side: Side::First }
    }

    fn side(&self, state: &State) -> Side {
        state.side
    }

    fn moves(&self, state: &State, moves: &mut Vec<u8>) {
        let first = state.side.index() * HOUSES;
        let feeds = |house| {
            let mut after = state.clone();
            self.play(&mut after, house);
            after.seeds(after.side) > 0
        };
        let full = (first..first + HOUSES).filter(|&house| state.houses[house] > 0).map(|house| house as u8);
        moves.extend(full.filter(|&house| feeds(house)));
    }

    fn play(&self, state: &mut State, house: u8) {
        let last = state.sow(house.into());
        state.capture(last);
        state.side = state.side.other();
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let [south, north] = state.stores;
        (south.max(north) > SEEDS / 2 || south + north == SEEDS).then(|| state.split())
    }

    fn evaluate(&self, state: &State) -> i32 {
        let (own, enemy) = (state.side, state.side.other());
        let stores = i32::from(state.stores[own.index()]) - i32::from(state.stores[enemy.index()]);
        // A seed on the own side is worth a little, since the endings give it to its owner.
        100 * stores + 5 * (state.seeds(own) - state.seeds(enemy))
    }

    fn move_ids(&self) -> usize {
        2 * HOUSES
    }

    fn move_id(&self, house: u8) -> usize {
        house.into()
    }

    fn write_position(&self, state: &State) -> String {
        let numbers: Vec<String> = state.houses.iter().chain(&state.stores).map(u8::to_string).collect();
        format!("{}-{}", numbers.join("-"), if state.side == Side::First { 'S' } else { 'N' })
    }

    fn read_position(&self, text: &str) -> Result<State, TextError> {
        let wrong = || TextError::position(text, "six houses, two stores and the side to move, such as `3-3-3-3-3-3-0-0-S`");
        let fields: Vec<&str> = text.split('-').collect();
        let (side, numbers) = match fields.split_last().ok_or_else(wrong)? {
            (&"S", numbers) => (Side::First, numbers),
            (&"N", numbers) => (Side::Second, numbers),
            _ => return Err(wrong()),
        };
        let number = |field: &&str| field.parse::<u8>().ok().filter(|_| !field.starts_with('+')).ok_or_else(wrong);
        let numbers = numbers.iter().map(number).collect::<Result<Vec<u8>, _>>()?;
        let [a, b, c, d, e, f, south, north] = numbers[..] else { return Err(wrong()) };
        let total: u32 = numbers.iter().map(|&number| u32::from(number)).sum();
        if total != SEEDS.into() {
            return Err(TextError::position(text, format!("{SEEDS} seeds, not {total}")));
        }
        Ok(State { houses: [a, b, c, d, e, f], stores: [south, north], side })
    }

    fn write_move(&self, _: &State, house: u8) -> String {
        NAMES[usize::from(house)].to_string()
    }

    fn no_moves(&self, state: &State) -> Outcome {
        state.split()
    }

    fn repeated(&self, state: &State) -> Outcome {
        state.split()
    }

    fn irreversible(&self, before: &State, house: u8) -> bool {
        let mut after = before.clone();
        self.play(&mut after, house);
        after.stores != before.stores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plysmith::Position;
    use plysmith::game::{check, ending, perft};

    /// The game a second time, for any number of houses: rows and stores of the mover and of the other, exchanged after each move.
    #[derive(Clone)]
    struct Plain {
        rows: [Vec<u32>; 2],
        stores: [u32; 2],
    }

    impl Plain {
        fn read(text: &str) -> Plain {
            let (numbers, side) = text.rsplit_once('-').unwrap();
            let numbers: Vec<u32> = numbers.split('-').map(|number| number.parse().unwrap()).collect();
            let houses = numbers.len() / 2 - 1;
            let mut plain = Plain {
                rows: [numbers[..houses].to_vec(), numbers[houses..2 * houses].to_vec()],
                stores: [numbers[2 * houses], numbers[2 * houses + 1]],
            };
            if side == "N" {
                plain.exchange();
            }
            plain
        }

        fn exchange(&mut self) {
            self.rows.reverse();
            self.stores.reverse();
        }

        /// The position after sowing from a house of the mover, if that is legal.
        fn after(&self, from: usize) -> Option<Plain> {
            let mut plain = self.clone();
            let houses = plain.rows[0].len();
            let mut path = (0..2 * houses).cycle().skip(from + 1).filter(|&house| house != from);
            let mut last = from;
            for _ in 0..std::mem::replace(&mut plain.rows[0][from], 0) {
                last = path.next().unwrap();
                plain.rows[last / houses][last % houses] += 1;
            }
            let mut captured = plain.clone();
            while last >= houses && [2, 3].contains(&captured.rows[1][last - houses]) {
                captured.stores[0] += captured.rows[1][last - houses];
                captured.rows[1][last - houses] = 0;
                last -= 1;
            }
            if captured.rows[1].iter().sum::<u32>() > 0 {
                plain = captured;
            }
            plain.exchange();
            (self.rows[0][from] > 0 && plain.rows[0].iter().any(|&seeds| seeds > 0)).then_some(plain)
        }

        fn perft(&self, depth: u32) -> u64 {
            let half = self.rows.iter().flatten().chain(&self.stores).sum::<u32>() / 2;
            match depth {
                0 => 1,
                _ if self.stores.iter().any(|&store| store > half) || self.stores == [half; 2] => 0,
                _ => (0..self.rows[0].len()).filter_map(|house| self.after(house)).map(|after| after.perft(depth - 1)).sum(),
            }
        }
    }

    fn check_play(start: &str, moves: &[&str], expected: &str) {
        let position = Position::read(&Sowing, Some(start), moves).unwrap();
        assert_eq!(Sowing.write_position(position.state()), expected, "{start} after {moves:?}");
    }

    fn moves(text: &str) -> Vec<u8> {
        let mut moves = Vec::new();
        Sowing.moves(&Sowing.read_position(text).unwrap(), &mut moves);
        moves
    }

    #[test]
    fn the_contract_holds_and_games_end_in_every_way() {
        let summary = check::rules(&Sowing, 300, 1).unwrap();
        assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
        assert!(summary.repetitions > 0 && summary.repetitions < summary.games, "{summary:?}");
    }

    #[test]
    fn the_plain_implementation_gives_the_counts_of_independent_programs_for_awari() {
        // From gperft and OpenSpiel 2.0.2.
        for (text, counts) in [
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", [6, 36, 190, 1014]),
            ("1-0-2-1-3-7-1-4-1-8-0-0-13-7-N", [4, 21, 94, 434]),
            ("3-5-2-0-0-1-2-17-0-0-3-8-5-2-N", [4, 20, 78, 410]),
            ("0-3-4-2-0-11-1-0-0-2-2-1-15-7-N", [4, 18, 67, 318]),
        ] {
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(Plain::read(text).perft(depth), count, "{text} depth {depth}");
            }
        }
    }

    #[test]
    fn counts_agree_with_the_plain_implementation() {
        for text in ["3-3-3-3-3-3-0-0-S", "0-1-8-1-0-2-4-2-N", "1-1-0-0-2-1-7-6-S", "12-0-0-1-0-0-3-2-S", "0-0-1-0-1-0-8-8-N"] {
            for depth in 1..=11 {
                let state = Sowing.read_position(text).unwrap();
                assert_eq!(perft::count(&Sowing, &state, depth), Plain::read(text).perft(depth), "{text} depth {depth}");
            }
        }
    }

    #[test]
    fn sowing_skips_its_origin() {
        check_play("8-0-0-3-3-4-0-0-S", &["A"], "0-2-2-5-4-5-0-0-N");
    }

    #[test]
    fn captures_run_back_through_twos_and_threes_on_the_enemy_side_only() {
        check_play("0-0-2-2-1-3-4-6-S", &["C"], "0-0-0-0-0-3-9-6-N");
        check_play("0-0-2-4-1-3-4-4-S", &["C"], "0-0-0-5-0-3-6-4-N");
        check_play("0-2-1-1-0-4-5-5-S", &["C"], "0-2-0-0-0-4-7-5-N");
    }

    #[test]
    fn a_grand_slam_captures_nothing() {
        check_play("1-0-2-1-1-0-7-6-S", &["C"], "1-0-0-2-2-0-7-6-N");
    }

    #[test]
    fn the_enemy_must_be_fed_and_without_a_move_each_takes_the_own_side() {
        assert_eq!(moves("1-0-1-0-0-0-8-8-S"), [2]);
        assert_eq!(moves("1-1-0-0-0-0-8-8-S"), []);
        let state = Sowing.read_position("1-1-0-0-0-0-8-8-S").unwrap();
        assert_eq!(ending(&Sowing, &state), Some(Outcome::Win { side: Side::First, margin: 2 }));
    }

    #[test]
    fn more_than_half_of_the_seeds_ends_the_game_with_a_margin() {
        let outcome = |text| Sowing.outcome(&Sowing.read_position(text).unwrap());
        assert_eq!(outcome("1-0-0-0-0-2-9-6-N"), None);
        assert_eq!(outcome("0-0-0-0-0-3-10-5-N"), Some(Outcome::count(10 - 8)));
        assert_eq!(outcome("2-0-0-0-0-1-2-13-S"), Some(Outcome::count(4 - 14)));
        assert_eq!(outcome("0-0-0-0-0-0-9-9-S"), Some(Outcome::Draw));
    }

    #[test]
    fn the_second_occurrence_splits_the_seeds_as_they_lie_in_the_position_that_repeats() {
        // One round of the same six moves, entered at two places: with the seeds shared, and with both on North's side.
        for (start, moves, difference) in [
            ("1-0-0-1-0-0-8-8-S", ["A", "a", "B", "b", "C", "c"], 0),
            ("1-0-0-1-0-0-9-7-S", ["A", "a", "B", "b", "C", "c"], 2),
            ("0-0-0-1-0-1-8-8-N", ["c", "A", "a", "B", "b", "C"], -2),
        ] {
            let outcome = |plies| Position::read(&Sowing, Some(start), &moves[..plies]).unwrap().outcome(&Sowing);
            assert_eq!((outcome(5), outcome(6)), (None, Some(Outcome::count(difference))), "{start}");
            let seventh = [&moves[..], &moves[..1]].concat();
            assert!(Position::read(&Sowing, Some(start), &seventh).is_err(), "the game is over");
        }
    }

    #[test]
    fn a_capture_and_nothing_else_forgets_the_positions_before_it() {
        let past = |moves: &[&str]| Position::read(&Sowing, Some("2-0-1-1-0-4-5-5-S"), moves).unwrap().past().len();
        assert_eq!((past(&["A"]), past(&["A", "c"]), past(&["C"])), (1, 2, 0));
    }

    #[test]
    fn malformed_positions_are_errors() {
        let texts = "; S; 3-3-3-3-3-3-0-0; 3-3-3-3-3-3-0-S; 3-3-3-3-3-3-0-0-0-S; 3-3-3-3-3-3-0-0-s; 3-3-3-3-3-3-1-0-S; \
            3-3-3-3-3-2-0-0-S; +3-3-3-3-3-3-0-0-S; -3-3-3-3-3-3-0-0-S; 256-3-3-3-3-3-0-0-S; 18-------S; 3-3-3-3-3-3-0-0-S ";
        for text in texts.split("; ") {
            assert!(Sowing.read_position(text).is_err(), "`{text}` was read");
        }
    }
}
