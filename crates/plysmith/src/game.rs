//! The game contract: what plysmith needs to know about a two-player game.
//!
//! A game is one type that implements [`Game`]. Its value holds what is fixed for a whole game (board size, weights of the evaluation); a
//! [`Game::State`] is one position. The first part of the trait is required. The second part holds the capabilities: a game names those it
//! has in [`Game::CAPABILITIES`], and the enhancements that need another one stay off. A declined capability costs nothing.
//!
//! The whole of a small game, Nim with one heap from which one to three are taken, where taking the last wins:
//!
//! ```
//! use plysmith::game::{Game, Outcome, Side, TextError};
//!
//! #[derive(Clone)]
//! struct Nim;
//!
//! #[derive(Clone, Debug, PartialEq, Hash)]
//! struct Heap {
//!     left: u8,
//!     side: Side,
//! }
//!
//! impl Game for Nim {
//!     type State = Heap;
//!     type Move = u8;
//!
//!     fn name(&self) -> String {
//!         "nim".into()
//!     }
//!     fn start(&self) -> Heap {
//!         Heap { left: 21, side: Side::First }
//!     }
//!     fn side(&self, heap: &Heap) -> Side {
//!         heap.side
//!     }
//!     fn moves(&self, heap: &Heap, moves: &mut Vec<u8>) {
//!         moves.extend(1..=heap.left.min(3));
//!     }
//!     fn play(&self, heap: &mut Heap, taken: u8) {
//!         heap.left -= taken;
//!         heap.side = heap.side.other();
//!     }
//!     fn outcome(&self, heap: &Heap) -> Option<Outcome> {
//!         (heap.left == 0).then(|| Outcome::win(heap.side.other()))
//!     }
//!     fn evaluate(&self, _: &Heap) -> i32 {
//!         0
//!     }
//!     fn move_ids(&self) -> usize {
//!         4
//!     }
//!     fn move_id(&self, taken: u8) -> usize {
//!         taken.into()
//!     }
//!     fn write_position(&self, heap: &Heap) -> String {
//!         format!("{} {}", heap.left, heap.side.number())
//!     }
//!     fn read_position(&self, text: &str) -> Result<Heap, TextError> {
//!         let wrong = || TextError::position(text, "a heap and the side to move, such as `21 1`");
//!         let (left, side) = text.split_once(' ').ok_or_else(wrong)?;
//!         let side = match side {
//!             "1" => Side::First,
//!             "2" => Side::Second,
//!             _ => return Err(wrong()),
//!         };
//!         Ok(Heap { left: left.parse().map_err(|_| wrong())?, side })
//!     }
//!     fn write_move(&self, _: &Heap, taken: u8) -> String {
//!         taken.to_string()
//!     }
//! }
//!
//! plysmith::game::check::rules(&Nim, 100, 1).unwrap();
//! let mut engine = plysmith::Engine::preset(Nim, "default").unwrap();
//! let found = engine.search(&plysmith::Position::start(&Nim), &plysmith::Limits::depth(30));
//! assert_eq!(found.best, Some(1));
//! ```

pub mod atoms;
pub mod capability;
pub mod check;
pub mod evaluation;
pub mod free_inputs;
pub mod hash;
pub mod inputs;
pub mod masked;
pub mod perft;
pub mod picture;
pub mod squares;

use std::fmt::Debug;
use std::hash::Hash;

pub use atoms::AtomCard;
pub use capability::{Capabilities, Capability, UnknownCapability};
pub use evaluation::{EvaluationCard, TermCard, WeightError};
pub use inputs::InputSet;
pub use masked::Masked;
pub use picture::Picture;
pub use squares::{MoveSquares, SquareSizes};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one who moves first in the starting position.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first, 1 for the second: an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2, as protocols count players.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// Who won.
        side: Side,
        /// By how much, in games where that counts (discs, seeds), at most [`Score::MARGIN_LIMIT`](crate::Score::MARGIN_LIMIT); otherwise 0.
        margin: u16,
    },
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// `side` has won, and no margin counts.
    #[inline(always)]
    pub const fn win(side: Side) -> Outcome {
        Outcome::Win { side, margin: 0 }
    }

    /// The result of counting: `difference` is the first side's total minus the second's.
    pub const fn count(difference: i32) -> Outcome {
        let margin = difference.unsigned_abs() as u16;
        match difference {
            0 => Outcome::Draw,
            1.. => Outcome::Win { side: Side::First, margin },
            _ => Outcome::Win { side: Side::Second, margin },
        }
    }

    /// `1-0` when the first player won, `0-1` when the second did, `1/2-1/2` for a draw.
    pub const fn result(self) -> &'static str {
        match self {
            Outcome::Win { side: Side::First, .. } => "1-0",
            Outcome::Win { side: Side::Second, .. } => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }
}

