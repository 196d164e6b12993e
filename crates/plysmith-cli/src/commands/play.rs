//! `play`: a game at the terminal, against the engine, between two people, or to watch.

mod near;
mod round;

use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use plysmith::Level;
use plysmith::arena::Line;

use crate::input::limits::LimitArgs;
use crate::input::lines;
use crate::input::spec::SpecArgs;
use crate::output::terminal::Terminal;
use round::Round;

/// Play a game against the engine
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith play breakthrough\n  plysmith play breakthrough --side second --time 3000\n  \
    plysmith play othello --level 2\n  plysmith play breakthrough --side none --nodes 10000\n\n\
    Type a move, or `help` for what else can be typed. Without a limit the engine thinks for a second a move.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// Which side you play
    #[arg(long, value_enum, default_value_t = Seats::First)]
    side: Seats,
    /// The position to begin from
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Begin from a random opening drawn with this seed
    #[arg(long, value_name = "N", conflicts_with = "position")]
    seed: Option<u64>,
    /// Play weaker: 1 for a beginner, up to 10; 3/7 is level 3 with other errors. Levels think for a number of nodes, not for a time
    #[arg(long, value_name = "LEVEL", value_parser = crate::input::spec::level, allow_negative_numbers = true)]
    level: Option<Level>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    spec: SpecArgs,
}

/// Who sits at the board as a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Seats {
    /// You begin, the engine answers
    First,
    /// The engine begins
    Second,
    /// You play both sides
    Both,
    /// Watch the engine play itself
    None,
}

/// How long the engine thinks when nothing is said.
const TIME: Duration = Duration::from_secs(1);

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let mut spec = self.spec.read(&*arena)?;
        spec.level = self.level.or(spec.level);
        let start = match (self.position, self.seed) {
            (Some(text), _) => Line::at(text),
            (_, Some(seed)) => lines::opening(&*arena, seed)?,
            _ => Line::start(),
        };
        if arena.view(&start)?.outcome.is_some() && self.side == Seats::None {
            bail!("the game is over in this position; give another with --position");
        }
        let people = match self.side {
            Seats::First => [true, false],
            Seats::Second => [false, true],
            Seats::Both => [true, true],
            Seats::None => [false, false],
        };
        Round::new(&*arena, &spec, people, start, self.limits, terminal)?.run()
    }
}
