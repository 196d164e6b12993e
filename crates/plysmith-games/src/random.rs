//! The random game: a tree whose moves, values and results come from a hash, so that there is nothing in it to find.
//!
//! A position is a 64-bit number and a count of plies. How many moves it has, the number of each successor, its evaluation and, after a fixed
//! number of plies, its result are all drawn from that number by hashing. Nothing that was seen elsewhere in the tree tells anything about a
//! position: not the move's number, not the parent's evaluation, not the siblings. Different lines lead to different positions (but for a
//! coincidence of 64 bits), so there are no transpositions either. An enhancement that seems to save work here fits noise, which makes the game
//! the control of any experiment that selects enhancements. Trees of this kind have been used to study search since Fuller, Gaschnig and
//! Gillogly, Analysis of the Alpha-Beta Pruning Algorithm (1973).
//!
//! But for one thing: who leaves the opponent few moves to choose from stands well at whatever depth, so that a best move that is remembered is better than
//! chance. In a `flat` game, where all positions have equally many moves, nothing at all can be known.
//!
//! A position is written as its number in sixteen hexadecimal digits and its ply, `0123456789abcdef@12`; a move as `m0`, `m1` and so on. The
//! seed only chooses the start, so any number is a position of any random game of the same shape.

use std::ops::RangeInclusive;

use plysmith::game::{Capability, Game, Outcome, Side, TextError, hash};

/// A random game of some shape.
#[derive(Clone, Debug)]
pub struct RandomGame {
    seed: u64,
    branching: RangeInclusive<u8>,
    length: u16,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    id: u64,
    ply: u16,
}

/// Evaluations lie within plus and minus this.
pub const LARGEST_VALUE: i32 = 1_000;

/// The longest game that can be asked for, in plies.
pub const LONGEST: u16 = 10_000;

/// What is drawn from a position's number. Each has a key of its own, so that one tells nothing about another.
#[derive(Clone, Copy)]
enum Draw {
    Start,
    Moves,
    Successor,
    Value,
    Result,
    Hash,
}

static KEYS: [u64; 6] = hash::keys(0x7261_6e64);

impl Draw {
    /// A number drawn from `id`, another one for every `which`.
    #[inline(always)]
    fn number(self, id: u64, which: u64) -> u64 {
        hash::mix(id ^ hash::mix(KEYS[self as usize] ^ which))
    }

    /// A number below `limit`, all equally likely.
    #[inline(always)]
    fn below(self, id: u64, limit: u64) -> u64 {
        ((u128::from(self.number(id, 0)) * u128::from(limit)) >> 64) as u64
    }
}

impl RandomGame {
    /// The game with three to nine moves in each position, six on average, that ends after 40 plies.
    pub fn new(seed: u64) -> RandomGame {
        RandomGame { seed, branching: 3..=9, length: 40 }
    }

    /// The game with six moves in every position: the same as [`RandomGame::new`] but for what the number of moves tells.
    pub fn flat(seed: u64) -> RandomGame {
        RandomGame { branching: 6..=6, ..RandomGame::new(seed) }
    }

    /// The game with so many moves in each position, each number equally likely, that ends after `length` plies. `None` if a position could be
    /// without moves or the game without an end: the range must begin above 0 and not be empty, the length lie between 1 and [`LONGEST`].
    pub fn with_shape(seed: u64, branching: RangeInclusive<u8>, length: u16) -> Option<RandomGame> {
        let sound = *branching.start() > 0 && !branching.is_empty() && (1..=LONGEST).contains(&length);
        sound.then_some(RandomGame { seed, branching, length })
    }
}

impl Game for RandomGame {
    type State = Node;
    /// The number of the move, from 0.
    type Move = u8;

    const ALWAYS_MOVES: bool = true;
    const CAPABILITIES: &'static [Capability] = &[Capability::Hash];

    fn name(&self) -> String {
        let flat = if self.branching.start() == self.branching.end() { "-flat" } else { "" };
        if self.seed == 0 { format!("random{flat}") } else { format!("random{flat}-{}", self.seed) }
    }

