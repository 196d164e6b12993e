//! Distinct positions to begin from, for any game: drawn with a seed, and as even as a short search can tell. Only where there are not enough others are
//! decided ones among them, as in a small game that is solved at once.

use std::collections::HashSet;

use plysmith::arena::Line;
use plysmith::game::Capability;
use plysmith::search::Watch;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::lab::{GO_ON, Lab, LabError, Stage};
use crate::trial::{Limit, SpecText, Trial, TrialError, Workbench};

/// What openings are wanted.
#[derive(Clone, Debug)]
pub struct Openings {
    /// How many; there may be fewer in a small game.
    pub count: usize,
    /// The seed of the random moves.
    pub seed: u64,
    /// How many random moves; `None` for as many as it takes to have enough different positions.
    pub plies: Option<usize>,
    /// The engine that tells how even a position is.
    pub spec: SpecText,
    /// Begin from the set-ups that the game draws (boards with walls, ballots …) instead of its standard start.
    pub setups: bool,
}

impl Openings {
    /// From the standard start of the game, by as many random moves as it takes.
    pub fn usual(count: usize, seed: u64, spec: SpecText) -> Openings {
        Openings { count, seed, plies: None, spec, setups: false }
    }
}

/// One in so many is taken: the most even ones.
const CHOICE: usize = 3;
/// How uneven an opening may be follows from so many draws, for all that come later too.
const FIRST: usize = 300;
/// So many are drawn at a time after that.
const PORTION: usize = 96;
/// After so many that are nothing new another number of plies is tried, or no more are drawn.
const IN_VAIN: usize = 600;
/// How long the short search is.
const NODES: u64 = 2_000;
/// At least this many different positions are to be possible for each that is wanted, and of a stream so many are wanted.
const VARIETY: f64 = 20.0;
const ENDLESS: usize = 5_000;
/// No opening is longer unless somebody asks for it.
const LONGEST: usize = 12;

/// Draws a position and searches it for a moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Draw {
    spec: SpecText,
    seed: u64,
    index: u64,
    plies: usize,
    limit: Limit,
    setups: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Drawn {
    start: Option<String>,
    moves: Vec<String>,
    /// What it has in common with its mirror images.
    class: String,
    /// The value for the side to move; `None` if the game is over.
    score: Option<i32>,
}

impl Trial for Draw {
    const KIND: &'static str = "opening";
    const VERSION: u32 = 1;
    type Result = Drawn;

    fn run(&self, bench: &mut Workbench) -> Result<Drawn, TrialError> {
        let mut rng = Pcg64Mcg::seed_from_u64(mixed(self.seed, self.index));
        let arena = bench.arena();
        let own = self.setups && arena.card().capabilities.contains(Capability::Openings);
        let mut line = if own { arena.opening(&mut |below| rng.random_range(0..below)) } else { Line::start() };
        let mut board = bench.board(&line)?;
        for _ in 0..self.plies {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            let mv = &moves[rng.random_range(0..moves.len())];
            board.play(mv)?;
            line.moves.push(mv.clone());
        }
        let class = board.class();
        let score = match board.outcome() {
            Some(_) => None,
            None => {
                let limits = self.limit.limits(bench.stop());
                let report = bench.player(&self.spec, &Watch::NOTHING)?.answer(&line, &limits)?;
                bench.unless_stopped()?;
                Some(report.score.points())
            }
        };
        Ok(Drawn { start: line.start, moves: line.moves, class, score })
    }
}

/// A seed for each index.
pub(crate) fn mixed(seed: u64, index: u64) -> u64 {
    plysmith::game::hash::mix(seed ^ plysmith::game::hash::mix(index))
}

/// Openings, in the order in which they were drawn.
pub fn openings(lab: &mut Lab, wanted: &Openings) -> Result<Vec<Line>, LabError> {
    let mut stream = OpeningStream::counted(lab, wanted.clone());
    stream.reach(lab, wanted.count)?;
    stream.lines.truncate(wanted.count);
    Ok(stream.lines)
}

