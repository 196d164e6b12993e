//! A match: pairs of games from the same opening with sides swapped, until there are enough or the test has an answer.
//!
//! Results count in the order of the pairs, and a pair that repeats an earlier one move by move counts once: two engines without chance that begin from
//! the same position show nothing new the second time.

use std::collections::HashSet;
use std::ops::AddAssign;

use plysmith::arena::Line;
use plysmith::game::Side;
use serde::{Deserialize, Serialize};

use super::series::{OpeningSource, Portion, Series};
use super::{Pentanomial, Points, Sprt, Trinomial, Verdict};
use crate::lab::{Lab, LabError};
use crate::play::{Adjudication, Contestant, Ending, Game, Pace, PacedPlayer, Played, Winner};
use crate::trial::{Limit, SpecText};

/// Who takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// A name for people.
    pub name: String,
    /// The engine.
    pub who: Contestant,
    /// How long it thinks.
    pub pace: Pace,
}

impl Entrant {
    /// An engine of ours that searches so many nodes a move.
    pub fn searching(name: impl Into<String>, spec: &SpecText, nodes: u64) -> Entrant {
        Entrant { name: name.into(), who: Contestant::Spec(spec.clone()), pace: Pace::Search(Limit::nodes(nodes)) }
    }

    fn player(&self) -> PacedPlayer {
        PacedPlayer { who: self.who.clone(), pace: self.pace }
    }

    /// Whether its games can be played again with the same moves.
    pub fn is_replayable(&self) -> bool {
        self.player().is_replayable()
    }
}

/// What is to be played.
pub struct Match<'m> {
    /// The first player, whose score is told, and the other.
    pub players: [&'m Entrant; 2],
    /// Where games begin.
    pub openings: OpeningSource,
    /// Pairs of games at most.
    pub pairs: usize,
    /// When games are ended before their rules do.
    pub adjudication: Adjudication,
    /// When the match is ended before all pairs are played.
    pub sprt: Option<Sprt>,
    /// Tells games that cannot be repeated apart from those of other matches.
    pub occasion: &'m str,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its pair, counted from 0.
    pub pair: usize,
    /// The second player of the match moved first.
    pub swapped: bool,
    /// Where it began, as an index into the openings.
    pub opening: usize,
    /// How it went.
    pub played: Played,
    /// The same game, by the same sides, was played before in this match.
    pub duplicate: bool,
}

impl MatchGame {
    /// What it was worth to the first player of the match.
    pub fn points(&self) -> Points {
        match (self.played.winner, self.swapped) {
            (Winner::Nobody, _) => Points::Draw,
            (Winner::First, false) | (Winner::Second, true) => Points::Win,
            _ => Points::Loss,
        }
    }
}

/// What a player did in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Moves played.
    pub moves: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Depths added up.
    pub depth: u64,
    /// Games lost by a crash, a hang, an illegal move or by time.
    pub faults: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.faults += other.faults;
    }
}

/// How a match went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Pairs, each different pair once.
    pub pairs: Pentanomial,
    /// The games of those pairs.
    pub games: Trinomial,
    /// The games of those pairs, for the side that moves first.
    pub first_side: Trinomial,
    /// Pairs of which the same side of the board won both games: openings that decide them, not the players.
    #[serde(default)]
    pub one_sided: u64,
    /// Games played, those that repeat others included.
    pub played: u64,
    /// Different games.
    pub distinct: u64,
    /// Games that were ended before their rules did.
    pub adjudicated: u64,
    /// What each player did.
    pub efforts: [Effort; 2],
}

/// The tally of a match that goes on, game by game.
#[derive(Default)]
pub struct Scorer {
    tally: Tally,
    /// Digests of the games that were played.
    known: HashSet<[u8; 32]>,
    /// The first game of the pair under way.
    half: Option<MatchGame>,
}

