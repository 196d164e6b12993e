//! Selection by games between random combinations of changes.
//!
//! A selection that tries one change at a time spends its games on the noise of many small steps, and the best of many noisy candidates is mostly luck. Here every generation draws some
//! specs, each with many changes at once, and lets them play each other at equal time; a model estimates from all games so far what each change is worth ([`Strengths`]), and the next generation is
//! drawn from what the model thinks likely (Thompson 1933), so that games go where they matter: what does harm is soon tried no more. Searches grow longer as the race goes on, since signs flip with
//! depth, and longer games count for more. In the end the changes that are likely to gain make the candidate. It is compared with the spec that it came from in games from other openings, at
//! the pace at which it is to be proven, and what the model promised is believed only as far as these games bear it out.
//!
//! It risks that changes which are good only together are found late: each must look good among random company first.

use std::ops::ControlFlow;

use plysmith::Spec;
use plysmith::arena::Line;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::comparison::text;
use super::factors::{Alternative, Edit, Factor, combined};
use super::strengths::{Belief, ELO, Meeting, Strengths};
use crate::lab::{Lab, LabError, Remark, Stage};
use crate::measure::brief_speeds;
use crate::play::{OpeningStream, Openings, Played, Winner, mixed};
use crate::statistics::Interval;
use crate::trial::SpecText;
use crate::verify::{ENDING, Entrant, pair_game};

/// What is raced.
pub struct CombinationRace<'r> {
    /// For people, and to tell what is recorded apart.
    pub name: &'r str,
    /// Where it starts.
    pub base: &'r Spec,
    /// What may be changed.
    pub factors: Vec<Factor>,
    /// Positions on which nodes are timed.
    pub lines: &'r [Line],
    /// The seed of everything.
    pub seed: u64,
    /// What is known from earlier races from the same base.
    pub known: &'r [KnownMeeting],
}

/// A pair of games of an earlier race.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownMeeting {
    /// The changes that one side had and the other not, each by what it does, since names can mean something else in another race (fitted weights): 1 for the first side's, -1 for the
    /// other's.
    difference: Vec<(Edit, f64)>,
    /// The share of the points that the first side took.
    share: f64,
    nodes: u64,
}

/// What a generation may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Nodes a move of the base; who needs more time for a node has fewer.
    pub nodes: u64,
    /// Pairs of games.
    pub pairs: usize,
    /// From now on parameters of what is on are changed too.
    pub settings: bool,
}

/// Asked before every generation by its number: what it may do, or that there is no more time.
pub type Pacing<'p> = dyn FnMut(&mut Lab, usize) -> Result<Option<Generation>, LabError> + 'p;

/// What came of it.
pub struct Raced {
    /// What is likely to gain, all of it together; `None` if nothing is.
    pub candidate: Option<Predicted>,
    /// The same with only what is nearly certain; `None` if that is nothing, or the same.
    pub cautious: Option<Predicted>,
    /// What every change is worth, the best first.
    pub worths: Vec<Worth>,
    /// Pairs of games.
    pub pairs: usize,
    /// Generations.
    pub generations: usize,
    /// All games, to learn other things from.
    pub games: Vec<(Line, Played)>,
    /// What a later race from the same base may know.
    pub meetings: Vec<KnownMeeting>,
}

/// A spec with what the model thinks of it.
#[derive(Clone, Debug)]
pub struct Predicted {
    /// The spec.
    pub spec: Spec,
    /// The changes that it has, in words.
    pub changes: Vec<String>,
    /// How much better than the base it should be, on the natural logistic scale, and the standard deviation of that.
    pub worth: (f64, f64),
}

impl Predicted {
    /// In Elo.
    pub fn elo(&self) -> f64 {
        ELO * self.worth.0
    }

    /// What is likely after games of the candidate against the base, whose share of the points is this, with its standard error: the model is trusted with three times its deviation, because
    /// the best of many estimates is one that luck has helped. The mean in units of the deviation: above 1 it is likely to gain.
    pub fn confirmed(&self, share: f64, error: f64) -> f64 {
        let (mean, deviation) = (self.worth.0, 3.0 * self.worth.1.max(0.02));
        let share = share.clamp(0.01, 0.99);
        let seen = (share / (1.0 - share)).ln();
        let spread = (error / (share * (1.0 - share))).max(0.02);
        let (own, other) = (deviation.powi(-2), spread.powi(-2));
        (mean * own + seen * other) / (own + other).sqrt()
    }
}

/// What a change is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// The change.
    pub label: String,
    /// Elo, with an interval of 95 %.
    pub elo: Interval,
    /// How likely it gains anything.
    pub likely: f64,
    /// Pairs of games in which one side had it and the other not.
    pub pairs: usize,
    /// The candidate has it.
    pub taken: bool,
}

