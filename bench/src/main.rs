//! What the search costs: ratios against hand-written programs and another crate, measured in one run.
//!
//! `cargo xtask bench` runs it. Every figure is a ratio of two contestants that take turns, with the median and the spread of the rounds, or an
//! instruction count by callgrind. Targets are printed beside the figures; a missed one is said to be missed. With `--strict` it is an error.

#![allow(clippy::print_stdout)]

mod baked;
#[allow(dead_code, missing_docs)]
#[path = "breakthrough_plain.rs"]
mod breakthrough_plain;
mod hand;
mod inputs;
mod instructions;
mod lab;
mod network;
mod other;
mod prove;
mod report;
mod speed;
mod training;

use anyhow::{Result, bail};
use report::Report;

const HELP: &str = "What plysmith's search costs, as ratios in one run.

Usage: cargo xtask bench [--rounds N] [--only NAME] [--json] [--strict]

  --rounds N   rounds of each comparison, at least 5 for a figure that counts (default 7)
  --only NAME  one of: instructions, inputs, settings, yardstick, crate, rate, network, prove, lab,
               training
  --json       the figures as JSON
  --strict     a missed target is an error

Example: cargo xtask bench --only yardstick --rounds 11
";

/// A part of the bench: rounds, and where to report.
type Section = fn(usize, &mut Report) -> Result<()>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, name, depth] = arguments.as_slice()
        && word == "work"
    {
        return instructions::work(name, depth.parse()?);
    }
    let (mut rounds, mut only, mut json, mut strict) = (7, None, false, false);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--rounds" => rounds = rest.next().and_then(|text| text.parse().ok()).filter(|&rounds| rounds > 0).unwrap_or(7),
            "--only" => only = rest.next().cloned(),
            "--json" => json = true,
            "--strict" => strict = true,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            other => bail!("unknown argument `{other}`\n\n{HELP}"),
        }
    }
    let parts: [(&str, Section); 10] = [
        ("instructions", instructions::compare),
        ("inputs", inputs::compare),
        ("settings", speed::settings),
        ("yardstick", speed::yardstick),
        ("crate", other::compare),
        ("rate", speed::rate),
        ("network", network::compare),
        ("prove", prove::compare),
        ("lab", lab::compare),
        ("training", training::compare),
    ];
    if let Some(only) = &only
        && !parts.iter().any(|(name, _)| name == only)
    {
        bail!("there is no part `{only}`; the parts are {}", parts.map(|(name, _)| name).join(", "));
    }
    let mut report = Report::new(json);
    for (name, run) in parts {
        if only.as_deref().is_none_or(|only| only == name) {
            run(rounds, &mut report)?;
        }
    }
    report.finish();
    if strict && report.missed > 0 {
        bail!("{} targets missed", report.missed);
    }
    Ok(())
}