    fn start(&self) -> Node {
        Node { id: Draw::Start.number(self.seed, 0), ply: 0 }
    }

    fn side(&self, node: &Node) -> Side {
        if node.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self, node: &Node, moves: &mut Vec<u8>) {
        let (low, high) = (*self.branching.start(), *self.branching.end());
        let more = Draw::Moves.below(node.id, u64::from(high - low) + 1) as u8;
        moves.extend(0..low + more);
    }

    fn play(&self, node: &mut Node, mv: u8) {
        node.id = Draw::Successor.number(node.id, mv.into());
        node.ply += 1;
    }

    fn outcome(&self, node: &Node) -> Option<Outcome> {
        (node.ply >= self.length).then(|| match Draw::Result.below(node.id, 3) {
            0 => Outcome::win(Side::First),
            1 => Outcome::win(Side::Second),
            _ => Outcome::Draw,
        })
    }

    fn evaluate(&self, node: &Node) -> i32 {
        Draw::Value.below(node.id, 2 * LARGEST_VALUE as u64 + 1) as i32 - LARGEST_VALUE
    }

    fn move_ids(&self) -> usize {
        (*self.branching.end()).into()
    }

    fn move_id(&self, mv: u8) -> usize {
        mv.into()
    }

    fn write_position(&self, node: &Node) -> String {
        format!("{:016x}@{}", node.id, node.ply)
    }

    fn read_position(&self, text: &str) -> Result<Node, TextError> {
        let wrong = || TextError::position(text, "sixteen hexadecimal digits and a ply, such as `0123456789abcdef@12`");
        let (id, ply) = text.split_once('@').ok_or_else(wrong)?;
        let id = u64::from_str_radix(id, 16).map_err(|_| wrong())?;
        let node = Node { id, ply: ply.parse().map_err(|_| wrong())? };
        // One text for each position: no capitals, signs or zeros to begin with.
        if self.write_position(&node) != text {
            return Err(wrong());
        }
        if node.ply > self.length {
            return Err(TextError::position(text, format!("a ply up to {}, where the game ends", self.length)));
        }
        Ok(node)
    }

    fn write_move(&self, _: &Node, mv: u8) -> String {
        format!("m{mv}")
    }

    /// The number is random already, but the ply must count as well. This is cheap enough to be asked after every move.
    fn hash(&self, node: &Node) -> u64 {
        Draw::Hash.number(node.id, node.ply.into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use plysmith::game::{check, perft};

    /// The nodes at each depth below the start, the start first.
    fn levels(game: &RandomGame, depth: u32) -> Vec<Vec<Node>> {
        let mut levels = vec![vec![game.start()]];
        for _ in 0..depth {
            let last = &levels[levels.len() - 1];
            levels.push(last.iter().flat_map(|node| successors(game, node)).collect());
        }
        levels
    }

    fn successors(game: &RandomGame, node: &Node) -> Vec<Node> {
        let mut moves = Vec::new();
        game.moves(node, &mut moves);
        let play = |mv| {
            let mut child = node.clone();
            game.play(&mut child, mv);
            child
        };
        moves.into_iter().map(play).collect()
    }

    fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
        let (count, sum) = numbers.fold((0.0, 0.0), |(count, sum), number| (count + 1.0, sum + number));
        sum / count
    }

    #[test]
    fn the_rules_hold_in_random_games_of_every_shape() {
        for (low, high, length) in [(3, 9, 40), (1, 1, 5), (1, 255, 3), (2, 2, 300)] {
            let game = RandomGame::with_shape(7, low..=high, length).unwrap();
            let summary = check::rules(&game, 200, 1).unwrap();
            assert_eq!(summary.longest, usize::from(length));
            assert!(summary.widest <= usize::from(high));
        }
    }

    #[test]
    fn without_a_choice_of_numbers_the_tree_is_uniform() {
        let game = RandomGame::with_shape(3, 4..=4, 6).unwrap();
        let counts = [1, 4, 16, 64, 256, 1_024, 4_096, 0];
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(perft::count(&game, &game.start(), depth), count, "depth {depth}");
        }
    }

