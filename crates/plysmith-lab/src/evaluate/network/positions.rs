//! Positions to learn from, kept compactly: the active inputs, what the search thought, and how the game ended, from the side to move.

use plysmith::arena::{Arena, InputTraits};
use plysmith::game::{Side, TextError, hash};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::games::LearningGame;
use crate::learn::{Example, Examples};
use crate::play::Winner;

/// Positions of many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Positions {
    /// Where the inputs of each position end.
    ends: Vec<u32>,
    inputs: Vec<u16>,
    /// The second side is to move.
    second: Vec<bool>,
    /// What the search thought, in points.
    scores: Vec<i32>,
    /// 1 for a game that the side to move won, one half for a draw, 0 for a loss.
    results: Vec<f32>,
}

impl Positions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The active inputs of a position.
    pub fn active(&self, index: usize) -> &[u16] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.inputs[start..self.ends[index] as usize]
    }

    /// The active inputs of all positions, one after the other.
    pub fn active_anywhere(&self) -> impl Iterator<Item = u16> + '_ {
        self.inputs.iter().copied()
    }

    /// Who is to move in a position.
    pub fn side(&self, index: usize) -> Side {
        if self.second[index] { Side::Second } else { Side::First }
    }

    /// How the game of a position ended, for the side to move there.
    pub fn result(&self, index: usize) -> f64 {
        self.results[index].into()
    }

    /// What the search thought of each, with how its game ended.
    pub fn judged(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        self.scores.iter().zip(&self.results).map(|(&score, &result)| (f64::from(score), f64::from(result)))
    }

    fn add(&mut self, active: &[u16], side: Side, score: i32, winner: Winner) {
        self.inputs.extend_from_slice(active);
        self.ends.push(self.inputs.len() as u32);
        self.second.push(side == Side::Second);
        self.scores.push(score);
        self.results.push(match (winner, side) {
            (Winner::Nobody, _) => 0.5,
            (Winner::First, Side::First) | (Winner::Second, Side::Second) => 1.0,
            _ => 0.0,
        });
    }

    /// All of another behind these.
    fn append(&mut self, other: &Positions) {
        let before = self.inputs.len() as u32;
        self.inputs.extend_from_slice(&other.inputs);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.second.extend_from_slice(&other.second);
        self.scores.extend_from_slice(&other.scores);
        self.results.extend_from_slice(&other.results);
    }

    /// The positions of games in which the engine thought; with `quiet` only those in which the next move changes little at once and no threat has to be answered.
    fn of_games(arena: &dyn Arena, games: &[&LearningGame], quiet: bool) -> Result<Positions, TextError> {
        let mut positions = Positions::default();
        for game in games {
            let along = arena.inputs_along(&game.line(), false)?;
            for (at, score) in along.iter().zip(&game.scores) {
                if let Some(score) = score
                    && (at.quiet || !quiet)
                {
                    positions.add(&at.active, at.side, *score, game.winner);
                }
            }
        }
        Ok(positions)
    }

    /// The same on so many threads; the number changes nothing but the time.
    pub fn gather(arena: &dyn Arena, games: &[&LearningGame], quiet: bool, threads: usize) -> Result<Positions, TextError> {
        let share = games.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<Result<Positions, TextError>> = std::thread::scope(|scope| {
            let work = |games| scope.spawn(move || Positions::of_games(arena, games, quiet));
            let threads: Vec<_> = games.chunks(share).map(work).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        let mut all = Positions::default();
        for part in parts {
            all.append(&part?);
        }
        Ok(all)
    }
}

/// How positions are taught.
#[derive(Clone, Copy)]
pub struct Teaching<'t> {
    /// How inputs behave.
    pub traits: &'t InputTraits,
    /// A head for each side.
    pub heads: usize,
    /// Points for a unit of the logarithm of the odds; with `None` only results count.
    pub scale: Option<f64>,
    /// How much results count beside what the search thought.
    pub share: f64,
    /// The board is turned at random.
    pub turns: bool,
}

impl Teaching<'_> {
    /// The expected share of the points.
    fn target(&self, positions: &Positions, index: usize) -> f32 {
        let result = f64::from(positions.results[index]);
        let Some(scale) = self.scale else { return result as f32 };
        let thought = 1.0 / (1.0 + (-f64::from(positions.scores[index]) / scale).exp());
        (self.share * result + (1.0 - self.share) * thought) as f32
    }
}

/// Positions with what a network is to say of them, once for all epochs.
///
/// They are kept in a random order, so that neighbours have nothing to do with each other and may be fetched together: there are usually too many of them for the caches, and one after the other from
/// all over the memory they cost more than what is learned from them.
pub struct Lessons<'t> {
    teaching: Teaching<'t>,
    /// Where the inputs of each position end.
    ends: Vec<u32>,
    inputs: Vec<u16>,
    /// The head of each position, and what it should say.
    wanted: Vec<(u16, f32)>,
}

/// So many positions are fetched together.
const TOGETHER: usize = 16;

