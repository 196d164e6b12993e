//! The arena of a game whose engine has its choices compiled in.

use std::marker::PhantomData;

use super::{Arena, Board, EngineAt, GameArena, GameCard, InputTraits, InputsAt, InputsCard, Line, Player, Solver};
use crate::engine::Engine;
use crate::game::free_inputs::{FreeInputs, FreeInputsError};
use crate::game::{Capabilities, Game, TextError, check};
use crate::part::{Part, PartError, PartId, Parts};
use crate::search::Watch;
use crate::search::settings::Constant;
use crate::spec::{Spec, SpecError};

/// The arena of a game with one spec that is compiled in, as [`Constant`] settings: it is the preset `default`, and whoever follows it plays with the constants. Other specs are
/// followed as in a [`GameArena`], so that the options of a protocol still work; only the size of the transposition table, the evaluation and the
/// level can change without a loss of speed.
pub struct Compiled<G, S> {
    arena: GameArena<G>,
    spec: Spec,
    settings: PhantomData<S>,
}

impl<G: Game, S: Constant> Compiled<G, S> {
    /// A game with the spec whose choices the constants are, which is checked.
    pub fn new(game: G, spec: Spec) -> Result<Compiled<G, S>, SpecError> {
        spec.check(&game)?;
        if spec.phase_choices(&game)?.choices != S::choices_of_all() {
            return Err(SpecError::OtherConstants);
        }
        let parts = Parts::with(&game, &S::parts_of_all());
        spec.check_parts(&parts)?;
        Ok(Compiled { arena: GameArena::with_parts(game, parts), spec, settings: PhantomData })
    }

    /// The arena of the same game in which every spec is read at run time.
    pub fn at_run_time(&self) -> &dyn Arena {
        &self.arena
    }
}

impl<G: Game, S: Constant> Arena for Compiled<G, S> {
    fn card(&self) -> GameCard {
        self.arena.card()
    }

    fn hide(&mut self, hidden: Capabilities) {
        self.arena.hide(hidden);
    }

    fn board(&self, line: &Line) -> Result<Box<dyn Board>, TextError> {
        self.arena.board(line)
    }

    fn preset(&self, name: &str) -> Result<Spec, SpecError> {
        if name == "default" { self.spec.clone().doing_without(&self.arena.masked()) } else { self.arena.preset(name) }
    }

    fn check_spec(&self, spec: &Spec) -> Result<(), SpecError> {
        self.arena.check_spec(spec)
    }

    fn add_part(&self, part: Part) -> Result<PartId, PartError> {
        self.arena.add_part(part)
    }

    fn part(&self, id: PartId) -> Option<Part> {
        self.arena.part(id)
    }

    fn player(&self, spec: &Spec, watch: &Watch) -> Result<Box<dyn Player>, SpecError> {
        let GameArena { game, parts, hidden, .. } = &self.arena;
        let spec = &spec.hiding(*hidden);
        let compiled = *watch == Watch::NOTHING && spec.phase_choices(game)?.equal_but_for_size(&S::choices_of_all());
        if !compiled {
            return self.arena.player(spec, watch);
        }
        Ok(Box::new(EngineAt::new(Engine::<G, S>::compiled_with_parts(game.clone(), spec, parts)?)))
    }

    fn divide(&self, line: &Line, depth: u32) -> Result<Vec<(String, u64)>, TextError> {
        self.arena.divide(line, depth)
    }