/// Specs of a generation: the base, the best so far, and those that are drawn.
const SPECS: usize = 10;
/// A change is drawn only if it looks better than this part of what is believed before any game: at first few changes are made at once.
const CAUTION: f64 = 0.5;
/// So many parameters of a spec are changed at once at most, and so many categories of moves: there are many of them, each is worth little, and categories overlap.
const SETTINGS: usize = 4;
const CATEGORIES: usize = 3;
/// What is taken in the end gains something with at least this probability, and is worth this many Elo at least; and the same for what is nearly certain.
const TAKEN: (f64, f64) = (0.75, 3.0);
const CERTAIN: (f64, f64) = (0.97, 3.0);

/// An alternative with its place: of which factor, and which of it.
type Place = (usize, usize);

/// A meeting with the nodes at which it was played.
struct PacedMeeting {
    meeting: Meeting,
    nodes: u64,
}

struct State<'s, 'r> {
    race: &'s CombinationRace<'r>,
    factors: Vec<Factor>,
    /// Every alternative, in the order of the columns of the model.
    columns: Vec<Place>,
    meetings: Vec<PacedMeeting>,
    has_settings: bool,
}

impl CombinationRace<'_> {
    /// Races for as long as there is time.
    pub fn run(&self, lab: &mut Lab, pacing: &mut Pacing) -> Result<Raced, LabError> {
        let mut state = State { race: self, factors: Vec::new(), columns: Vec::new(), meetings: Vec::new(), has_settings: false };
        state.add(self.factors.clone());
        let base = text(lab, self.base)?;
        let mut openings = OpeningStream::new(lab, Openings::usual(0, self.seed, base));
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed);
        let mut games = Vec::new();
        let mut generations = 0;
        while !state.columns.is_empty()
            && let Some(plan) = pacing(lab, generations)?
        {
            if plan.settings && !state.has_settings {
                state.has_settings = true;
                let best = state.pick(lab, &state.strengths(), (0.5, 0.0)).map_or_else(|| self.base.clone(), |found| found.spec);
                state.add(Factor::settings(lab.arena(), &best).into_iter().filter(Factor::is_selective).collect());
            }
            let specs = state.draw(lab, &mut rng);
            if specs.len() < 2 {
                break;
            }
            let first = state.meetings.len();
            let count = openings.reach(lab, first + plan.pairs)?.min(first + plan.pairs).saturating_sub(first);
            if count == 0 {
                break;
            }
            let lines = openings.lines()[first..first + count].to_vec();
            games.extend(state.play(lab, generations, &specs, &lines, plan.nodes)?);
            generations += 1;
        }
        let strengths = state.strengths();
        let candidate = state.pick(lab, &strengths, TAKEN);
        let cautious = state.pick(lab, &strengths, CERTAIN);
        let same = |one: &Predicted| candidate.as_ref().is_some_and(|other| other.changes == one.changes);
        let worths = state.worths(&strengths, candidate.as_ref());
        let pairs = state.meetings.len();
        let meetings = state.meetings.iter().map(|played| state.named(played)).collect();
        Ok(Raced { cautious: cautious.filter(|cautious| !same(cautious)), candidate, worths, pairs, generations, games, meetings })
    }
}

impl State<'_, '_> {
    fn add(&mut self, factors: Vec<Factor>) {
        for factor in factors {
            let at = self.factors.len();
            self.columns.extend((0..factor.alternatives.len()).map(|alternative| (at, alternative)));
            self.factors.push(factor);
        }
    }

    fn alternative(&self, (factor, alternative): Place) -> &Alternative {
        &self.factors[factor].alternatives[alternative]
    }

    fn strengths(&self) -> Strengths {
        let beliefs: Vec<Belief> = self.columns.iter().map(|&place| self.alternative(place).belief).collect();
        let known: Vec<PacedMeeting> = self.race.known.iter().filter_map(|known| self.placed(known)).collect();
        let all = || self.meetings.iter().chain(&known);
        let longest = all().map(|played| played.nodes).max().unwrap_or(1) as f64;
        // A search a quarter as long tells half as much.
        let weighed = |played: &PacedMeeting| {
            let weight = played.meeting.weight * (played.nodes as f64 / longest).sqrt();
            Meeting { weight, ..played.meeting.clone() }
        };
        Strengths::of(&beliefs, &all().map(weighed).collect::<Vec<_>>())
    }

    /// A meeting by the names of the changes.
    fn named(&self, PacedMeeting { meeting, nodes }: &PacedMeeting) -> KnownMeeting {
        let name = |&(column, amount): &(usize, f64)| (self.alternative(self.columns[column]).edit.clone(), amount);
        KnownMeeting { difference: meeting.difference.iter().map(name).collect(), share: meeting.share, nodes: *nodes }
    }