impl Scorer {
    /// Takes in the next game; after every second one a pair is complete. Answers whether the game is a duplicate.
    pub fn take(&mut self, game: MatchGame, opening: &Line) -> bool {
        let mut digest = blake3::Hasher::new();
        let moves = opening.moves.iter().chain(game.played.plies.iter().map(|ply| &ply.mv));
        for word in opening.start.iter().chain(moves) {
            digest.update(word.as_bytes()).update(&[0]);
        }
        digest.update(&[opening.start.is_some().into(), game.swapped.into()]);
        let duplicate = !self.known.insert(digest.finalize().into());
        let game = MatchGame { duplicate, ..game };
        self.tally.played += 1;
        self.tally.distinct += u64::from(!duplicate);
        self.tally.adjudicated += u64::from(matches!(game.played.ending, Ending::Adjudication | Ending::Length));
        self.effort(&game);
        match self.half.take() {
            None => self.half = Some(game),
            Some(first) => self.pair(&first, &game),
        }
        duplicate
    }

    fn pair(&mut self, first: &MatchGame, second: &MatchGame) {
        if first.duplicate && second.duplicate {
            return;
        }
        self.tally.pairs.add(first.points(), second.points());
        self.tally.one_sided += u64::from(first.played.winner == second.played.winner && first.played.winner != Winner::Nobody);
        for game in [first, second] {
            self.tally.games.add(game.points());
            self.tally.first_side.add(match game.played.winner {
                Winner::First => Points::Win,
                Winner::Second => Points::Loss,
                Winner::Nobody => Points::Draw,
            });
        }
    }

    fn effort(&mut self, game: &MatchGame) {
        let player = |side: Side| (side == Side::Second) as usize ^ usize::from(game.swapped);
        for ply in &game.played.plies {
            let effort = &mut self.tally.efforts[player(ply.side())];
            effort.moves += 1;
            effort.nodes += ply.nodes;
            effort.depth += u64::from(ply.depth);
        }
        if let (Ending::Time | Ending::IllegalMove(_) | Ending::Fault(_), winner) = (&game.played.ending, game.played.winner) {
            let loser = if winner == Winner::First { Side::Second } else { Side::First };
            self.tally.efforts[player(loser)].faults += 1;
        }
    }

    /// How the match stands.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// A game of a pair. `occasion` names it if it cannot be repeated.
pub(crate) fn pair_game(
    players: [&Entrant; 2],
    swapped: bool,
    opening: &Line,
    adjudication: Adjudication,
    occasion: impl FnOnce() -> String,
) -> Game {
    let [a, b] = players;
    let players = if swapped { [b.player(), a.player()] } else { [a.player(), b.player()] };
    let replayable = players.iter().all(PacedPlayer::is_replayable);
    Game { players, opening: opening.clone(), adjudication, occasion: (!replayable).then(occasion) }
}

/// So many pairs are played before openings for more are drawn.
const PORTION: usize = 100;

impl Match<'_> {
    /// Plays. `heard` gets every game in order.
    pub fn play(self, lab: &mut Lab, name: &str, mut heard: impl FnMut(&MatchGame, &Line)) -> Result<Tally, LabError> {
        let players = self.players.map(Clone::clone);
        let (pairs, sprt) = (self.pairs, self.sprt);
        let mut series = Series::new(players, self.openings, self.adjudication, self.occasion);
        let is_decided = |counts| sprt.is_some_and(|sprt| sprt.verdict(counts) != Verdict::Continue);
        let mut played = 0;
        while played < pairs && !is_decided(series.tally().pairs) {
            let portion = Portion { name, pairs: PORTION.min(pairs - played), of: Some(pairs), sprt, ahead: 4 };
            series.go_on(lab, portion, &mut heard, &mut |counts| is_decided(counts))?;
            if series.played() == played {
                // There is no position to begin from.
                break;
            }
            played = series.played();
        }
        Ok(series.tally().clone())
    }
}