/// Openings without end, drawn as they are needed. What was drawn does not depend on how many are asked for at a time.
pub struct OpeningStream {
    wanted: Openings,
    plies: usize,
    /// So many are drawn before it is known what is even.
    first: usize,
    /// The next draw at this number of plies.
    next: u64,
    in_vain: usize,
    known: HashSet<String>,
    /// The most uneven that is taken, when that is known.
    limit: Option<u32>,
    /// What was too uneven: a small game has nothing else in the end.
    uneven: Vec<(u32, Line)>,
    lines: Vec<Line>,
    is_over: bool,
}

impl OpeningStream {
    /// A stream; the count of `wanted` does not matter.
    pub fn new(lab: &Lab, wanted: Openings) -> OpeningStream {
        OpeningStream::begin(lab, wanted, FIRST, ENDLESS)
    }

    /// A stream of which as many are wanted as `wanted` says: [`openings`], drawn as they are needed.
    pub fn counted(lab: &Lab, wanted: Openings) -> OpeningStream {
        let (first, count) = ((CHOICE * wanted.count).clamp(CHOICE, FIRST), wanted.count);
        OpeningStream::begin(lab, wanted, first, count)
    }

    fn begin(lab: &Lab, wanted: Openings, first: usize, count: usize) -> OpeningStream {
        let plies = wanted.plies.unwrap_or_else(|| enough_plies(lab, count));
        let (known, uneven, lines) = (HashSet::new(), Vec::new(), Vec::new());
        OpeningStream { wanted, plies, first, next: 0, in_vain: 0, known, limit: None, uneven, lines, is_over: false }
    }

    /// All that were drawn so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The game has no more than these.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Draws until there are so many, or until the game has no more. Answers how many there are.
    pub fn reach(&mut self, lab: &mut Lab, count: usize) -> Result<usize, LabError> {
        while self.lines.len() < count && !self.is_over {
            if self.limit.is_some() {
                self.draw(lab, PORTION)?;
            } else {
                let missing = self.first - self.uneven.len().min(self.first);
                self.draw(lab, missing.max(1))?;
                self.settle();
            }
        }
        Ok(self.lines.len())
    }

    /// Draws so many.
    fn draw(&mut self, lab: &mut Lab, count: usize) -> Result<(), LabError> {
        let Openings { seed, spec, setups, .. } = &self.wanted;
        let (first, plies, limit) = (self.next, self.plies, Limit::nodes(NODES));
        let make = |index| Draw { spec: spec.clone(), seed: *seed, index: first + index as u64, plies, limit, setups: *setups };
        let (known, in_vain, even) = (&mut self.known, &mut self.in_vain, self.limit);
        let (lines, uneven) = (&mut self.lines, &mut self.uneven);
        lab.each(Stage::new("openings", count), make, |_, result| {
            *in_vain += 1;
            if known.insert(result.class)
                && let Some(score) = result.score.map(i32::unsigned_abs)
            {
                let line = Line { start: result.start, moves: result.moves };
                if even.is_some_and(|even| score <= even) {
                    lines.push(line)
                } else {
                    uneven.push((score, line))
                }
                *in_vain = 0;
            }
            GO_ON
        })?;
        self.next += count as u64;
        if self.in_vain >= IN_VAIN {
            self.go_elsewhere();
        }
        Ok(())
    }

    /// Once the first draws are there, it is known what is even.
    fn settle(&mut self) {
        if self.uneven.len() >= self.first {
            let mut scores: Vec<u32> = self.uneven.iter().map(|(score, _)| *score).collect();
            scores.sort_unstable();
            let even = scores[(self.first / CHOICE).max(1) - 1];
            self.limit = Some(even);
            let (even, uneven) = std::mem::take(&mut self.uneven).into_iter().partition(|(score, _)| *score <= even);
            self.uneven = uneven;
            self.lines.extend(Vec::into_iter(even).map(|(_, line)| line));
        }
    }

    /// Nothing new comes any more: other numbers of plies are tried, and where these are used up, what was too uneven is taken, the most even first.
    fn go_elsewhere(&mut self) {
        (self.in_vain, self.next) = (0, 0);
        let none = self.lines.is_empty() && self.uneven.is_empty();
        if self.wanted.plies.is_none() && none && self.plies > 1 {
            // A game so short that it is over by then.
            self.plies /= 2;
        } else if self.wanted.plies.is_none() && !none && self.plies < LONGEST {
            self.plies += 1;
        } else {
            self.uneven.sort_by_key(|(score, _)| *score);
            self.lines.extend(std::mem::take(&mut self.uneven).into_iter().map(|(_, line)| line));
            self.is_over = true;
        }
    }
}