    #[test]
    fn no_position_is_reached_twice() {
        let game = RandomGame::new(5);
        let levels = levels(&game, 7);
        let nodes: Vec<&Node> = levels.iter().flatten().collect();
        assert!(nodes.len() > 50_000, "{}", nodes.len());
        assert_eq!(nodes.iter().map(|node| node.id).collect::<HashSet<_>>().len(), nodes.len());
        assert_eq!(nodes.iter().map(|node| game.hash(node)).collect::<HashSet<_>>().len(), nodes.len());
    }

    /// The bounds are five standard errors of what chance alone would give: the number of positions is known, and so is each variance.
    #[test]
    fn moves_values_and_results_are_what_chance_would_give() {
        let game = RandomGame::new(11);
        let nodes = levels(&game, 7).concat();
        let root = (nodes.len() as f64).sqrt();
        let value = |node: &Node| f64::from(game.evaluate(node));
        let deviation = f64::from(LARGEST_VALUE) / 3f64.sqrt();
        let moves = |node: &Node| successors(&game, node).len() as f64;
        assert!((mean(nodes.iter().map(moves)) - 6.0).abs() < 5.0 * 2.0 / root);
        assert!(mean(nodes.iter().map(value)).abs() < 5.0 * deviation / root);
        let product = |node: &Node| value(node) * value(&successors(&game, node)[0]);
        assert!(mean(nodes.iter().map(product)).abs() < 5.0 * deviation * deviation / root);
        let with_moves = |node: &Node| value(node) * (moves(node) - 6.0);
        assert!(mean(nodes.iter().map(with_moves)).abs() < 5.0 * deviation * 2.0 / root);
        let end = |node: &Node| match game.outcome(&Node { ply: 40, ..*node }) {
            Some(Outcome::Win { side: Side::First, .. }) => 1.0,
            Some(Outcome::Draw) => 0.0,
            _ => -1.0,
        };
        assert!(mean(nodes.iter().map(end)).abs() < 5.0 * (2.0f64 / 3.0).sqrt() / root);
        assert!((mean(nodes.iter().map(|node| end(node).abs())) - 2.0 / 3.0).abs() < 5.0 * (2.0f64 / 9.0).sqrt() / root);
    }

    #[test]
    fn the_seed_chooses_the_game() {
        assert_eq!(RandomGame::new(1).start(), RandomGame::new(1).start());
        assert_ne!(RandomGame::new(1).start(), RandomGame::new(2).start());
    }

    #[test]
    fn a_shape_without_moves_or_end_is_refused() {
        #[allow(clippy::reversed_empty_ranges)]
        for (branching, length) in [(0..=4, 10), (5..=4, 10), (2..=4, 0), (2..=4, LONGEST + 1)] {
            assert!(RandomGame::with_shape(1, branching.clone(), length).is_none(), "{branching:?} {length}");
        }
    }

    #[test]
    fn a_malformed_position_is_an_error() {
        for text in [
            "",
            "@",
            "@12",
            "0123456789abcdef",
            "0123456789abcdef@",
            "123456789abcdef@12",
            "00123456789abcdef@12",
            "0123456789ABCDEF@12",
            "0123456789abcdeg@12",
            "0123456789abcdé@12",
            "+123456789abcdef@12",
            "0123456789abcdef@012",
            "0123456789abcdef@+1",
            "0123456789abcdef@-1",
            "0123456789abcdef@12 ",
            "0123456789abcdef@12@1",
            "0123456789abcdef@41",
            "0123456789abcdef@65536",
        ] {
            assert!(RandomGame::new(1).read_position(text).is_err(), "{text}");
        }
        assert!(RandomGame::new(1).read_position("0123456789abcdef@40").is_ok());
    }
}
