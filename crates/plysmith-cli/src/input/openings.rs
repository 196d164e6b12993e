//! Options that choose where games begin.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use plysmith::Arena;
use plysmith::arena::Line;
use plysmith::game::Capability;
use plysmith_lab::lab::Lab;
use plysmith_lab::play::{OpeningStream, Openings};
use plysmith_lab::suite::import;
use plysmith_lab::trial::SpecText;
use plysmith_lab::verify::OpeningSource;
use serde_json::{Value, json};

/// Where games begin.
#[derive(clap::Args, Clone, Debug)]
pub struct OpeningArgs {
    /// `random` positions from the standard start that are distinct and even, `setups` for the same from the set-ups that the game draws (boards with walls, ballots …), `none` for
    /// the start of the game, or a file with a position a line (EPD, FEN, suites)
    #[arg(long, value_name = "random|setups|none|FILE", default_value = "random", help_heading = "Openings")]
    openings: String,
    /// Random moves of a random opening [default: as many as it takes to have enough of them]
    #[arg(long, value_name = "N", help_heading = "Openings")]
    opening_plies: Option<usize>,
}

/// The word for the set-ups that the game draws.
const SETUPS: &str = "setups";

/// Refuses a game that draws no set-ups.
pub fn has_setups(arena: &dyn Arena) -> Result<()> {
    let card = arena.card();
    if !card.capabilities.contains(Capability::Openings) {
        bail!(
            "{} has no set-ups of its own (capability `{}`); leave the option out to begin from its start",
            card.name,
            Capability::Openings
        );
    }
    Ok(())
}

impl OpeningArgs {
    /// The positions in the file, if one was named.
    fn file(&self) -> Option<PathBuf> {
        (!["random", SETUPS, "none"].contains(&self.openings.as_str())).then(|| PathBuf::from(&self.openings))
    }

    /// What of it a result depends on: of a file what is in it.
    pub fn asked(&self) -> Result<Value> {
        let text = self.file().map(|path| crate::input::suites::text(&path)).transpose();
        let text = text.context("--openings takes random, setups, none or a file")?;
        let digest = text.map(|text| plysmith_lab::digest(text.as_bytes()));
        Ok(json!({ "openings": digest.unwrap_or(self.openings.clone()), "plies": self.opening_plies }))
    }

    /// Where games begin: at least one opening, and at most so many, drawn when a match comes to them.
    pub fn source(&self, lab: &mut Lab, count: usize, seed: u64) -> Result<OpeningSource> {
        let mut source = match (self.openings.as_str(), self.file()) {
            ("none", _) => OpeningSource::Given(vec![Line::start()]),
            (_, Some(path)) => {
                let lines = import::positions(lab.arena(), &crate::input::suites::text(&path)?);
                let mut lines = lines.with_context(|| format!("in `{}`", path.display()))?;
                lines.truncate(count);
                OpeningSource::Given(lines)
            }
            (kind, None) => {
                let spec = SpecText::new(lab.arena(), &lab.arena().preset("default")?)?;
                let setups = kind == SETUPS;
                if setups {
                    has_setups(lab.arena())?;
                }
                let wanted = Openings { count, seed, plies: self.opening_plies, spec, setups };
                OpeningSource::Drawn(OpeningStream::counted(lab, wanted))
            }
        };
        if source.first(lab, 1)?.is_empty() {
            bail!("there are no openings in which the game is open; try another --opening-plies, or --openings none");
        }
        Ok(source)
    }

    /// The same, all drawn at once.
    pub fn lines(&self, lab: &mut Lab, count: usize, seed: u64) -> Result<Vec<Line>> {
        Ok(self.source(lab, count, seed)?.first(lab, count)?.to_vec())
    }
}
