//! `match`: two players, pairs of games from the same openings with sides swapped.

use std::fmt::Write;

use anyhow::Result;
use clap::value_parser;
use plysmith_lab::statistics::no_better;
use plysmith_lab::verify::{Counts, Effort, Entrant, Match, Model, Sprt, Tally, Verdict};
use serde_json::{Value, json};

use crate::files::game_log::{self, GameLog};
use crate::input::contest::ContestArgs;
use crate::input::players;
use crate::jobs::session::{self, Finding};
use crate::output::numbers::{grouped, plural};
use crate::output::ratings;
use crate::output::terminal::Terminal;

/// Let two players play a match, and say what it proves
#[derive(clap::Args)]
#[command(after_help = format!("Examples:\n  plysmith match breakthrough default plain --games 100 --nodes 10000\n  \
    plysmith match breakthrough default default:-killers --elo0 0 --elo1 10 --games 20000\n  \
    plysmith match breakthrough mine.toml \"ugi:plysmith engine breakthrough\" --time 50\n\n{}\n\n\
    Every opening is played twice, with sides swapped. With --elo0 or --elo1 the match ends as soon as the sequential test has an answer. \
    Run the same command again to continue a match that was stopped.", players::HELP))]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The player whose score is told
    #[arg(value_name = "A")]
    a: String,
    /// The other player
    #[arg(value_name = "B")]
    b: String,
    /// How many games at most; an odd number is made even
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(1..=10_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    sprt: SprtArgs,
    #[command(flatten)]
    contest: ContestArgs,
}

/// When a match may end early.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
struct SprtArgs {
    /// End when it is clear that the difference is rather this [default: 0 if --elo1 is given]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, help_heading = "Sequential test")]
    elo0: Option<f64>,
    /// … or rather this [default: 10 if --elo0 is given]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, help_heading = "Sequential test")]
    elo1: Option<f64>,
    /// The probability to accept --elo1 if --elo0 holds
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true, help_heading = "Sequential test")]
    alpha: f64,
    /// The probability to accept --elo0 if --elo1 holds
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true, help_heading = "Sequential test")]
    beta: f64,
    /// The bounds are logistic Elo, not normalised Elo
    #[arg(long, help_heading = "Sequential test")]
    logistic: bool,
}

impl SprtArgs {
    fn test(&self) -> Result<Option<Sprt>> {
        if self.elo0.is_none() && self.elo1.is_none() {
            return Ok(None);
        }
        let model = if self.logistic { Model::Logistic } else { Model::Normalised };
        let sprt = Sprt::new(model, self.elo0.unwrap_or(0.0), self.elo1.unwrap_or(10.0))?;
        Ok(Some(sprt.with_errors(self.alpha, self.beta)?))
    }
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let texts = [self.a.clone(), self.b.clone()];
        let who = self.contest.pace.contestants(&*arena, &texts, &self.contest.run.out)?;
        let sprt = self.sprt.test()?;
        let pairs = self.games.div_ceil(2);
        let adjudication = self.contest.adjudication.rules();
        let asked = json!({
            "who": players::asked(&who)?,
            "pace": self.contest.pace.asked(),
            "openings": self.contest.openings.asked()?,
            "pairs": pairs,
            "sprt": sprt,
            "adjudication": adjudication,
            "seed": self.contest.run.seed,
        });
        session::run(terminal, &self.contest.run, &*arena, "match", &asked, |session| {
            let mut openings = self.contest.openings.source(&mut session.lab, pairs as usize, self.contest.run.seed)?;
            let timed = openings.first(&mut session.lab, TIMED.min(pairs as usize))?.to_vec();
            let paces = self.contest.pace.paces(&mut session.lab, &who, &timed)?;
            let [a, b] = players::named(&texts, who, paces).try_into().map_err(|_| anyhow::anyhow!("a match has two players"))?;
            let occasion = session.id.clone();
            let wanted = Match { players: [&a, &b], openings, pairs: pairs as usize, adjudication, sprt, occasion: &occasion };
            let mut begun = 0;
            let mut book = GameLog::new(&*arena, format!("{} - {}", a.name, b.name));
            let tally = wanted.play(&mut session.lab, "match", |game, opening| {
                begun = begun.max(game.opening + 1);
                let half = usize::from(game.swapped) + 1;
                let players = if game.swapped { [&b, &a] } else { [&a, &b] };
                book.enter(2 * game.pair + half, format!("{}.{half}", game.pair + 1), players, opening, &game.played);
            })?;
            let report = MatchReport { a: &a, b: &b, sprt, book, openings: begun, seed: self.contest.run.seed };
            let path = report.book.save(session, self.contest.pgn.as_deref(), "match")?;
            let mut text = report.text(&tally);
            let _ = writeln!(text, "Games in {}", path.display());
            Ok(Finding { json: report.json(&self.game, &tally), text })
        })
    }
}

