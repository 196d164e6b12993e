//! A hidden capability is as good as one that was never declared.

use super::*;
use crate::arena::{Arena, Board, GameArena, Line};
use crate::enhance::{Choices, alpha_beta, card::Parameters, entry, history, killers, late_moves, table, tt_order};
use crate::game::{InputSet, Outcome, Side, TermCard, TextError, check};
use crate::search::limits::Limits;
use crate::search::settings::{Baked, Fixed};
use crate::testing::{Heaps, Move, State};
use crate::{Engine, Position, Spec};

/// The heaps with every capability there is, or with none.
#[derive(Clone)]
struct Form<const RICH: bool> {
    evaluation: usize,
    weight: i32,
}

type Rich = Form<true>;
type Bare = Form<false>;

impl<const RICH: bool> Form<RICH> {
    const NEW: Form<RICH> = Form { evaluation: 0, weight: 1 };
}

/// A preset that uses everything, and what is left of it without any capability.
const KEEN: &str = "order = [\"tt_order\", \"tactical_first\", \"killers\"]\n[evaluation]\nname = \"size\"\n[alpha_beta]\n[table]\nbits = 12\n[tt_order]\n\
    [symmetry]\nmin_depth = 2\n[tactical_first]\n[killers]\n[deepening]\n[pvs]\n[quiescence]\n[null_move]\n[mate_threat]\n[categories.costs]\nThree = 32\n[fractional]\n\
    [late_moves]\n[phase.1]\noff = [\"killers\", \"quiescence\"]\n[phase.1.history]";
const MEEK: &str = "[alpha_beta]\n[table]\nbits = 12\n[tt_order]\n[killers]\n[deepening]\n[pvs]\n[late_moves]";

fn total(state: &State) -> i32 {
    Heaps.write_position(state).split(' ').take(3).map(|heap| heap.parse::<i32>().unwrap()).sum()
}

impl<const RICH: bool> Game for Form<RICH> {
    type State = State;
    type Move = Move;

    /// All that presets, boards or searches use.
    const CAPABILITIES: &'static [Capability] = if RICH {
        &[
            Capability::Hash,
            Capability::Pass,
            Capability::Tactical,
            Capability::Atoms,
            Capability::Inputs,
            Capability::Evaluations,
            Capability::Terms,
            Capability::Phases,
            Capability::Symmetries,
            Capability::Openings,
            Capability::Picture,
        ]
    } else {
        &[]
    };

    fn name(&self) -> String {
        "form".into()
    }
    fn start(&self) -> State {
        Heaps.start()
    }
    fn side(&self, state: &State) -> Side {
        Heaps.side(state)
    }
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        Heaps.moves(state, moves);
    }
    fn play(&self, state: &mut State, mv: Move) {
        Heaps.play(state, mv);
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        Heaps.outcome(state)
    }
    fn evaluate(&self, state: &State) -> i32 {
        if self.evaluation == 1 { total(state) } else { self.weight * Heaps.evaluate(state) }
    }
    fn move_ids(&self) -> usize {
        Heaps.move_ids()
    }
    fn move_id(&self, mv: Move) -> usize {
        Heaps.move_id(mv)
    }
    fn write_position(&self, state: &State) -> String {
        Heaps.write_position(state)
    }
    fn read_position(&self, text: &str) -> Result<State, TextError> {
        Heaps.read_position(text)
    }
    fn write_move(&self, state: &State, mv: Move) -> String {
        Heaps.write_move(state, mv)
    }
    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        if RICH { &[("keen", KEEN)] } else { &[("keen", MEEK)] }
    }
    fn hash(&self, state: &State) -> u64 {
        // Another order among images than that of the generic hash.
        if RICH { !hash::of(state) } else { hash::of(state) }
    }
    fn hash_after(&self, _: &State, _: u64, _: Move, after: &State) -> u64 {
        self.hash(after)
    }
    fn pass(&self, state: &mut State) -> bool {
        RICH && !self.in_check(state) && Heaps.pass(state)
    }
    fn in_check(&self, state: &State) -> bool {
        RICH && total(state) % 5 == 0
    }
    fn tactical(&self, state: &State, mv: Move) -> u32 {
        if RICH { Heaps.tactical(state, mv) } else { 0 }
    }
    fn atoms(&self) -> &'static [AtomCard] {
        if RICH { Heaps.atoms() } else { &[] }
    }
    fn atoms_of(&self, state: &State, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        if RICH { Heaps.atoms_of(state, previous, mv, wanted) } else { 0 }
    }
    fn inputs(&self) -> usize {
        if RICH { 40 } else { 0 }
    }
    fn active_inputs(&self, state: &State, active: &mut InputSet) {
        active.extend(RICH.then(|| total(state) as u16));
    }
    fn evaluations(&self) -> &'static [EvaluationCard] {
        const LOOK: TermCard = TermCard { name: "look", weight: 1, low: -3, high: 3 };
        const BOTH: &[EvaluationCard] = &[
            EvaluationCard { name: "look", about: "who wins", terms: &[LOOK], scale: 1 },
            EvaluationCard { name: "size", about: "how much is left", terms: &[], scale: 1 },
        ];
        if RICH { BOTH } else { evaluation::ONE }
    }
    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Self {
        // Who forgets the weights of hidden terms finds out here.
        Form { evaluation: index, weight: if RICH && index == 0 { weights[0] } else { 1 } }
    }
    fn terms(&self, state: &State, amounts: &mut Vec<i32>) {
        amounts.extend((RICH && self.evaluation == 0).then(|| Heaps.evaluate(state)));
    }
    fn phases(&self) -> usize {
        if RICH { 2 } else { 1 }
    }
    fn phase(&self, state: &State) -> usize {
        if RICH { Heaps.phase(state) } else { 0 }
    }
    fn symmetries(&self) -> usize {
        if RICH { Heaps.symmetries() } else { 1 }
    }
    fn turn(&self, state: &State, symmetry: usize) -> State {
        Heaps.turn(state, symmetry)
    }
    fn turn_move(&self, mv: Move, symmetry: usize) -> Move {
        Heaps.turn_move(mv, symmetry)
    }
    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> State {
        let text = if RICH { format!("{} 7 8 1", choose(5) + 1) } else { "7 8 9 1".into() };
        Heaps.read_position(&text).unwrap()
    }
    fn picture(&self, _: &State) -> Option<Picture> {
        RICH.then(|| Picture::board(1, 1, |_, _| crate::game::picture::Square::empty()))
    }
}

