//! The search from the root: iterations, the best move so far, and what to report.

use std::cmp::Reverse;

use super::budget::Steadiness;
use super::limits::{Limits, Meter};
use super::masked::Mask;
use super::path::Path;
use super::root::Root;
use super::settings::Settings;
use super::trace::Tracer;
use super::{Found, Frame, NO_MOVE, Search, Statistics, Stopped};
use crate::enhance::Memory;
use crate::game::{Game, Masked};
use crate::net::EvaluationNet;
use crate::position::Position;
use crate::score::{Depth, MAX_PLY, Score};

/// A line that is followed from iteration to iteration.
#[derive(Clone, Debug, Default)]
struct Variation {
    /// Its moves, by their indices in generation order.
    indices: Vec<u16>,
    /// The value that it had.
    guess: Option<Score>,
}

impl Variation {
    fn first(&self) -> Option<u16> {
        self.indices.first().copied()
    }
}

/// What a search works with: the parts of an engine, borrowed one by one, and what it is asked.
pub struct Run<'a, 'r, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) memory: &'a mut Memory,
    /// The network that evaluates, if one does.
    pub(crate) network: Option<&'a EvaluationNet>,
    pub(crate) frames: &'r mut [Frame<G>],
    pub(crate) position: &'r Position<G>,
    pub(crate) limits: &'a Limits,
    /// The first iteration is so many plies deeper than it need be.
    pub(crate) ahead: u32,
    /// Hears of every iteration that was completed.
    pub(crate) report: &'r mut dyn FnMut(&Found<G::Move>),
}

impl<'a, G: Game, S: Settings> Search<'a, G, S> {
    /// Searches a position, after the memory was told that a search begins.
    pub(crate) fn run(settings: &'a S, run: Run<'a, '_, G>) -> Found<G::Move> {
        let Run { game, memory, network, frames, position, limits, ahead, report } = run;
        let choices = settings.choices();
        let root = &mut frames[0];
        root.state.clone_from(position.state());
        root.previous = position.previous().map(|mv| game.move_id(mv) as u32);
        root.led_here = position.previous();
        let path = Path::new(game, position.past(), root);
        if choices.uses_hash() {
            root.hash = Masked::new(game, choices.hidden).hash(&root.state);
        }
        let mut search = Search {
            game,
            settings,
            memory,
            path,
            meter: Meter::new(limits),
            root: Root::default(),
            selective: settings.selective(),
            cheapest: choices.cheapest(),
            // A trace wants to be told, and who does more than to change what a move costs goes by categories everywhere.
            ungraded: if choices.grades() && limits.trace.is_none() { choices.cheapest() } else { Depth::ZERO },
            otherwise: choices.otherwise(),
            game_evaluates: choices.game_evaluates(),
            network,
            mask: Mask::new(choices.hidden),
            walks: choices.walks(),
            tracer: limits.trace.clone().map(|wanted| Box::new(Tracer::new(wanted))),
            actor: 0,
            statistics: Statistics::new(settings.watched_features()),
        };
        search.begin_evaluation();
        let moves = position.moves(game);
        if moves.is_empty() {
            let outcome = position.outcome(game).unwrap_or(crate::game::Outcome::Draw);
            return search.found(None, search.settle(position.state(), outcome, 0), Vec::new(), 0, false);
        }
        let mut found = search.iterate(frames, &moves, limits, ahead, report);
        found.samples = search.memory.samples(choices);
        found.trace = search.tracer.map(|tracer| tracer.finish());
        found
    }

