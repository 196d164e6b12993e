//! `tournament`: many players, round robin, gauntlet or Swiss, with ratings on one scale.

mod report;

use std::fmt::Write;

use anyhow::{Result, bail};
use clap::{ValueEnum, value_parser};
use plysmith_lab::verify::tournament::{Format, Prior, Tournament};
use serde_json::json;

use self::report::TournamentReport;
use crate::files::game_log::GameLog;
use crate::input::contest::ContestArgs;
use crate::input::players;
use crate::jobs::session::{self, Finding};
use crate::output::terminal::Terminal;

/// Let many players play each other, and rate them
#[derive(clap::Args)]
#[command(after_help = format!("Examples:\n  \
    plysmith tournament breakthrough default plain default:-killers --games 40 --nodes 5000\n  \
    plysmith tournament breakthrough mine.toml default plain --format gauntlet\n  \
    plysmith tournament breakthrough default plain default:-pvs default:-killers --format swiss\n\n{}\n\n\
    Every opening is played twice, with sides swapped, and all encounters go through the same openings. Run the same command again to continue a \
    tournament that was stopped.", players::HELP))]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// Who takes part, in order of entry
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<String>,
    /// Who meets whom: everybody everybody, the first all others, or in rounds those with about as many points
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Kind::RoundRobin)]
    format: Kind,
    /// Rounds of a Swiss tournament [default: one more than it takes to find the best, 4 for 5 to 8 players]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), allow_negative_numbers = true)]
    rounds: Option<u32>,
    /// How many games two players play when they meet; an odd number is made even
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u64).range(1..=10_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    contest: ContestArgs,
}

/// Who meets whom, as it is written. What each means is told with the option, so that the help stays short.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    RoundRobin,
    Gauntlet,
    Swiss,
}

impl Args {
    fn format(&self) -> Result<Format> {
        Ok(match (self.format, self.rounds) {
            (Kind::Swiss, rounds) => {
                Format::Swiss { rounds: swiss_rounds(self.players.len(), rounds.map(|rounds| rounds as usize))? }
            }
            (_, Some(_)) => bail!("--rounds goes with --format swiss"),
            (Kind::RoundRobin, None) => Format::RoundRobin,
            (Kind::Gauntlet, None) => Format::Gauntlet,
        })
    }

    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let format = self.format()?;
        let who = self.contest.pace.contestants(&*arena, &self.players, &self.contest.run.out)?;
        let pairs = self.games.div_ceil(2) as usize;
        let adjudication = self.contest.adjudication.rules();
        let asked = json!({
            "who": players::asked(&who)?,
            "format": format,
            "pace": self.contest.pace.asked(),
            "openings": self.contest.openings.asked()?,
            "pairs": pairs,
            "adjudication": adjudication,
            "seed": self.contest.run.seed,
        });
        session::run(terminal, &self.contest.run, &*arena, "tournament", &asked, |session| {
            let count = format.openings(who.len(), pairs);
            let lines = self.contest.openings.lines(&mut session.lab, count, self.contest.run.seed)?;
            let paces = self.contest.pace.paces(&mut session.lab, &who, &lines[..lines.len().min(8)])?;
            let players = players::named(&self.players, who, paces);
            let wanted = Tournament { players: &players, openings: &lines, format, pairs, adjudication, occasion: &session.id };
            let mut book = GameLog::new(&*arena, report::title(format, players.len()));
            let results = wanted.play(&mut session.lab, |played, opening| {
                let [one, other] = played.players.map(|player| &players[player]);
                let seats = if played.game.swapped { [other, one] } else { [one, other] };
                book.enter(
                    played.number + 1,
                    played.round.map(|part| part.to_string()).join("."),
                    seats,
                    opening,
                    &played.game.played,
                );
            })?;
            let path = book.save(session, self.contest.pgn.as_deref(), "tournament")?;
            let prior = Prior::default();
            let Some(ladder) = results.ladder(prior) else { bail!("there are no ratings without a prior") };
            let report = TournamentReport {
                game: &self.game,
                format,
                players: &players,
                results: &results,
                ladder: &ladder,
                prior,
                book: &book,
                openings: lines.len(),
                pairs,
                seed: self.contest.run.seed,
            };
            let mut text = report.text();
            let _ = writeln!(text, "Games in {}", path.display());
            Ok(Finding { json: report.json(), text })
        })
    }
}

/// As many rounds as asked for, or enough: a knockout would find the best in the logarithm of the number of players.
fn swiss_rounds(players: usize, asked: Option<usize>) -> Result<usize> {
    // With an odd number everybody has a bye once before all have met.
    let most = if players.is_multiple_of(2) { players - 1 } else { players };
    let Some(rounds) = asked else { return Ok((players.next_power_of_two().ilog2() as usize + 1).min(most)) };
    if rounds > most {
        bail!("--rounds {rounds}: {players} players have all met after {most}; use --games for more games");
    }
    Ok(rounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_round_more_than_a_knockout_has_but_nobody_has_to_meet_twice() {
        for (players, rounds) in [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (16, 5), (17, 6)] {
            assert_eq!(swiss_rounds(players, None).unwrap(), rounds, "{players}");
        }
    }

    #[test]
    fn rounds_end_when_all_have_met() {
        for (players, most) in [(2, 1), (3, 3), (4, 3), (5, 5)] {
            assert_eq!(swiss_rounds(players, Some(most)).unwrap(), most);
            let error = swiss_rounds(players, Some(most + 1)).unwrap_err().to_string();
            assert!(error.contains(&format!("have all met after {most}; use --games")), "{error}");
        }
    }
}