/// The score so far, for those who watch.
pub(crate) fn note(tally: &Tally, sprt: Option<Sprt>) -> String {
    let Trinomial { wins, draws, losses } = tally.games;
    let score = format!("+{wins} ={draws} -{losses}");
    match sprt {
        Some(sprt) => format!("{score}, LLR {:.2}", sprt.llr(tally.pairs)),
        None => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{OpeningStream, Openings, openings};
    use crate::testing::{arena, spec};
    use crate::trial::Limit;
    use crate::verify::Model;

    fn entrant(game: &str, preset: &str, limit: Limit) -> Entrant {
        Entrant { name: preset.into(), who: Contestant::Spec(spec(game, preset)), pace: Pace::Search(limit) }
    }

    fn play(game: &str, players: [&Entrant; 2], lines: &[Line], pairs: usize, threads: usize) -> (Tally, Vec<MatchGame>) {
        let arena = arena(game);
        let mut lab = Lab::new(&*arena, "").threads(threads);
        let adjudication = Adjudication::default();
        let openings = OpeningSource::Given(lines.to_vec());
        let wanted = Match { players, openings, pairs, adjudication, sprt: None, occasion: "" };
        let mut games = Vec::new();
        let tally = wanted.play(&mut lab, "match", |game, _| games.push(game.clone())).unwrap();
        (tally, games)
    }

    #[test]
    fn sides_swap_and_points_are_those_of_the_first_player() {
        let game = "breakthrough-5x5";
        let (strong, weak) = (entrant(game, "default", Limit::depth(5)), entrant(game, "default", Limit::depth(1)));
        let arena = arena(game);
        let lines = openings(&mut Lab::new(&*arena, ""), &Openings::usual(10, 1, spec(game, "default"))).unwrap();
        let (tally, games) = play(game, [&strong, &weak], &lines, 10, 2);
        let (mirror, _) = play(game, [&weak, &strong], &lines, 10, 1);
        assert!(tally.games.points() > 14.0, "{tally:?}");
        assert_eq!(tally.games.wins, mirror.games.losses);
        assert_eq!(tally.first_side.games(), 20);
        assert!(games.iter().enumerate().all(|(index, game)| game.swapped == (index % 2 == 1) && game.opening == index / 2));
        assert!(tally.efforts[0].nodes > tally.efforts[1].nodes);
    }

    #[test]
    fn openings_that_are_drawn_as_the_match_comes_to_them_are_those_that_would_be_drawn_beforehand() {
        let game = "breakthrough-5x5";
        let player = entrant(game, "default", Limit::depth(1));
        let arena = arena(game);
        let wanted = Openings::usual(250, 1, spec(game, "default"));
        let lines = openings(&mut Lab::new(&*arena, ""), &wanted).unwrap();
        let mut lab = Lab::new(&*arena, "").threads(2);
        let openings = OpeningSource::Drawn(OpeningStream::counted(&lab, wanted));
        let adjudication = Adjudication::default();
        let wanted = Match { players: [&player, &player], openings, pairs: 250, adjudication, sprt: None, occasion: "" };
        let mut seen = Vec::new();
        wanted.play(&mut lab, "match", |game, opening| seen.extend((!game.swapped).then(|| opening.clone()))).unwrap();
        assert_eq!(seen, lines);
    }

    #[test]
    fn engines_without_chance_and_without_openings_play_one_game_and_not_a_thousand() {
        let game = "breakthrough-5x5";
        let player = entrant(game, "default", Limit::depth(3));
        let (tally, _) = play(game, [&player, &player], &[Line::start()], 500, 2);
        assert_eq!((tally.played, tally.pairs.pairs()), (1_000, 1), "{tally:?}");
        assert_eq!(tally.distinct, 2, "once from each side");
    }

    #[test]
    fn the_test_ends_the_match_at_the_same_game_whatever_the_number_of_threads() {
        let game = "breakthrough-5x5";
        let (strong, weak) = (entrant(game, "default", Limit::depth(4)), entrant(game, "default", Limit::depth(1)));
        let arena = arena(game);
        let lines = openings(&mut Lab::new(&*arena, ""), &Openings::usual(200, 1, spec(game, "default"))).unwrap();
        let mut tallies = Vec::new();
        for threads in [1, 2, 5] {
            let wanted = Match {
                players: [&strong, &weak],
                openings: OpeningSource::Given(lines.clone()),
                pairs: 200,
                adjudication: Adjudication::default(),
                sprt: Some(Sprt::new(Model::Normalised, 0.0, 50.0).unwrap()),
                occasion: "",
            };
            tallies.push(wanted.play(&mut Lab::new(&*arena, "").threads(threads), "match", |_, _| {}).unwrap());
        }
        assert!(tallies[0].played < 400, "{:?}", tallies[0]);
        assert!(tallies.iter().all(|tally| *tally == tallies[0]));
    }
}