#[test]
fn both_forms_keep_what_they_promise() {
    check::rules(&Rich::NEW, 100, 1).unwrap();
    check::rules(&Bare::NEW, 100, 1).unwrap();
}

/// All that a search tells.
fn told(arena: &dyn Arena, spec: &Spec, position: &str) -> String {
    let mut player = arena.player(spec, &crate::search::Watch::TREE).unwrap();
    let line = Line::at(position);
    let found = player.search(&line, &Limits::depth(7), &mut |_| {}).unwrap();
    // The ranks of a presearch are kept for the moves of one position.
    let rated = (!spec.is_on("presearch")).then(|| player.rate(&line, &Limits::depth(3)).unwrap());
    format!("{} {:?} {:?} {:?} {rated:?}", found.nodes, found.score, found.counters, found.statistics)
}

const POSITIONS: [&str; 3] = ["7 8 9 1", "5 3 4 2", "2 9 6 1"];

#[test]
fn hidden_is_as_good_as_undeclared_for_every_preset() {
    let (hiding, bare) = (GameArena::new(Rich::NEW).hiding(Capabilities::all()), GameArena::new(Bare::NEW));
    assert_eq!(hiding.card().presets, bare.card().presets);
    for preset in bare.card().presets {
        let (hidden, without) = (hiding.preset(preset).unwrap(), bare.preset(preset).unwrap());
        assert_eq!(hidden.hidden(), Capabilities::of::<Rich>());
        assert_eq!(hidden.enhancements().collect::<Vec<_>>(), without.enhancements().collect::<Vec<_>>(), "{preset}");
        for position in POSITIONS {
            assert_eq!(told(&hiding, &hidden, position), told(&bare, &without, position), "{preset}");
            // The spec alone is enough, and so is the arena.
            assert_eq!(told(&GameArena::new(Rich::NEW), &hidden, position), told(&bare, &without, position), "{preset}");
            assert_eq!(told(&hiding, &without, position), told(&bare, &without, position), "{preset}");
        }
    }
}

/// What asks of moves whether they are quiet, and of positions whether they are threatened.
#[test]
fn hidden_is_as_good_as_undeclared_in_a_selective_search() {
    let base = "[alpha_beta]\n[table]\nbits = 10\n[tt_order]\n[killers]\n[history]\n[countermove]\n[deepening]\n[pvs]\n";
    for more in [
        "[late_moves]\nquiet = true",
        "[futility]\n[extended_futility]",
        "[reverse_futility]\n[razoring]",
        "[rankcut]",
        "[singular]\n[multi_cut]",
    ] {
        let spec = Spec::parse(&format!("{base}{more}")).unwrap();
        let hidden = spec.hiding(Capabilities::all());
        let mut differ = 0;
        for position in POSITIONS {
            let bare = told(&GameArena::new(Bare::NEW), &spec, position);
            assert_eq!(told(&GameArena::new(Rich::NEW), &hidden, position), bare, "{more}");
            differ += u32::from(told(&GameArena::new(Rich::NEW), &spec, position) != bare);
        }
        assert!(differ > 0, "{more}: it would make no difference if nothing were hidden");
    }
}