    /// A meeting of an earlier race, if all of its changes are in question here too.
    fn placed(&self, known: &KnownMeeting) -> Option<PacedMeeting> {
        let column = |edit: &Edit| self.columns.iter().position(|&place| self.alternative(place).edit == *edit);
        let difference =
            known.difference.iter().map(|(edit, amount)| Some((column(edit)?, *amount))).collect::<Option<Vec<_>>>()?;
        Some(PacedMeeting { meeting: Meeting { difference, share: known.share, weight: 2.0 }, nodes: known.nodes })
    }

    /// The columns of a spec: what it really has.
    fn has(&self, spec: &Spec) -> Vec<bool> {
        self.columns.iter().map(|&place| self.alternative(place).holds(spec)).collect()
    }

    /// The spec with the alternatives of the best worth in each factor that are above what is asked of them.
    fn with(&self, lab: &Lab, worths: &[f64], least: impl Fn(usize) -> f64) -> Option<Spec> {
        let mut best: Vec<Option<(f64, usize)>> = vec![None; self.factors.len()];
        for (column, &(factor, _)) in self.columns.iter().enumerate() {
            if worths[column] > least(column) && best[factor].is_none_or(|(worth, _)| worths[column] > worth) {
                best[factor] = Some((worths[column], column));
            }
        }
        // Where two exclude each other the better one wins: it comes first.
        let mut chosen: Vec<(f64, usize)> = best.into_iter().flatten().collect();
        chosen.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let (mut settings, mut categories) = (0, 0);
        chosen.retain(|&(_, column)| {
            let alternative = self.alternative(self.columns[column]);
            settings += usize::from(alternative.is_setting());
            categories += usize::from(alternative.is_category());
            !(alternative.is_setting() && settings > SETTINGS || alternative.is_category() && categories > CATEGORIES)
        });
        let chosen: Vec<&Alternative> = chosen.into_iter().map(|(_, column)| self.alternative(self.columns[column])).collect();
        combined(lab.arena(), self.race.base, &chosen)
    }

    /// What to take if a change must gain with a probability and be worth so many Elo.
    fn pick(&self, lab: &Lab, strengths: &Strengths, (likely, elo): (f64, f64)) -> Option<Predicted> {
        let worths: Vec<f64> = (0..self.columns.len()).map(|column| strengths.worth(column)).collect();
        let least = |column: usize| if strengths.likely(column) >= likely { elo / ELO } else { f64::INFINITY };
        let spec = self.with(lab, &worths, least)?;
        let has = self.has(&spec);
        let held: Vec<(usize, f64)> = (0..has.len()).filter(|&column| has[column]).map(|column| (column, 1.0)).collect();
        let changes = held.iter().map(|&(column, _)| self.alternative(self.columns[column]).label.clone()).collect();
        (spec != *self.race.base && !held.is_empty()).then(|| Predicted { spec, changes, worth: strengths.together(&held) })
    }

    /// The specs of a generation.
    fn draw(&self, lab: &Lab, rng: &mut Pcg64Mcg) -> Vec<Spec> {
        let strengths = self.strengths();
        let mut specs = vec![self.race.base.clone()];
        specs.extend(self.pick(lab, &strengths, (0.5, 0.0)).map(|best| best.spec));
        for _ in 0..4 * SPECS {
            if specs.len() >= SPECS {
                break;
            }
            let worths = strengths.draw(rng);
            let caution = |column: usize| CAUTION * self.alternative(self.columns[column]).belief.deviation;
            let drawn = self.with(lab, &worths, caution);
            specs.extend(drawn.filter(|spec| !specs.contains(spec)));
        }
        specs
    }