/// Positions on which the nodes of the players are timed.
const TIMED: usize = 8;

/// A match is said to have told something if so good a result would be no more likely than this without any difference, by the exact test: two-sided 5 %.
const UNLIKELY: f64 = 0.025;

/// What is told of a match.
struct MatchReport<'r> {
    a: &'r Entrant,
    b: &'r Entrant,
    sprt: Option<Sprt>,
    book: GameLog<'r>,
    openings: usize,
    seed: u64,
}

impl MatchReport<'_> {
    fn text(&self, tally: &Tally) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text, tally);
        text
    }

    fn write(&self, text: &mut String, tally: &Tally) -> std::fmt::Result {
        writeln!(text, "{} against {}, {}, seed {}", self.a.name, self.b.name, plural(self.openings as u64, "opening"), self.seed)?;
        for (player, effort) in [self.a, self.b].into_iter().zip(&tally.efforts) {
            writeln!(text, "  {}: {}{}", player.name, player.pace, spent(effort))?;
        }
        if !(self.a.is_replayable() && self.b.is_replayable()) {
            writeln!(
                text,
                "  not replayable: the wall clock or another program decides. Run again with --fresh to play other games"
            )?;
        }
        writeln!(text, "\n{}", self.words(tally))?;
        text.push_str(&ratings::block(Counts::Pairs(tally.pairs), self.sprt.as_ref()));
        let first = tally.first_side;
        writeln!(text, "The side that moves first won {}, drew {}, lost {}", first.wins, first.draws, first.losses)?;
        let pairs = tally.pairs.pairs();
        if pairs > 0 {
            let share = 100.0 * tally.one_sided as f64 / pairs as f64;
            writeln!(text, "In {} of {} ({share:.0} %) the same side won both games", tally.one_sided, plural(pairs, "pair"))?;
        }
        if tally.adjudicated > 0 {
            writeln!(text, "{} of {} ended by adjudication", tally.adjudicated, plural(tally.played, "game"))?;
        }
        game_log::tell_repeated(text, tally.played, tally.distinct)?;
        self.book.tell_faults(text)
    }

    /// The result in words.
    fn words(&self, tally: &Tally) -> String {
        let games = tally.games;
        let verdict = if no_better(tally.pairs) <= UNLIKELY {
            format!("stronger than {}", self.b.name)
        } else if no_better(tally.pairs.mirrored()) <= UNLIKELY {
            format!("weaker than {}", self.b.name)
        } else {
            "these games do not tell which is stronger".into()
        };
        format!("{} won {}, drew {}, lost {}: {verdict}", self.a.name, games.wins, games.draws, games.losses)
    }

    fn json(&self, game: &str, tally: &Tally) -> Value {
        let replayable = self.a.is_replayable() && self.b.is_replayable();
        json!({
            "game": game,
            "players": [players::as_json(self.a), players::as_json(self.b)],
            "seed": self.seed,
            "openings": self.openings,
            "replayable": replayable,
            "tally": tally,
            "duplicates": tally.played - tally.distinct,
            "result": ratings::json(Counts::Pairs(tally.pairs), self.sprt.as_ref()),
            "decided": self.sprt.map(|sprt| sprt.verdict(tally.pairs) != Verdict::Continue),
            "faults": self.book.faults(),
        })
    }
}

/// What a player's moves took, to be added to its line.
pub fn spent(effort: &Effort) -> String {
    if effort.moves == 0 {
        return String::new();
    }
    let (moves, depth) = (effort.moves as f64, effort.depth as f64);
    let faults = if effort.faults > 0 { format!(", {} lost by faults", plural(effort.faults, "game")) } else { String::new() };
    format!("; {} nodes and depth {:.1} a move{faults}", grouped((effort.nodes as f64 / moves) as u64), depth / moves)
}