#[test]
fn what_is_hidden_alone_leaves_the_rest() {
    for capability in Capability::ALL {
        let arena = GameArena::new(Rich::NEW).hiding(Capabilities::NONE.with(capability));
        let card = arena.card();
        assert_eq!(card.capabilities, Capabilities::of::<Rich>().without(card.hidden));
        for preset in card.presets {
            let spec = arena.preset(preset).unwrap();
            arena.check_spec(&spec).unwrap_or_else(|error| panic!("{preset} without {capability}: {error}"));
            told(&arena, &spec, "5 3 4 2");
        }
    }
    let keen = |hidden: &[Capability]| GameArena::new(Rich::NEW).hiding(Capabilities::listed(hidden)).preset("keen").unwrap();
    assert_eq!(keen(&[]), Spec::parse(KEEN).unwrap());
    let quiet = keen(&[Capability::Tactical]);
    assert!(!quiet.is_on("quiescence") && quiet.is_on("null_move") && quiet.is_on("symmetry"));
    let calm = keen(&[Capability::Pass]);
    assert!(!calm.is_on("null_move") && !calm.is_on("mate_threat") && calm.is_on("quiescence"));
    let phase = quiet.in_phase(1).unwrap();
    assert!(quiet.has_phases() && phase.is_on("history") && !phase.is_on("killers") && !phase.is_on("quiescence"));
    assert!(!keen(&[Capability::Phases]).has_phases());
    assert_eq!((keen(&[Capability::Evaluations]).evaluation, keen(&[Capability::Terms]).evaluation), (None, Some("size".into())));
}

#[test]
fn another_evaluation_and_weights_are_refused_where_they_are_hidden() {
    let check = |text: &str, expected: Option<&str>| {
        let error = Spec::parse(&text.replace(';', "\n")).unwrap().check(&Rich::NEW).map_err(|error| error.to_string()).err();
        assert_eq!(error.as_deref().map(|error| error.split(", which").next().unwrap()), expected, "{text}");
    };
    let (size, look) = ("[evaluation];name = \"size\"", "[evaluation];name = \"look\";weights = { look = 2 }");
    check(size, None);
    check(look, None);
    check(&format!("hide = [\"evaluations\"];{size}"), Some("the evaluation `size` needs the capability `evaluations`"));
    check(&format!("hide = [\"evaluations\"];{look}"), None);
    check(&format!("hide = [\"terms\"];{look}"), Some("[evaluation.weights] needs the capability `terms`"));
    check(&format!("hide = [\"terms\"];{size}"), None);
    // What is wrong whatever is hidden is told as it is.
    check("hide = [\"all\"];[evaluation];name = \"shape\"", Some("unknown evaluation `shape`; the game has look, size, none"));
}

/// What a board tells.
fn shown(board: &dyn Board) -> String {
    let view = board.view();
    format!(
        "{:?} {:?} {} {} {:?} {:?} {:?}",
        view.picture,
        view.moves,
        board.class(),
        board.phase(),
        board.terms(0),
        board.terms(1),
        board.atoms(u64::MAX)
    )
}

#[test]
fn the_arena_shows_nothing_of_what_is_hidden() {
    let (rich, bare) = (GameArena::new(Rich::NEW), GameArena::new(Bare::NEW));
    let hiding = GameArena::new(Rich::NEW).hiding(Capabilities::all());
    let line = Line::at("5 3 4 2");
    let [all, less, none] = [&rich, &hiding as &dyn Arena, &bare].map(|arena: &dyn Arena| {
        let card = arena.card();
        let opening = arena.opening(&mut |_| 0);
        (
            shown(&*arena.board(&line).unwrap()),
            arena.inputs(&line).unwrap(),
            arena.view(&opening).unwrap().position,
            (card.inputs, card.phases, card.atoms.len(), card.evaluations.len(), card.evaluations[0].terms.len()),
        )
    });
    assert_eq!(less, none);
    assert!(all.0 != less.0 && all.1 != less.1 && all.2 != less.2 && all.3 != less.3);
}

