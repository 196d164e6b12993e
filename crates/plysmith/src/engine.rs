//! A game with a spec, ready to search.

use std::time::Duration;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::enhance::{Choices, Memory, Samples, Shape};
use crate::game::{Game, Masked};
use crate::level::Level;
use crate::net::SharedNet;
use crate::part::{PartFault, Parts};
use crate::position::Position;
use crate::score::Score;
use crate::search::Watch;
use crate::search::limits::{Limits, Stop, TimeLimit};
use crate::search::settings::{Baked, Constant, Dynamic, Fixed, Settings};
use crate::search::{Found, Frame, Run};
use crate::spec::{PhaseChoices, Spec, SpecError};

/// An engine. What it learned in one search serves the next one of the same game, until [`Engine::new_game`]. Where the spec has tables for phases, the
/// phase of the position that is asked about decides, and a search by another phase spec than the one before begins with nothing learned.
///
/// ```
/// # fn play<G: plysmith::Game>(game: G) -> Result<(), plysmith::spec::SpecError> {
/// use plysmith::{Engine, Limits, Position};
///
/// let position = Position::start(&game);
/// let mut engine = Engine::preset(game, "default")?;
/// let found = engine.search(&position, &Limits::nodes(100_000));
/// # Ok(())
/// # }
/// ```
pub struct Engine<G: Game, S: Settings = Dynamic> {
    game: G,
    settings: S,
    memory: Memory,
    frames: Vec<Frame<G>>,
    helpers: Vec<Helper<G>>,
    threads: usize,
    level: Option<Level>,
    /// With phases: which phase spec is for which, and whose memory this is.
    phases: Option<Box<PhaseSettings>>,
    /// The network that evaluates, if one does.
    network: Option<SharedNet>,
    /// What every memory is made from; all that is wanted of it was decoded when the engine was made.
    parts: Parts,
}

/// The phases of a spec with phases.
struct PhaseSettings {
    /// The phase spec of each phase.
    of: Vec<usize>,
    /// The choices of each phase spec, by which memory is made.
    choices: Vec<Choices>,
    /// The phase spec of the search before.
    now: usize,
}

/// What a further thread needs.
struct Helper<G: Game> {
    memory: Memory,
    frames: Vec<Frame<G>>,
}

impl<G: Game> Engine<G> {
    /// An engine that follows a spec; the spec is checked against the game. The parts that it names come with the game: for others see [`Engine::with_parts`].
    pub fn new(game: G, spec: &Spec) -> Result<Engine<G>, SpecError> {
        Engine::watched(game, spec, &Watch::NOTHING)
    }

    /// The same with parts from a library, which other engines may share. What is wrong with a part that the spec names is found out now, and not in a search.
    pub fn with_parts(game: G, spec: &Spec, parts: &Parts) -> Result<Engine<G>, SpecError> {
        Engine::watched_with_parts(game, spec, &Watch::NOTHING, parts)
    }

    /// The same as [`Engine::new`], with statistics of what is watched in every result.
    pub fn watched(game: G, spec: &Spec, watch: &Watch) -> Result<Engine<G>, SpecError> {
        let parts = Parts::bundled(&game);
        Engine::watched_with_parts(game, spec, watch, &parts)
    }

    pub(crate) fn watched_with_parts(game: G, spec: &Spec, watch: &Watch, parts: &Parts) -> Result<Engine<G>, SpecError> {
        let (game, phases) = prepare(game, spec, parts)?;
        let settings = Dynamic::new(phases.choices[0], watch).with_phases(&phases.choices[1..], watch);
        Ok(Engine { level: spec.level, ..Engine::with_phases(game, settings, phases, parts)? })
    }

    /// An engine with one of the game's presets; see [`Spec::preset`].
    pub fn preset(game: G, name: &str) -> Result<Engine<G>, SpecError> {
        let spec = Spec::preset(&game, name)?;
        Engine::new(game, &spec)
    }
}