/// A text that is no position or no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no {what}: expected {expected}", shorten(input))]
pub struct TextError {
    /// What the text was read as.
    pub what: &'static str,
    /// The text.
    pub input: String,
    /// What would have been right.
    pub expected: String,
}

impl TextError {
    /// `input` is no position; `expected` says what one looks like or what is wrong with this one.
    pub fn position(input: &str, expected: impl Into<String>) -> TextError {
        TextError { what: "position", input: input.into(), expected: expected.into() }
    }

    /// `input` is no legal move; `expected` says what would be.
    pub fn mv(input: &str, expected: impl Into<String>) -> TextError {
        TextError { what: "legal move", input: input.into(), expected: expected.into() }
    }
}

/// A text of a card: written in the source of a game, or made at run time.
pub type CardText = std::borrow::Cow<'static, str>;

/// The beginning of a text that may be very long, with control characters made visible.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 80;
    let visible = |letter: char| if letter.is_control() { letter.escape_debug().to_string() } else { letter.to_string() };
    let mut short: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// When a repeated position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The game ends when a position occurs for this many times: 2 or 3 as a rule.
    pub occurrences: u8,
}

/// A two-player game with perfect information: rules, evaluation and optional capabilities. See the [module](self) for a complete one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game: its rules are missing",
    label = "this type does not implement `plysmith::Game`",
    note = "derive `Clone` for `{Self}` and begin with an empty `impl plysmith::Game for {Self} {{}}`: the compiler then lists the two types and twelve methods to write",
    note = "`plysmith new <name>` writes a crate with a small complete game to start from, and docs/adding-a-game.md explains each step"
)]
pub trait Game: Clone + Send + Sync + 'static {
    /// A position with everything that its future depends on, except the positions before it. `Hash` (as derived) is what the transposition
    /// table uses when the game has no hash of its own.
    type State: Clone + PartialEq + Debug + Hash + Send + Sync; // #[derive(Clone, Debug, PartialEq, Hash)]
    /// A move. Small and `Copy`: the search keeps many.
    type Move: Copy + PartialEq + Debug + Send + Sync; // #[derive(Clone, Copy, Debug, PartialEq)]

    /// Sides always take turns. Set it to false if a side may move twice in a row; then [`Game::side`] is asked after every move.
    const ALTERNATES: bool = true;
    /// Wherever [`Game::outcome`] is `None` there is a legal move. False is always right; set it to true if the rules make sure of that, and
    /// proofs look for none at their horizon.
    const ALWAYS_MOVES: bool = false;
    /// When a repeated position ends the game; `None` if positions cannot repeat or repetition means nothing.
    const REPETITION: Option<Repetition> = None;
    /// Tactical moves with a lower rank look like a loss, or are too many to follow; a quiescence search may leave them out. 1 if the game cannot
    /// tell.
    const FAIR: u32 = 1;
    /// Where there are tactical moves no other move is legal (captures are compulsory): then a quiescence search cannot stop. False is always
    /// right.
    const TACTICAL_FORCED: bool = false;
    /// The capabilities that the game has, out of the second part of this trait.
    const CAPABILITIES: &'static [Capability] = &[];

    /// The name used in commands and files: lower case, with hyphens.
    fn name(&self) -> String;

    /// The position in which the game begins.
    fn start(&self) -> Self::State;

    /// Whose turn it is.
    fn side(&self, state: &Self::State) -> Side;

    /// Adds every legal move to `moves`, always in the same order for the same position. Asked only while [`Game::outcome`] is `None`. A
    /// forced pass, where the rules have one, is a move like any other.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays a legal move in place. There is no undo: the search keeps the positions above.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// The result if the position ends the game. It is asked at every node: leave a missing legal move to [`Game::no_moves`] where finding out
    /// is expensive.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// How good the position looks for the side to move: an even position is 0, within ±900,000. Asked only while [`Game::outcome`] is `None`.
    fn evaluate(&self, state: &Self::State) -> i32;

    /// Move ids are below this number.
    fn move_ids(&self) -> usize;

    /// A number for the move, for history tables and networks: equal for moves that mean the same in different positions. Several moves of one
    /// position may share an id.
    fn move_id(&self, mv: Self::Move) -> usize;

    /// The position as one line of text.
    fn write_position(&self, state: &Self::State) -> String;

    /// The inverse of [`Game::write_position`]. Any text may come; what cannot be a position of this game is an error.
    fn read_position(&self, text: &str) -> Result<Self::State, TextError>;

    /// The move as one word, different for each legal move of the position.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    // From here on every method has a default.

    /// The result when the side to move has no legal move and [`Game::outcome`] did not say so: by default it loses.
    fn no_moves(&self, state: &Self::State) -> Outcome {
        Outcome::win(self.side(state).other())
    }

    /// The legal move that this text names: by default the one that is written like it.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
        let mut moves = Vec::new();
        if self.outcome(state).is_none() {
            self.moves(state, &mut moves);
        }
        moves.iter().copied().find(|&mv| self.write_move(state, mv) == text).ok_or_else(|| {
            let few: Vec<String> = moves.iter().take(6).map(|&mv| self.write_move(state, mv)).collect();
            TextError::mv(
                text,
                match (few.is_empty(), moves.len() > few.len()) {
                    (true, _) => "nothing, the game is over".to_string(),
                    (_, true) => format!("one of the {} moves {} …", moves.len(), few.join(" ")),
                    (_, false) => format!("one of {}", few.join(" ")),
                },
            )
        })
    }

    /// The move as records of games write it, where that differs from [`Game::write_move`]. [`Game::read_move`] reads it too.
    fn record_move(&self, state: &Self::State, mv: Self::Move) -> String {
        self.write_move(state, mv)
    }

    /// How many moves [`Game::moves`] would add. Perft counts its last ply with it, so a game that can count without making the moves is faster
    /// there; others leave it alone. `scratch` is a list to use in between, whatever it holds.
    #[inline]
    fn count_moves(&self, state: &Self::State, scratch: &mut Vec<Self::Move>) -> usize {
        scratch.clear();
        self.moves(state, scratch);
        scratch.len()
    }

    /// What other programs call the game where a protocol names it (`UCI_Variant`): as Fairy-Stockfish does, if it plays it.
    fn variant(&self) -> String {
        self.name()
    }

    /// Specs that come with the game, as name and TOML text. One named `default` replaces the generic default.
    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    // Repetition. Only asked of games with `REPETITION`.

    /// The result when this position has occurred [`Repetition::occurrences`] times.
    fn repeated(&self, _state: &Self::State) -> Outcome {
        Outcome::Draw
    }

    /// After this move no position from before it can occur again (a capture, a pawn move): repetition looks back no further. False is
    /// always right.
    fn irreversible(&self, _before: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    // Capability::Hash.

    /// A well-mixed number for the position: equal positions have equal numbers. The positions before it do not count, and rule counters must
    /// not count in a game with repetition (see [`Game::counters`]).
    #[inline]
    fn hash(&self, state: &Self::State) -> u64 {
        hash::of(state)
    }

    /// The hash of `after`, which `mv` led to from `before` with hash `hash`; with [`Capability::Hash`] cheaper than [`Game::hash`].
    #[inline]
    fn hash_after(&self, _before: &Self::State, _hash: u64, _mv: Self::Move, after: &Self::State) -> u64 {
        self.hash(after)
    }

    /// What the future depends on that [`Game::hash`] leaves out, such as a count of moves without progress. The table's `exact` mode adds it.
    #[inline]
    fn counters(&self, _state: &Self::State) -> u64 {
        0
    }

    // Capability::Pass.

    /// Lets the side to move do nothing, where that makes sense as an experiment (it need not be legal). Returns false, with the position
    /// unchanged, where it makes none, as in check.
    #[inline]
    fn pass(&self, _state: &mut Self::State) -> bool {
        false
    }

    /// The side to move must answer a threat at once (it is in check, or the opponent wins with the next move): how the position looks says
    /// little, so nothing is cut off by it, and a quiescence search tries every move. False is always right.
    #[inline]
    fn in_check(&self, _state: &Self::State) -> bool {
        false
    }

    /// Adds the legal moves that might answer the threat, where [`Game::in_check`] is true: after every other one the opponent wins at once. By
    /// default all moves.
    fn evasions(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.moves(state, moves);
    }

    // Capability::Tactical.

    /// 0 for a quiet move, otherwise how promising the move looks among those that change much at once (captures, promotions): below 4,096.
    /// A move that loses more than it gains, as far as can be told at once, ranks below [`Game::FAIR`].
    #[inline]
    fn tactical(&self, _state: &Self::State, _mv: Self::Move) -> u32 {
        0
    }

    /// Adds the legal moves that are tactical.
    fn tactical_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        let first = moves.len();
        self.moves(state, moves);
        let mut kept = first;
        for i in first..moves.len() {
            if self.tactical(state, moves[i]) > 0 {
                moves.swap(kept, i);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    // Capability::Atoms.

    /// The atomic move features, at most 64.
    fn atoms(&self) -> &'static [AtomCard] {
        &[]
    }

    /// Which of the atoms in the mask `wanted` hold for the legal move `mv`; `previous` is the move that led here. Bit i stands for atom i.
    #[inline]
    fn atoms_of(&self, _state: &Self::State, _previous: Option<Self::Move>, _mv: Self::Move, _wanted: u64) -> u64 {
        0
    }

    /// Adds to `atoms` what [`Game::atoms_of`] says of each of `moves`, all legal in this position, with the same `wanted`. The search asks for the first move
    /// of a node alone, and once for all if that does not cut it off, so a game that shares what they have in common is faster; others leave it alone.
    fn atoms_of_moves(
        &self,
        state: &Self::State,
        previous: Option<Self::Move>,
        moves: &[Self::Move],
        wanted: u64,
        atoms: &mut Vec<u64>,
    ) {
        atoms.extend(moves.iter().map(|&mv| self.atoms_of(state, previous, mv, wanted)));
    }

    // Capability::Inputs.

    /// How many inputs a network has.
    fn inputs(&self) -> usize {
        0
    }

    /// Adds the inputs that are active in the position.
    fn active_inputs(&self, _state: &Self::State, _active: &mut InputSet) {}

    /// Parts that come with the game, each the bytes of a whole file ([`part`](crate::part)), for its presets to name: `&[include_bytes!("….part")]`.
    fn parts(&self) -> &'static [&'static [u8]] {
        &[]
    }

    // Capability::Squares.

    /// How many squares and kinds of pieces [`Game::move_squares`] tells apart.
    fn square_sizes(&self) -> SquareSizes {
        SquareSizes::default()
    }

    /// Where a legal move comes from, where it goes, and what kind of piece makes it.
    #[inline]
    fn move_squares(&self, _state: &Self::State, _mv: Self::Move) -> MoveSquares {
        MoveSquares { from: None, to: None, piece: 0 }
    }

    // Capability::Swap.

    /// The same position with the sides exchanged: what one side had the other has, seen from its side of the board, and it is to move. Whatever the side to
    /// move could do and hope for, it still can.
    fn swap_sides(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// How many points of the evaluation are odds of ten to one, about. Margins of specs are in points; an evaluation that is learned for the game is made to the same measure.
    fn ten_to_one(&self) -> u32 {
        460
    }

    // Capability::Evaluations and Capability::Terms.

    /// The evaluations to choose from; the first is the one that a new game value uses.
    fn evaluations(&self) -> &'static [EvaluationCard] {
        evaluation::ONE
    }

    /// The same game with another evaluation: `index` into [`Game::evaluations`], and a weight for each of its terms.
    fn with_evaluation(&self, _index: usize, _weights: &[i32]) -> Self {
        self.clone()
    }

    /// Adds how much of each term of the evaluation in use is in the position, from the side to move: evaluation = sum of weight × amount,
    /// divided by the card's scale.
    fn terms(&self, _state: &Self::State, _amounts: &mut Vec<i32>) {}

    // Capability::Phases.

    /// How many phases a game has that may want different specs.
    fn phases(&self) -> usize {
        1
    }

    /// The phase of a position, below [`Game::phases`].
    fn phase(&self, _state: &Self::State) -> usize {
        0
    }

    // Capability::Symmetries.

    /// How many ways there are to turn the board that change nothing, with the one that leaves it alone as number 0.
    fn symmetries(&self) -> usize {
        1
    }

    /// The position turned by a symmetry.
    fn turn(&self, state: &Self::State, _symmetry: usize) -> Self::State {
        state.clone()
    }

    /// The move turned by a symmetry.
    fn turn_move(&self, mv: Self::Move, _symmetry: usize) -> Self::Move {
        mv
    }

    // Capability::Openings.

    /// A random set-up, for games that begin from several; `choose(n)` gives a number below n.
    fn opening(&self, _choose: &mut dyn FnMut(usize) -> usize) -> Self::State {
        self.start()
    }

    // Capability::Picture.

    /// The board for a person to look at.
    fn picture(&self, _state: &Self::State) -> Option<Picture> {
        None
    }
}

/// The result if the game is over in this position, whether by [`Game::outcome`] or for want of a move. Repetition is not known here.
pub fn ending<G: Game>(game: &G, state: &G::State) -> Option<Outcome> {
    game.outcome(state).or_else(|| {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves.is_empty().then(|| game.no_moves(state))
    })
}