    /// Plays a generation: each opening is a pair of games between two of the specs.
    fn play(
        &mut self,
        lab: &mut Lab,
        generation: usize,
        specs: &[Spec],
        lines: &[Line],
        nodes: u64,
    ) -> Result<Vec<(Line, Played)>, LabError> {
        let texts = specs.iter().map(|spec| text(lab, spec)).collect::<Result<Vec<SpecText>, _>>()?;
        let costs = brief_speeds(lab, &format!("speeds of {}, generation {generation}", self.race.name), &texts, self.race.lines)?;
        let entrants: Vec<Entrant> = texts
            .iter()
            .zip(&costs)
            .map(|(text, cost)| {
                let times = costs[0].times(cost).value.max(0.01);
                Entrant::searching("", text, (nodes as f64 / times).round().max(1.0) as u64)
            })
            .collect();
        let has: Vec<Vec<bool>> = specs.iter().map(|spec| self.has(spec)).collect();
        // Everybody plays about as often; who meets whom is drawn.
        let mut rng = Pcg64Mcg::seed_from_u64(mixed(self.race.seed, 1 + generation as u64));
        let pairing: Vec<[usize; 2]> = (0..lines.len())
            .map(|pair| {
                let one = pair % specs.len();
                let other = (one + 1 + rng.random_range(0..specs.len() - 1)) % specs.len();
                [one, other]
            })
            .collect();
        let name = format!("{}, generation {}", self.race.name, generation + 1);
        let mut points = 0.0;
        let mut games = Vec::new();
        let remark = format!("{} changes, {} pairs so far", self.columns.len(), self.meetings.len());
        let meetings = &mut self.meetings;
        lab.each(
            Stage { ahead: 2 * lab.threads, ..Stage::new(&name, 2 * lines.len()) },
            |index| {
                let players = pairing[index / 2].map(|at| &entrants[at]);
                pair_game(players, index % 2 == 1, &lines[index / 2], ENDING, String::new)
            },
            |index, played| {
                let swapped = index % 2 == 1;
                points += match (played.winner, swapped) {
                    (Winner::Nobody, _) => 0.5,
                    (Winner::First, false) | (Winner::Second, true) => 1.0,
                    _ => 0.0,
                };
                games.push((lines[index / 2].clone(), played));
                if swapped {
                    let [one, other] = pairing[index / 2].map(|at| &has[at]);
                    let difference = (0..one.len())
                        .filter(|&column| one[column] != other[column])
                        .map(|column| (column, if one[column] { 1.0 } else { -1.0 }));
                    let meeting = Meeting { difference: difference.collect(), share: points / 2.0, weight: 2.0 };
                    meetings.push(PacedMeeting { meeting, nodes });
                    points = 0.0;
                }
                ControlFlow::Continue(Some(Remark::text(remark.clone())))
            },
        )?;
        Ok(games)
    }

    fn worths(&self, strengths: &Strengths, candidate: Option<&Predicted>) -> Vec<Worth> {
        let mut pairs = vec![0; self.columns.len()];
        let known: Vec<PacedMeeting> = self.race.known.iter().filter_map(|known| self.placed(known)).collect();
        for played in self.meetings.iter().chain(&known) {
            played.meeting.difference.iter().for_each(|&(column, _)| pairs[column] += 1);
        }
        let worth = |column: usize| {
            let label = self.alternative(self.columns[column]).label.clone();
            let taken = candidate.is_some_and(|candidate| candidate.changes.contains(&label));
            Worth { label, elo: strengths.elo(column), likely: strengths.likely(column), pairs: pairs[column], taken }
        };
        let mut worths: Vec<Worth> = (0..self.columns.len()).map(worth).collect();
        worths.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value).then(a.label.cmp(&b.label)));
        worths
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    fn race(threads: usize, seed: u64) -> Raced {
        let arena = arena("breakthrough-5x5");
        let base = Spec::parse("[alpha_beta]\n[deepening]").unwrap();
        let mut lab = Lab::new(&*arena, "").threads(threads);
        let factors = Factor::switches(&*arena, &base);
        let race = CombinationRace { name: "race", base: &base, factors, lines: &[Line::start()], seed, known: &[] };
        let plan = |_: &mut Lab, generation| {
            Ok((generation < 6).then_some(Generation { nodes: 400, pairs: 30, settings: generation >= 4 }))
        };
        race.run(&mut lab, &mut { plan }).unwrap()
    }

    #[test]
    fn what_plain_alpha_beta_lacks_is_found() {
        let raced = race(2, 1);
        assert_eq!((raced.pairs, raced.generations, raced.games.len()), (180, 6, 360));
        let candidate = raced.candidate.expect("something gains");
        assert!(candidate.elo() > 50.0, "{:?}", candidate.changes);
        // The worst changes are known to be bad, the best to be good.
        assert!(raced.worths[0].likely > 0.9 && raced.worths.last().unwrap().likely < 0.5, "{:?}", raced.worths);
        assert!(raced.worths.iter().any(|worth| worth.label.contains('=')), "settings came into it");
    }

    #[test]
    fn a_promise_is_believed_as_far_as_other_games_bear_it_out() {
        let spec = Spec::nothing();
        let promised = |worth| Predicted { spec: spec.clone(), changes: Vec::new(), worth };
        let sure = promised((0.4, 0.1));
        assert!(sure.confirmed(0.6, 0.03) > 2.0 && sure.confirmed(0.5, 0.03) < 1.0 && sure.confirmed(0.45, 0.03) < 0.0);
        assert!(promised((0.1, 0.1)).confirmed(0.53, 0.05) < promised((0.3, 0.1)).confirmed(0.53, 0.05));
    }
}
