//! `calibrate`: what a shallow search says about a deep one, for Multi-ProbCut.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::value_parser;
use plysmith::arena::Line;
use plysmith_lab::Lab;
use plysmith_lab::calibrate::{Pair, as_toml, calibrate};
use plysmith_lab::suite::Players;
use plysmith_lab::suite::make::{self, SuitePlan};
use plysmith_lab::trial::SpecText;
use serde_json::json;

use crate::numbers::grouped;
use crate::players;
use crate::session::{self, Finding, RunArgs};
use crate::suites;
use crate::terminal::Terminal;

/// Measure how well shallow searches tell what deep ones find, for multi_probcut
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith calibrate breakthrough\n  plysmith calibrate breakthrough full-width --depth 8 --positions 500\n  \
    plysmith spec breakthrough > own.toml && plysmith calibrate breakthrough >> own.toml\n\n\
    Prints slope, offset and standard deviation for each pair of depths, as a table for a spec. Calibrate with the spec that the table will \
    be part of, without multi_probcut itself: another evaluation or quiescence has other figures."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The spec that searches: a preset or a file, either with changes behind colons
    #[arg(value_name = "SPEC", default_value = "default")]
    spec: String,
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = value_parser!(u32).range(3..=12), allow_negative_numbers = true)]
    depth: u32,
    /// How many positions of self-play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(20..=1_000_000), allow_negative_numbers = true)]
    positions: u32,
    /// The positions of this suite or file instead
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let spec = players::spec(&*arena, &self.spec, &self.run.out)?;
        if spec.is_on("multi_probcut") {
            bail!("`{}` has multi_probcut on, which would calibrate itself; use `{}:-multi_probcut`", self.spec, self.spec);
        }
        if spec.value("deepening", "steps") != Some(vec![1].into()) {
            bail!(
                "`{}` does not search every depth on its way, and so knows no shallow values; use `{}:+deepening:deepening.steps=1`",
                self.spec,
                self.spec
            );
        }
        let text = SpecText::new(&*arena, &spec)?;
        let suite = self.suite.as_ref().map(|file| suites::read(&*arena, file)).transpose()?;
        let given: Option<Vec<Line>> = suite.map(|suite| suite.entries.into_iter().map(|entry| entry.line).collect());
        let asked = json!({
            "spec": text.as_str(),
            "depth": self.depth,
            "positions": self.positions,
            "seed": self.run.seed,
            "given": given.as_ref().map(|lines| lines.iter().map(|line| json!([line.start, line.moves])).collect::<Vec<_>>()),
        });
        session::run(terminal, &self.run, &*arena, "calibrate", &asked, |session| {
            let lines = match given {
                Some(lines) => lines,
                None => self.self_play(&mut session.lab)?,
            };
            let pairs = calibrate(&mut session.lab, &text, &lines, self.depth)?;
            if pairs.is_empty() {
                bail!("there are too few positions whose value is no proof: use more --positions or another --suite");
            }
            Ok(Finding {
                json: json!({ "positions": lines.len(), "pairs": pairs, "toml": as_toml(&pairs) }),
                text: self.text(lines.len(), &pairs),
            })
        })
    }

    /// Positions that share no game.
    fn self_play(&self, lab: &mut Lab) -> Result<Vec<Line>> {
        let players = Players::usual(lab.arena())?;
        let plan = SuitePlan { players, seed: self.run.seed, count: self.positions as usize, shares: [1, 0, 0] };
        let suite = make::sequences(lab, &plan, 1)?;
        Ok(suite.entries.into_iter().map(|entry| entry.line).collect())
    }

    fn text(&self, positions: usize, pairs: &[Pair]) -> String {
        let mut text =
            format!("# {}, {}: {} positions to depth {}\n#\n", self.game, self.spec, grouped(positions as u64), self.depth);
        text.push_str("# depth from  positions    slope    offset  deviation  explained\n");
        for pair in pairs {
            let Pair { depth, shallow, positions, slope, offset, deviation, explained } = pair;
            let _ = writeln!(
                text,
                "# {depth:5} {shallow:4} {positions:10} {slope:8.3} {offset:9.1} {deviation:10.1} {:8.1} %",
                100.0 * explained
            );
        }
        let _ = write!(text, "\n{}", as_toml(pairs));
        text
    }
}