impl<'t> Lessons<'t> {
    /// All these positions, in an order by this seed.
    pub fn new(teaching: Teaching<'t>, positions: &[&Positions], seed: u64) -> Lessons<'t> {
        let each =
            positions.iter().enumerate().flat_map(|(of, positions)| (0..positions.len() as u32).map(move |at| (of as u32, at)));
        let mut order: Vec<(u32, u32)> = each.collect();
        order.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
        let mut lessons = Lessons {
            teaching,
            ends: Vec::with_capacity(order.len()),
            inputs: Vec::with_capacity(positions.iter().map(|positions| positions.inputs.len()).sum()),
            wanted: Vec::with_capacity(order.len()),
        };
        for (of, at) in order {
            let (positions, at) = (positions[of as usize], at as usize);
            lessons.inputs.extend_from_slice(positions.active(at));
            lessons.ends.push(lessons.inputs.len() as u32);
            let head = if teaching.heads == 2 { positions.side(at).index() } else { 0 };
            lessons.wanted.push((head as u16, teaching.target(positions, at)));
        }
        lessons
    }
}

impl Examples for Lessons<'_> {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn together(&self) -> usize {
        TOGETHER
    }

    fn example(&self, index: usize, epoch: u64, example: &mut Example) {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let active = &self.inputs[start..self.ends[index] as usize];
        let images = &self.teaching.traits.images;
        let view = &mut example.views[0];
        view.clear();
        // The same image for a position in an epoch, whoever asks.
        let drawn = || hash::mix(epoch << 40 ^ index as u64) % (images.len() as u64 + 1);
        match images.get(drawn() as usize).filter(|_| self.teaching.turns) {
            Some(image) => view.extend(active.iter().map(|&input| image[usize::from(input)])),
            None => view.extend_from_slice(active),
        }
        let (head, target) = self.wanted[index];
        example.wanted.clear();
        example.wanted.push(head);
        example.targets.clear();
        example.targets.push(target);
    }
}

/// How many points are a unit of the logarithm of the odds: a curve through the even position, fitted to pairs of points and results. `None` if points tell nothing.
pub fn points_for_odds(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let (count, squares) = pairs.clone().fold((0.0, 0.0), |(count, squares), (points, _)| (count + 1.0, squares + points * points));
    let size = (squares / f64::max(count, 1.0)).sqrt();
    if size == 0.0 {
        return None;
    }
    // In units of the usual size of points.
    let mut steep = 0.0;
    for _ in 0..30 {
        let (slope, curve) = pairs.clone().fold((0.0, 1e-9 * count), |(slope, curve), (points, result)| {
            let points = points / size;
            let chance = 1.0 / (1.0 + f64::exp(-steep * points));
            (slope + (result - chance) * points, curve + chance * (1.0 - chance) * points * points)
        });
        let step: f64 = slope / curve;
        steep = f64::clamp(steep + step.clamp(-1.0, 1.0), -20.0, 20.0);
        if step.abs() < 1e-9 {
            break;
        }
    }
    (steep > 1e-3).then(|| size / steep)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_for_odds_are_those_of_the_curve_that_made_the_results() {
        let chance = |points: f64| 1.0 / (1.0 + (-points / 150.0).exp());
        let pairs: Vec<(f64, f64)> = (-40..=40).map(|step| f64::from(step) * 10.0).map(|points| (points, chance(points))).collect();
        let found = points_for_odds(pairs.iter().copied()).unwrap();
        assert!((found - 150.0).abs() < 0.01, "{found}");
        assert_eq!(points_for_odds([(0.0, 1.0), (0.0, 0.0)].into_iter()), None, "points that are all even tell nothing");
        assert_eq!(points_for_odds([(10.0, 0.0), (-10.0, 1.0)].into_iter()), None, "points that tell the opposite are no use");
    }

    #[test]
    fn positions_are_kept_in_their_order_wherever_they_come_from() {
        let mut one = Positions::default();
        one.add(&[1, 5], Side::First, 30, Winner::First);
        let mut two = Positions::default();
        two.add(&[2], Side::Second, -7, Winner::First);
        two.add(&[], Side::First, 0, Winner::Nobody);
        one.append(&two);
        assert_eq!((one.active(0), one.active(1), one.active(2)), (&[1u16, 5][..], &[2u16][..], &[][..]));
        assert_eq!(one.judged().collect::<Vec<_>>(), [(30.0, 1.0), (-7.0, 0.0), (0.0, 0.5)]);
        assert_eq!(one.side(1), Side::Second);
    }

    #[test]
    fn lessons_are_all_positions_whatever_their_order() {
        let mut halves = [Positions::default(), Positions::default()];
        for at in 0..40 {
            halves[at as usize % 2].add(&[at, at + 100], Side::First, 0, if at < 10 { Winner::First } else { Winner::Second });
        }
        let card = plysmith::arena::InputsCard { count: 140, free: false };
        let traits = InputTraits { card, plan: None, turned: false, images: Vec::new() };
        let teaching = Teaching { traits: &traits, heads: 2, scale: None, share: 1.0, turns: true };
        let lessons = |seed| {
            let lessons = Lessons::new(teaching, &[&halves[0], &halves[1]], seed);
            let example = |index| {
                let mut example = Example::default();
                lessons.example(index, 1, &mut example);
                example
            };
            (0..lessons.len()).map(example).collect::<Vec<_>>()
        };
        let (mut one, other) = (lessons(1), lessons(2));
        assert_eq!(one, lessons(1));
        assert_ne!(one, other);
        one.sort_by_key(|example| example.views[0][0]);
        for (at, example) in one.iter().enumerate() {
            assert_eq!((&example.views[0][..], &example.wanted[..]), (&[at as u16, at as u16 + 100][..], &[0][..]));
            assert_eq!(example.targets, [if at < 10 { 1.0 } else { 0.0 }]);
        }
    }
}