/// How many random moves give enough different positions, by the number of moves at the start.
fn enough_plies(lab: &Lab, count: usize) -> usize {
    let Ok(view) = lab.arena().view(&Line::start()) else { return 0 };
    let branching = (view.moves.len() as f64).max(2.0);
    let plies = (VARIETY * count as f64).ln() / branching.ln();
    (plies.ceil() as usize).clamp(2, LONGEST)
}

#[cfg(test)]
impl crate::trial::kinds::Example for Draw {
    fn example() -> Draw {
        let spec = crate::trial::kinds::plain();
        Draw { spec, seed: 1, index: 3, plies: 2, limit: Limit::depth(2), setups: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    fn draw(game: &str, count: usize, seed: u64, threads: usize) -> Vec<Line> {
        let arena = arena(game);
        let spec = SpecText::new(&*arena, &arena.preset("default").unwrap()).unwrap();
        let mut lab = Lab::new(&*arena, "").threads(threads);
        openings(&mut lab, &Openings::usual(count, seed, spec)).unwrap()
    }

    #[test]
    fn openings_are_distinct_undecided_and_the_same_for_the_same_seed() {
        for game in ["breakthrough", "breakthrough-5x5", "test-draughts-6x6", "test-sowing", "test-boxes", "random"] {
            let lines = draw(game, 20, 1, 1);
            assert_eq!(lines.len(), 20, "{game}");
            assert_eq!(lines, draw(game, 20, 1, 3), "{game}");
            assert_ne!(lines, draw(game, 20, 2, 1), "{game}");
            let arena = arena(game);
            let texts: HashSet<String> = lines.iter().map(|line| arena.board(line).unwrap().class()).collect();
            assert_eq!(texts.len(), 20, "{game}");
            assert!(lines.iter().all(|line| arena.view(line).unwrap().outcome.is_none()));
        }
    }

    #[test]
    fn a_small_game_has_fewer_openings_than_one_may_want() {
        let lines = draw("hexapawn", 500, 1, 1);
        assert!(!lines.is_empty() && lines.len() < 500, "{}", lines.len());
    }

    #[test]
    fn a_stream_has_no_end_and_does_not_depend_on_how_much_is_asked_for_at_a_time() {
        let arena = arena("breakthrough-5x5");
        let spec = SpecText::new(&*arena, &arena.preset("plain").unwrap()).unwrap();
        let mut lab = Lab::new(&*arena, "").threads(2);
        let mut drawn = |steps: &[usize]| {
            let mut stream = OpeningStream::new(&lab, Openings::usual(0, 3, spec.clone()));
            steps.iter().for_each(|&count| assert!(stream.reach(&mut lab, count).unwrap() >= count, "{steps:?}"));
            stream.lines()[..400].to_vec()
        };
        let all = drawn(&[1_200]);
        assert_eq!(all, drawn(&[1, 2, 99, 101, 400]));
        let classes: HashSet<String> = all.iter().map(|line| arena.board(line).unwrap().class()).collect();
        assert_eq!(classes.len(), 400);
    }

    #[test]
    fn games_begin_from_the_standard_start_unless_somebody_asks_for_other_set_ups() {
        let arena = arena("ataxx");
        let spec = SpecText::new(&*arena, &arena.preset("plain").unwrap()).unwrap();
        let draw =
            |setups| openings(&mut Lab::new(&*arena, ""), &Openings { setups, ..Openings::usual(12, 1, spec.clone()) }).unwrap();
        let walls = |lines: &[Line]| lines.iter().filter(|line| arena.board(line).unwrap().text().contains('-')).count();
        assert!(draw(false).iter().all(|line| line.start.is_none()));
        let (plain, walled) = (walls(&draw(false)), walls(&draw(true)));
        assert!(walled > plain, "{plain} and {walled} boards with walls");
    }
}
