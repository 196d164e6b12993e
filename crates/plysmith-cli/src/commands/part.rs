//! `part`: what a learned part says about itself, and whether it is intact.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use plysmith::Part;
use plysmith::part::PartError;
use serde_json::json;

use crate::files::parts;
use crate::output::terminal::{CheckFailed, Terminal};

/// Show what a learned part is, and whether its file is intact
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith part forged/breakthrough/parts/0123456789abcdef0123456789abcdef.part\n  plysmith part mine.part --json\n\n\
    A part is something learned, such as a network, that a spec names by its digest. It belongs into the folder `parts` beside the spec.\n\
    Exit codes: 0 intact, 1 something is wrong with it, 2 bad input."
)]
pub struct Args {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let part = match parts::read(&self.file) {
            Ok(part) => part,
            Err(error) => {
                let Some(wrong) = error.downcast_ref::<PartError>() else { return Err(error) };
                if self.json {
                    terminal.json(&json!({ "file": self.file, "intact": false, "wrong": wrong.to_string() }))?;
                }
                return Err(CheckFailed(wrong.to_string()).into());
            }
        };
        if self.json {
            return terminal.json(&as_json(&self, &part));
        }
        let command = super::as_typed_here(terminal.games, &part.card().provenance.command);
        write(&mut terminal.out, &part, command)
    }
}

fn as_json(args: &Args, part: &Part) -> serde_json::Value {
    let card = part.card();
    let from = &card.provenance;
    json!({
        "file": args.file,
        "intact": true,
        "digest": part.id().to_string(),
        "kind": card.kind,
        "game": card.game,
        "shape": card.shape,
        "provenance": { "command": from.command, "seed": from.seed, "build": from.build, "data": from.data },
        "bytes": part.body().len(),
    })
}

/// `command` is the one that made the part, as it is typed here.
fn write(out: &mut dyn Write, part: &Part, command: String) -> Result<()> {
    let card = part.card();
    let from = &card.provenance;
    let shape: Vec<String> = card.shape.iter().map(|(name, number)| format!("{name} = {number}")).collect();
    for (name, text) in [
        ("digest", part.id().to_string()),
        ("kind", card.kind.clone()),
        ("game", card.game.clone()),
        ("shape", shape.join(", ")),
        ("length", format!("{} bytes", part.body().len())),
        ("command", command),
        ("seed", from.seed.to_string()),
        ("build", from.build.clone()),
        ("data", from.data.clone()),
        ("place", format!("{}, beside the spec", parts::file_name(part.id()))),
        ("state", "intact".into()),
    ] {
        // A text of somebody else's must not pass for a line of ours.
        writeln!(out, "{name:<9}{}", text.replace(char::is_control, " "))?;
    }
    Ok(())
}