    fn iterate(
        &mut self,
        frames: &mut [Frame<G>],
        moves: &[G::Move],
        limits: &Limits,
        ahead: u32,
        report: &mut dyn FnMut(&Found<G::Move>),
    ) -> Found<G::Move> {
        self.root.enough = limits.enough();
        let target = limits.depth.map(|depth| depth.clamp(1, MAX_PLY as u32 - 1));
        let barred = limits.barred(moves.len());
        let mut variations = vec![Variation::default(); limits.lines.clamp(1, moves.len() - barred.len())];
        // Until something better is known: the first legal move, at depth 0.
        let first = (0..moves.len()).find(|&index| !barred.contains(&(index as u16))).map_or(moves[0], |index| moves[index]);
        let mut found = self.found(Some(first), Score::DRAW, vec![first], 0, false);
        let mut steadiness = Steadiness::new(moves.len() - barred.len());
        let mut depth = (self.first_depth(target) + ahead).min(target.unwrap_or(u32::MAX));
        loop {
            let mut lines = Vec::new();
            self.bar(barred.clone());
            for (number, variation) in variations.iter_mut().enumerate() {
                let Ok(this) = self.vary(frames, moves, depth, variation) else {
                    return self.stopped(moves, found, in_order(lines, report));
                };
                let this = Found { rank: number + 1, ..this };
                report(&this);
                if number == 0 {
                    steadiness.hear(variation.first().unwrap_or(NO_MOVE), this.score, self.meter.nodes());
                }
                lines.push(this);
                self.bar(self.root.barred.iter().copied().chain(variation.first()).collect());
            }
            variations.sort_by_key(|variation| Reverse(variation.guess));
            found = in_order(lines, report).unwrap_or(found);
            let next = match target {
                Some(target) if depth >= target => return found,
                // Without a depth to reach, deepening by one is the only way to use the limit.
                target => self.next_depth(depth, target).or(if target.is_none() { Some(depth + 1) } else { None }),
            };
            let Some(next) = next.filter(|&next| next < MAX_PLY as u32) else { return found };
            if self.root.is_enough(found.score) {
                return found;
            }
            let proven = target.is_none() && variations.len() == 1 && is_settled(found.score, depth);
            if proven {
                return found;
            }
            if self.meter.is_late(&steadiness) {
                found.stopped = true;
                return found;
            }
            depth = next;
        }
    }

    /// One iteration of the moves that are not barred.
    fn vary(
        &mut self,
        frames: &mut [Frame<G>],
        moves: &[G::Move],
        depth: u32,
        variation: &mut Variation,
    ) -> Result<Found<G::Move>, Stopped> {
        self.memory.begin_iteration(self.settings.choices(), &variation.indices);
        self.root = Root {
            depth,
            best: None,
            sure: None,
            previous: variation.first(),
            previous_done: false,
            enough: self.root.enough,
            barred: std::mem::take(&mut self.root.barred),
        };
        if let Some(tracer) = &mut self.tracer {
            tracer.begin(depth);
        }
        let score = self.drive(frames, Depth::plies(depth), variation.guess)?;
        if let Some(tracer) = &mut self.tracer {
            tracer.complete();
        }
        let line = self.line(frames, moves, depth);
        let found = self.found(line.first().copied(), score, line, depth, false);
        *variation = Variation { indices: self.indices(frames, &found.line), guess: Some(score) };
        Ok(found)
    }

    /// What is known when the search is stopped: what the last iteration found, or what this one has found already, `best` among its variations
    /// that were completed.
    fn stopped(&self, moves: &[G::Move], found: Found<G::Move>, best: Option<Found<G::Move>>) -> Found<G::Move> {
        if let Some(best) = best {
            return Found { stopped: true, nodes: self.meter.nodes(), ..best };
        }
        // A better move than the last iteration's is worth having even if the rest was not searched, and so is the proof that the same one wins.
        let (mut best, mut score, mut line) = (found.best, found.score, found.line);
        if let Some((index, value)) = self.root.sure
            && (best != Some(moves[usize::from(index)]) || value.won_in().is_some() && score.won_in().is_none())
        {
            (best, score) = (Some(moves[usize::from(index)]), value);
            line = best.into_iter().collect();
        }
        self.found(best, score, line, found.depth, true)
    }

    /// Leaves moves of the root out, by index. That takes the loop that can.
    fn bar(&mut self, barred: Vec<u16>) {
        self.selective = self.settings.selective() || !barred.is_empty() || self.tracer.is_some();
        self.root.barred = barred;
    }