#[test]
fn where_repetition_ends_games_its_hash_is_a_rule() {
    #[derive(Clone, Debug, PartialEq, Hash)]
    struct Counted(u8, u8);
    #[derive(Clone)]
    struct Repeating;
    impl Game for Repeating {
        type State = Counted;
        type Move = u8;
        const CAPABILITIES: &'static [Capability] = &[Capability::Hash];
        const REPETITION: Option<crate::game::Repetition> = Some(crate::game::Repetition { occurrences: 3 });
        fn name(&self) -> String {
            "repeating".into()
        }
        fn start(&self) -> Counted {
            Counted(0, 0)
        }
        fn side(&self, state: &Counted) -> Side {
            if state.1.is_multiple_of(2) { Side::First } else { Side::Second }
        }
        fn moves(&self, _: &Counted, moves: &mut Vec<u8>) {
            moves.extend([1, 3]);
        }
        fn play(&self, state: &mut Counted, mv: u8) {
            *state = Counted((state.0 + mv) % 4, state.1 + 1);
        }
        fn outcome(&self, _: &Counted) -> Option<Outcome> {
            None
        }
        fn evaluate(&self, state: &Counted) -> i32 {
            state.0.into()
        }
        fn move_ids(&self) -> usize {
            4
        }
        fn move_id(&self, mv: u8) -> usize {
            mv.into()
        }
        fn write_position(&self, state: &Counted) -> String {
            format!("{} {}", state.0, state.1)
        }
        fn read_position(&self, text: &str) -> Result<Counted, TextError> {
            Err(TextError::position(text, "nothing"))
        }
        fn write_move(&self, _: &Counted, mv: u8) -> String {
            mv.to_string()
        }
        fn hash(&self, state: &Counted) -> u64 {
            // The counter of moves is no part of the position, but the state has it.
            hash::of(&(state.0, state.1 % 2))
        }
    }
    let nodes = |text: &str| {
        let mut engine = Engine::new(Repeating, &Spec::parse(text).unwrap()).unwrap();
        let found = engine.search(&Position::start(&Repeating), &Limits::depth(12));
        (found.nodes, found.score)
    };
    assert_eq!(nodes("hide = [\"hash\"]"), nodes(""));
    assert!(nodes("").0 < 1 << 13, "nothing was repeated");
}

struct Mine;
impl Baked for Mine {
    const CHOICES: Choices = Choices {
        alpha_beta: Some(alpha_beta::Params::DEFAULT),
        table: Some(table::Params { bits: 10, ..table::Params::DEFAULT }),
        tt_order: Some(tt_order::Params::DEFAULT),
        killers: Some(killers::Params::DEFAULT),
        history: Some(history::Params::DEFAULT),
        late_moves: Some(late_moves::Params::DEFAULT),
        hidden: Capabilities::NONE.with(Capability::Hash).with(Capability::Tactical),
        ..Choices::NONE
    }
    .ordered(&[entry("tt_order").unwrap(), entry("killers").unwrap(), entry("worth").unwrap()]);
}

#[test]
fn what_is_hidden_is_compiled_in_too() {
    let text = "[alpha_beta]\n[table]\nbits = 10\n[tt_order]\n[killers]\n[history]\n[late_moves]";
    let hiding = Spec::parse(&format!("hide = [\"hash\", \"tactical\"]\n{text}")).unwrap();
    let position = Position::start(&Rich::NEW);
    let compiled = Engine::<_, Fixed<Mine>>::compiled(Rich::NEW, &hiding).unwrap().search(&position, &Limits::depth(8));
    let read = Engine::new(Rich::NEW, &hiding).unwrap().search(&position, &Limits::depth(8));
    assert_eq!((compiled.nodes, compiled.score), (read.nodes, read.score));
    assert!(Engine::<_, Fixed<Mine>>::compiled(Rich::NEW, &Spec::parse(text).unwrap()).is_err(), "it hides less");
    let constants = hiding.constants(&GameArena::new(Rich::NEW).card()).unwrap();
    let expected = "hidden: plysmith::game::Capabilities::NONE.with(plysmith::game::Capability::Hash).with(plysmith::game::Capability::Tactical)";
    assert!(constants.contains(expected), "{constants}");
}

#[test]
fn a_network_is_left_out_with_the_inputs_that_it_was_learned_from() {
    let mut learned = Spec::parse("[alpha_beta]").unwrap();
    learned.evaluate_by_network("00112233445566778899aabbccddeeff".parse().unwrap());
    let without = |hidden| {
        let masked = Masked::new(&Rich::NEW, Capabilities::NONE.with(hidden));
        learned.clone().doing_without(&masked).unwrap().network.is_none()
    };
    assert!(!without(Capability::Pass) && without(Capability::Inputs));
}
