//! The golden bench: node counts of fixed searches, which change only when the search does.
//!
//! `plysmith bench --golden` prints a line `<game> <setting> <nodes>` for each search. The expected lines are in `golden/bench.txt`. They prove
//! nothing about what is right; they show that something changed, so that it does not happen unnoticed.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{output, program, root};

pub const COMMAND: crate::Command = crate::Command {
    name: "golden",
    usage: "[--bless]\n\n  --bless   accept the counts of now, and print the trailer for the commit message",
    about: "compares the node counts of fixed searches with golden/bench.txt",
    run: |args| {
        let bless = args.flag("--bless");
        args.finish()?;
        if bless { self::bless() } else { compare() }
    },
};

const FILE: &str = "golden/bench.txt";

fn file() -> PathBuf {
    root().join(FILE)
}

fn measure() -> Result<Bench> {
    // The counts are the same however it is built: as for the tests, it need not be built once more.
    let text = output(Command::new(program()?).args(["bench", "--golden"]))?;
    Bench::read(&text).context("what `plysmith bench --golden` printed")
}

/// Fails if the search does not visit as many nodes as it did.
pub fn compare() -> Result<()> {
    if !file().exists() {
        bail!("there is no {FILE}; write it with `cargo xtask golden --bless`");
    }
    let old = Bench::read(&fs::read_to_string(file()).with_context(|| format!("cannot read {FILE}"))?).context(FILE)?;
    let new = measure()?;
    let differences = old.differences(&new);
    if differences.is_empty() {
        println!("{} node counts are as in {FILE}", new.0.len());
        println!("{}", new.trailer());
        return Ok(());
    }
    println!("Node counts that differ from {FILE}, old → new:");
    for difference in &differences {
        println!("  {difference}");
    }
    bail!(
        "{} of {} node counts changed; if that is meant, accept them with `cargo xtask golden --bless`",
        differences.len(),
        old.0.len().max(new.0.len())
    )
}

fn bless() -> Result<()> {
    let old = fs::read_to_string(file()).ok().and_then(|text| Bench::read(&text).ok()).unwrap_or_default();
    let new = measure()?;
    fs::create_dir_all(root().join("golden"))?;
    fs::write(file(), new.write()).with_context(|| format!("cannot write {FILE}"))?;
    let differences = old.differences(&new);
    for difference in &differences {
        println!("  {difference}");
    }
    println!("{FILE} written, {} node counts, {} of them changed.", new.0.len(), differences.len());
    println!("Put this line at the end of the commit message (the sum over the lines with the setting `default`):\n");
    println!("{}", new.trailer());
    Ok(())
}

/// Node counts by game and setting.
#[derive(Debug, Default, PartialEq)]
struct Bench(BTreeMap<(String, String), u64>);

impl Bench {
    fn read(text: &str) -> Result<Bench> {
        let mut counts = BTreeMap::new();
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [game, setting, nodes] = words[..] else { bail!("`{line}` is not `<game> <setting> <nodes>`") };
            let nodes = nodes.parse().with_context(|| format!("`{nodes}` in `{line}` is no number of nodes"))?;
            ensure!(counts.insert((game.into(), setting.into()), nodes).is_none(), "{game} {setting} stands there twice");
        }
        ensure!(!counts.is_empty(), "there are no node counts");
        Ok(Bench(counts))
    }

    fn write(&self) -> String {
        self.0.iter().map(|((game, setting), nodes)| format!("{game} {setting} {nodes}\n")).collect()
    }

    /// The trailer of a commit message.
    fn trailer(&self) -> String {
        let nodes: u64 = self.0.iter().filter(|((_, setting), _)| setting == "default").map(|(_, nodes)| nodes).sum();
        format!("Bench: {nodes}")
    }

    /// One line for each count that is new, gone or changed.
    fn differences(&self, new: &Bench) -> Vec<String> {
        let keys: std::collections::BTreeSet<_> = self.0.keys().chain(new.0.keys()).collect();
        let difference = |key: &(String, String)| {
            let name = format!("{} {}", key.0, key.1);
            match (self.0.get(key), new.0.get(key)) {
                (Some(old), Some(new)) if old == new => None,
                (Some(&old), Some(&new)) => {
                    let percent = 100.0 * (new as f64 / old as f64 - 1.0);
                    Some(format!("{name}: {old} → {new} ({percent:+.1} %)"))
                }
                (old, new) => {
                    let count = |count: Option<&u64>| count.map_or_else(|| "none".into(), u64::to_string);
                    Some(format!("{name}: {} → {}", count(old), count(new)))
                }
            }
        };
        keys.into_iter().filter_map(difference).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_the_line_with_old_and_new() {
        let old = Bench::read("a default 100\na pvs 20\nb default 7\n").unwrap();
        let new = Bench::read("a default 110\nb default 7\nc default 3\n").unwrap();
        assert_eq!(old.differences(&new), ["a default: 100 → 110 (+10.0 %)", "a pvs: 20 → none", "c default: none → 3"]);
        assert!(old.differences(&old).is_empty());
    }

    #[test]
    fn the_trailer_sums_the_default_lines() {
        assert_eq!(Bench::read("a default 100\na pvs 20\nb default 7\n").unwrap().trailer(), "Bench: 107");
    }

    #[test]
    fn what_is_written_reads_back() {
        let bench = Bench::read("# counts\nb default 7\n\na pvs 20\n").unwrap();
        assert_eq!(Bench::read(&bench.write()).unwrap(), bench);
    }

    #[test]
    fn damaged_lines_are_refused() {
        for text in ["", "a default", "a default many", "a default 1 2", "a default 1\na default 1"] {
            assert!(Bench::read(text).is_err(), "{text}");
        }
    }
}