    /// Iterations end at the target; without deepening there is only one.
    fn first_depth(&self, target: Option<u32>) -> u32 {
        let Some(target) = target else { return 1 };
        self.next_depth(0, Some(target)).unwrap_or(target)
    }

    fn found(&self, best: Option<G::Move>, score: Score, line: Vec<G::Move>, depth: u32, stopped: bool) -> Found<G::Move> {
        Found {
            rank: 1,
            best,
            score,
            line,
            depth,
            nodes: self.meter.nodes(),
            stopped,
            fullness: self.memory.fullness(self.settings.choices()),
            counters: self.memory.counters(self.settings.choices()),
            statistics: self.settings.watching().then(|| self.statistics.clone()),
            samples: Vec::new(),
            trace: None,
        }
    }

    /// The principal variation: what the frames have collected, from the root's best move on. After null windows, which collect nothing, it is
    /// read out of the table.
    fn line(&mut self, frames: &mut [Frame<G>], moves: &[G::Move], depth: u32) -> Vec<G::Move> {
        // Where every move fails low there is none that is best: the first that counts then.
        let first = || (0..moves.len() as u16).find(|index| !self.root.barred.contains(index)).unwrap_or(0);
        let best = moves[usize::from(self.root.best.map_or_else(first, |(best, _)| best))];
        let mut line = std::mem::take(&mut frames[0].line);
        if line.first() != Some(&best) {
            line = vec![best];
        }
        let mut known = 0;
        while line.len() < depth as usize {
            while known < line.len() {
                self.generate(&mut frames[known]);
                let Some(index) = frames[known].moves.iter().position(|mv| *mv == line[known]) else { return line };
                let (above, below) = frames.split_at_mut(known + 1);
                self.advance(&above[known], &mut below[0], index, Depth::PLY);
                known += 1;
            }
            if self.finished(&frames[known], known).is_some() {
                break;
            }
            let hint = self.hint(&frames[known], Depth::plies(depth - known as u32));
            self.generate(&mut frames[known]);
            match frames[known].moves.get(usize::from(hint)) {
                Some(&mv) if hint != NO_MOVE => line.push(mv),
                _ => break,
            }
        }
        line
    }

    /// The moves of a line by their indices in generation order.
    fn indices(&mut self, frames: &mut [Frame<G>], line: &[G::Move]) -> Vec<u16> {
        let mut indices = Vec::new();
        for (ply, mv) in line.iter().enumerate() {
            self.generate(&mut frames[ply]);
            let Some(index) = frames[ply].moves.iter().position(|other| other == mv) else { break };
            indices.push(index as u16);
            let (above, below) = frames.split_at_mut(ply + 1);
            let Some(child) = below.first_mut() else { break };
            self.advance(&above[ply], child, index, Depth::PLY);
            if self.game.outcome(&child.state).is_some() {
                break;
            }
        }
        indices
    }

    pub(super) fn generate(&self, here: &mut Frame<G>) {
        here.moves.clear();
        self.game.moves(&here.state, &mut here.moves);
    }
}

/// The best of the lines of an iteration. Where the search does not preserve values a later one may be better than those before: then they are told once
/// more in the right order, so that the move that is played is that of the first line.
fn in_order<M>(mut lines: Vec<Found<M>>, report: &mut dyn FnMut(&Found<M>)) -> Option<Found<M>> {
    if !lines.is_sorted_by(|better, worse| better.score >= worse.score) {
        lines.sort_by_key(|line| Reverse(line.score));
        for (number, line) in lines.iter_mut().enumerate() {
            line.rank = number + 1;
            report(line);
        }
    }
    lines.into_iter().next()
}

/// No deeper search can change the score: the end is within the depth searched, and no larger margin can be hoped for.
fn is_settled(score: Score, depth: u32) -> bool {
    score.won_in().or(score.lost_in()).is_some_and(|(plies, margin)| margin == 0 && plies as u32 <= depth)
}