impl<G: Game, B: Baked> Engine<G, Fixed<B>> {
    /// An engine with its choices compiled in. The game's evaluation is used as it is.
    ///
    /// # Panics
    /// If the choices name a part that is neither in [`Baked::PARTS`] nor bundled with the game, or one that cannot be used.
    pub fn baked(game: G) -> Engine<G, Fixed<B>> {
        let parts = Parts::with(&game, B::PARTS);
        let phases = PhaseChoices { choices: vec![B::CHOICES], of: Vec::new() };
        Engine::with_phases(game, Fixed::new(), phases, &parts).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl<G: Game, S: Constant> Engine<G, S> {
    /// An engine that follows a spec whose choices are compiled in; evaluation, weights, level and the size of the table are those of the spec. It is
    /// refused if the spec chooses otherwise than the constants.
    pub fn compiled(game: G, spec: &Spec) -> Result<Engine<G, S>, SpecError> {
        let parts = Parts::with(&game, &S::parts_of_all());
        Engine::compiled_with_parts(game, spec, &parts)
    }

    pub(crate) fn compiled_with_parts(game: G, spec: &Spec, parts: &Parts) -> Result<Engine<G, S>, SpecError> {
        let (game, phases) = prepare(game, spec, parts)?;
        if !phases.equal_but_for_size(&S::choices_of_all()) {
            return Err(SpecError::OtherConstants);
        }
        Ok(Engine { level: spec.level, ..Engine::with_phases(game, S::default(), phases, parts)? })
    }
}

/// The game with the evaluation of a spec, and the choices of the spec, which is checked.
fn prepare<G: Game>(game: G, spec: &Spec, parts: &Parts) -> Result<(G, PhaseChoices), SpecError> {
    spec.check::<G>(&game)?;
    if let Some(named) = spec.named_parts().into_iter().next()
        && parts.game() != game.name()
    {
        let error = PartFault::OtherGame { found: parts.game().into(), wanted: game.name() }.of(named.id.to_string());
        return Err(SpecError::part(named.parameter, error));
    }
    spec.check_parts(parts)?;
    let choices = spec.phase_choices(&game)?;
    let (index, weights) = Masked::new(&game, spec.hidden()).choose(spec.evaluation.as_deref(), &spec.weights)?;
    Ok((game.with_evaluation(index, &weights), choices))
}

/// The network that evaluates, which must suit the game.
fn network<G: Game>(game: &G, choices: &Choices, parts: &Parts) -> Result<Option<SharedNet>, SpecError> {
    let part = choices.evaluator.network();
    let refused = |error| SpecError::part("evaluation.network", error);
    let Some(network) = parts.decoded(part).map_err(refused)? else { return Ok(None) };
    let name = || parts.get(part.id()).map_or_else(|| part.id().to_string(), |part| part.name().to_string());
    network.suits(&Masked::new(game, choices.hidden)).map_err(|fault| refused(fault.of(name())))?;
    Ok(Some(network))
}

impl<G: Game, S: Settings> Engine<G, S> {
    /// The memory is that of choices which may differ from the settings in size.
    fn with_phases(game: G, settings: S, phases: PhaseChoices, parts: &Parts) -> Result<Engine<G, S>, SpecError> {
        let PhaseChoices { choices, of } = phases;
        let shape = Shape { move_ids: game.move_ids() };
        let memory = Memory::new(&choices[0], &shape, parts)?;
        // What later phases name must not fail them in the middle of a game.
        choices[1..].iter().try_for_each(|choices| Memory::beside(choices, &shape, parts).map(drop))?;
        let frames = Frame::stack(&game);
        let network = network(&game, &choices[0], parts)?;
        let phases = (!of.is_empty()).then(|| Box::new(PhaseSettings { of, choices, now: 0 }));
        Ok(Engine {
            game,
            settings,
            memory,
            frames,
            helpers: Vec::new(),
            threads: 1,
            level: None,
            phases,
            network,
            parts: parts.clone(),
        })
    }

    /// The phase spec by which the last search was made.
    fn phase_spec(&self) -> usize {
        self.phases.as_ref().map_or(0, |phases| phases.now)
    }

    /// Goes over to the phase spec for a position. What was learned by another one is of no use: it may have searched less, or remembered otherwise.
    fn turn_to(&mut self, position: &Position<G>) {
        let Some(phases) = &mut self.phases else { return };
        let phase_spec = phases.of.get(self.game.phase(position.state())).copied().unwrap_or(0);
        if phase_spec == phases.now {
            return;
        }
        phases.now = phase_spec;
        let shape = Shape { move_ids: self.game.move_ids() };
        self.memory = Memory::new(&phases.choices[phase_spec], &shape, &self.parts).expect(DECODED);
        self.helpers.clear();
        self.set_threads(self.threads);
    }

    /// The game, with the evaluation in use.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Searches with so many threads from now on, which share the transposition table; without one further threads are of no use. With one thread equal
    /// input gives equal nodes, with more it does not. The nodes of a limit and of the reports are those of the first thread, those of the result
    /// of all. At a level there is always one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        let choices = self.settings.choices_of(self.phase_spec());
        let wanted = if choices.shares() { threads.max(1) - 1 } else { 0 };
        let (game, parts) = (&self.game, &self.parts);
        self.helpers.resize_with(wanted, || Helper {
            memory: Memory::beside(choices, &Shape { move_ids: game.move_ids() }, parts).expect(DECODED),
            frames: Frame::stack(game),
        });
    }

    /// Forgets what was learned: the next search is the same as that of a new engine.
    pub fn new_game(&mut self) {
        let choices = self.settings.choices_of(self.phase_spec());
        self.memory.forget(choices, false);
        // What they share is not theirs to empty.
        self.helpers.iter_mut().for_each(|helper| helper.memory.forget(choices, true));
    }

    /// Searches a position within limits.
    pub fn search(&mut self, position: &Position<G>, limits: &Limits) -> Found<G::Move> {
        self.search_with(position, limits, &mut |_| {})
    }

    /// Searches a position within limits, telling `report` of every iteration that was completed.
    pub fn search_with(
        &mut self,
        position: &Position<G>,
        limits: &Limits,
        report: &mut dyn FnMut(&Found<G::Move>),
    ) -> Found<G::Move> {
        self.begin_search(position);
        match self.level {
            Some(level) => self.search_at(level, position, limits, report),
            None if self.helpers.is_empty() => self.search_on(position, limits, report),
            None => self.search_together(position, limits, report),
        }
    }

    /// A search with several threads: each does the same on its own, and they help each other by the table. Every second one begins a ply deeper, so
    /// that they do not all walk in step.
    fn search_together(
        &mut self,
        position: &Position<G>,
        limits: &Limits,
        report: &mut dyn FnMut(&Found<G::Move>),
    ) -> Found<G::Move> {
        let phase_spec = self.phase_spec();
        let Engine { game, settings, memory, frames, helpers, network, .. } = self;
        let (game, settings, network) = (&*game, &*settings, network.as_deref());
        let stop = Stop::default();
        let theirs = Limits { stop: Some(stop.clone()), time: None, nodes: None, trace: None, ..limits.clone() };
        for helper in helpers.iter_mut() {
            helper.memory.join(settings.choices_of(phase_spec), memory);
        }
        std::thread::scope(|scope| {
            let mut threads = Vec::new();
            for (number, Helper { memory, frames }) in helpers.iter_mut().enumerate() {
                let (limits, ahead) = (&theirs, (number as u32 + 1) % 2);
                threads.push(scope.spawn(move || {
                    let report = &mut |_: &_| {};
                    let found = settings.run(phase_spec, Run { game, memory, network, frames, position, limits, ahead, report });
                    (found.nodes, found.samples)
                }));
            }
            let run = Run { game, memory, network, frames, position, limits, ahead: 0, report };
            let found = catch_unwind(AssertUnwindSafe(|| settings.run(phase_spec, run)));
            stop.stop();
            let others: Vec<_> =
                threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect();
            let mut found = found.unwrap_or_else(|panic| resume_unwind(panic));
            for (nodes, samples) in others {
                found.nodes += nodes;
                add_samples(&mut found.samples, samples);
            }
            found
        })
    }

    /// A search at a level: some nodes for each move, and noise. What is told of the search is told of that below the move chosen. The moves come in an
    /// order that the seed draws: it decides between equals, and which moves nobody looks at when the limits do not reach all.
    fn search_at(
        &mut self,
        level: Level,
        position: &Position<G>,
        limits: &Limits,
        report: &mut dyn FnMut(&Found<G::Move>),
    ) -> Found<G::Move> {
        let moves = position.moves(&self.game);
        let hidden = self.settings.choices_of(self.phase_spec()).hidden;
        let hash = Masked::new(&self.game, hidden).hash(position.state());
        let budget = limits.nodes.unwrap_or(u64::MAX).min(level.nodes());
        let barred = limits.barred(moves.len());
        let count = moves.len() - barred.len();
        let each = Limits {
            nodes: Some((budget / count.max(1) as u64).max(1)),
            depth: limits.depth.map(|depth| depth.saturating_sub(1).max(1)),
            only: None,
            lines: 1,
            // It is about another position.
            trace: None,
            ..limits.clone()
        };
        let (mut nodes, mut stopped, mut found) = (0, false, Vec::new());
        let order = level.order(hash, moves.len()).into_iter().filter(|&index| !barred.contains(&(index as u16)));
        for (turn, index) in order.enumerate() {
            if nodes >= budget {
                stopped = true;
                break;
            }
            let below = self.search_below(position, moves[index], &share(&each, count - turn));
            nodes += below.nodes;
            stopped |= below.stopped;
            found.push(below);
        }
        // What nobody had time for would be measured by another rule than the rest.
        let is_searched = |found: &Found<G::Move>| found.nodes > 0 || !found.stopped;
        if found.iter().any(is_searched) {
            found.retain(is_searched);
        }
        let scores: Vec<Score> = found.iter().map(|found| found.score).collect();
        let Some(chosen) = level.choose(hash, &scores) else {
            return self.search_on(position, limits, report);
        };
        let found = Found { nodes, stopped, ..found.swap_remove(chosen) };
        report(&found);
        found
    }

    /// Searches another position as part of the search before: what that learned counts as new, and ages no further.
    pub(crate) fn search_on(
        &mut self,
        position: &Position<G>,
        limits: &Limits,
        report: &mut dyn FnMut(&Found<G::Move>),
    ) -> Found<G::Move> {
        let phase_spec = self.phase_spec();
        let Engine { game, settings, memory, frames, network, .. } = self;
        settings.run(phase_spec, Run { game, memory, network: network.as_deref(), frames, position, limits, ahead: 0, report })
    }

    /// Searches the position after a move as part of the search before; the result is that of the move, for the side that plays it. If the limits
    /// end the search before its first depth is done, the score is what the position looks like.
    pub(crate) fn search_below(&mut self, position: &Position<G>, mv: G::Move, limits: &Limits) -> Found<G::Move> {
        let mut after = position.clone();
        after.play(&self.game, mv);
        let mut found = self.search_on(&after, limits, &mut |_| {});
        if found.stopped && found.depth == 0 {
            found.score =
                self.settings.choices_of(self.phase_spec()).evaluator.score(self.network.as_deref(), &self.game, after.state());
            found.line.clear();
        }
        let same_side = self.game.side(after.state()) == self.game.side(position.state());
        found.score = if same_side { found.score } else { -found.score }.from_root(1);
        found.line.insert(0, mv);
        found.best = Some(mv);
        found.depth += 1;
        found
    }

    /// A search of a position begins, and perhaps of several behind it; see [`Engine::search_on`].
    pub(crate) fn begin_search(&mut self, position: &Position<G>) {
        self.turn_to(position);
        self.memory.begin_search(self.settings.choices_of(self.phase_spec()));
    }
}

/// Puts what another thread sampled behind what is there, enhancement by enhancement.
fn add_samples(samples: &mut Vec<Samples>, others: Vec<Samples>) {
    for other in others {
        match samples.iter_mut().find(|samples| samples.enhancement == other.enhancement) {
            Some(samples) => samples.values.extend(other.values),
            None => samples.push(other),
        }
    }
}

/// Why a further memory cannot fail for its parts.
const DECODED: &str = "every part was decoded when the engine was made, and nothing is taken out of a library";

/// The limits of the next of several searches, `left` of which are still to come: the time that remains is shared out evenly.
fn share(limits: &Limits, left: usize) -> Limits {
    let time = limits.time.as_ref().map(|time| {
        let now = time.clock.elapsed();
        let share = |end: Duration| now + end.saturating_sub(now) / left as u32;
        TimeLimit { clock: time.clock.clone(), soft: share(time.soft), hard: share(time.hard), flexible: false }
    });
    Limits { time, ..limits.clone() }
}

#[cfg(test)]
mod tests;