    fn check_rules(
        &self,
        games: usize,
        seed: u64,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<check::Summary, Box<check::Fault>> {
        self.arena.check_rules(games, seed, progress)
    }

    fn inputs(&self, line: &Line) -> Result<Vec<u16>, TextError> {
        self.arena.inputs(line)
    }

    fn inputs_card(&self) -> InputsCard {
        self.arena.inputs_card()
    }

    fn free_inputs(&self) -> Result<&FreeInputs, &FreeInputsError> {
        self.arena.free_inputs()
    }

    fn inputs_along(&self, line: &Line, free: bool) -> Result<Vec<InputsAt>, TextError> {
        self.arena.inputs_along(line, free)
    }

    fn input_traits(&self) -> InputTraits {
        self.arena.input_traits()
    }

    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Line {
        self.arena.opening(choose)
    }

    fn solver(&self, bits: u32) -> Box<dyn Solver> {
        self.arena.solver(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enhance::{Choices, alpha_beta, card::Parameters, entry, history, killers, table, tt_order};
    use crate::search::limits::Limits;
    use crate::search::settings::{Baked, Fixed, Phased};
    use crate::testing::Heaps;

    struct Mine;
    impl Baked for Mine {
        const CHOICES: Choices = Choices {
            alpha_beta: Some(alpha_beta::Params::DEFAULT),
            table: Some(table::Params { bits: 10, ..table::Params::DEFAULT }),
            tt_order: Some(tt_order::Params::DEFAULT),
            killers: Some(killers::Params { slots: 3, ..killers::Params::DEFAULT }),
            history: Some(history::Params::DEFAULT),
            ..Choices::NONE
        }
        .ordered(&[entry("tt_order").unwrap(), entry("killers").unwrap(), entry("worth").unwrap()]);
    }

    const SPEC: &str = "[alpha_beta]\n[table]\nbits = 10\n[tt_order]\n[killers]\nslots = 3\n[history]";

    fn arena() -> Compiled<Heaps, Fixed<Mine>> {
        Compiled::new(Heaps, Spec::parse(SPEC).unwrap()).unwrap()
    }

    /// Nodes and counters of a search, which tell engines of different specs apart.
    fn told(arena: &dyn Arena, spec: &Spec, watch: &Watch) -> String {
        let mut player = arena.player(spec, watch).unwrap();
        let report = player.search(&Line::start(), &Limits::depth(7), &mut |_| {}).unwrap();
        format!("{} {:?} {:?} {:?}", report.nodes, report.best, report.counters, report.statistics)
    }

    #[test]
    fn the_default_is_what_was_compiled_in() {
        assert_eq!(arena().preset("default").unwrap(), Spec::parse(SPEC).unwrap());
        assert_eq!(arena().preset("plain").unwrap(), GameArena::new(Heaps).preset("plain").unwrap());
    }

    #[test]
    fn whatever_the_spec_the_engine_follows_it() {
        let (compiled, table) = (arena(), GameArena::new(Heaps));
        let mut level = Spec::parse(SPEC).unwrap();
        level.level = crate::Level::new(3, 1);
        let small = Spec::parse(&SPEC.replace("bits = 10", "bits = 4")).unwrap();
        let other = Spec::parse(&SPEC.replace("slots = 3", "slots = 1")).unwrap();
        for spec in [compiled.preset("default").unwrap(), level, small, other, Spec::nothing()] {
            for watch in [Watch::NOTHING, Watch::TREE] {
                assert_eq!(told(&compiled, &spec, &watch), told(&table, &spec, &watch), "{spec}");
            }
        }
        let size = |spec: &Spec| told(&compiled, spec, &Watch::NOTHING);
        assert_ne!(size(&compiled.preset("default").unwrap()), size(&Spec::parse(&SPEC.replace("bits = 10", "bits = 4")).unwrap()));
    }

    struct Late;
    impl Baked for Late {
        const CHOICES: Choices =
            Choices { killers: None, ..Mine::CHOICES }.ordered(&[entry("worth").unwrap(), entry("tt_order").unwrap()]);
    }

    type Both = Phased<Mine, Fixed<Late>>;

    #[test]
    fn every_phase_has_its_constants() {
        let text = format!("{SPEC}\n[phase.1]\noff = [\"killers\"]\norder = [\"worth\", \"tt_order\"]");
        let phased = Spec::parse(&text).unwrap();
        let compiled = Compiled::<_, Both>::new(Heaps, phased.clone()).unwrap();
        let small = Spec::parse(&text.replace("bits = 10", "bits = 4")).unwrap();
        let early = Spec::parse(&text.replace("phase.1", "phase.0")).unwrap();
        for spec in [&phased, &small, &early, &phased.without_phases(), &phased.in_phase(1).unwrap()] {
            for position in ["7 8 9 1", "4 4 4 1"] {
                let line = Line::at(position);
                let search = |arena: &dyn Arena| {
                    let mut player = arena.player(spec, &Watch::NOTHING).unwrap();
                    let report = player.search(&line, &Limits::depth(6), &mut |_| {}).unwrap();
                    (report.nodes, report.best, report.score, player.rate(&line, &Limits::depth(4)).unwrap().nodes)
                };
                assert_eq!(search(&compiled), search(compiled.at_run_time()), "{position}\n{spec}");
            }
        }
        // Phase by phase the same but for the size: no other type would be made for them.
        assert!(Engine::<_, Both>::compiled(Heaps, &phased).is_ok() && Engine::<_, Both>::compiled(Heaps, &small).is_ok());
        for other in [&phased.without_phases(), &Spec::parse(&text.replace("\"worth\", ", "")).unwrap()] {
            assert_eq!(Engine::<_, Both>::compiled(Heaps, other).err(), Some(SpecError::OtherConstants), "{other}");
        }
        assert_eq!(Compiled::<_, Fixed<Mine>>::new(Heaps, phased).err(), Some(SpecError::OtherConstants));
    }

    #[test]
    fn other_constants_than_those_of_the_spec_are_refused() {
        let other = Spec::parse(&SPEC.replace("slots = 3", "slots = 2")).unwrap();
        assert_eq!(Compiled::<_, Fixed<Mine>>::new(Heaps, other.clone()).err(), Some(SpecError::OtherConstants));
        assert_eq!(Engine::<_, Fixed<Mine>>::compiled(Heaps, &other).err(), Some(SpecError::OtherConstants));
    }
}
