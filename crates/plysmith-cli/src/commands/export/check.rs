//! Whether an exported engine is what it should be: it is built, compared with the spec that it came from, and timed.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;

use crate::output::numbers::{grouped, seconds};
use crate::output::terminal::CheckFailed;

const WASM: &str = "wasm32-unknown-unknown";
/// An odd number, for the median.
const ROUNDS: usize = 9;

/// What a check has found.
pub struct Checked {
    /// The program that was built.
    pub program: PathBuf,
    built_in: Duration,
    offline: bool,
    /// The nodes of each position, as the spec and as the exported engine have them.
    nodes: Vec<(u64, Option<u64>)>,
    /// Seconds of each round, compiled in and at run time.
    rounds: Vec<(f64, f64)>,
    /// What the program complained about.
    complaint: String,
    wasm: Wasm,
}

/// What became of the build for the web.
enum Wasm {
    Built,
    NoTarget,
}

impl Checked {
    /// Builds the engine in a folder and runs its bench. `expected` are the nodes of the spec.
    pub fn run(folder: &Path, name: &str, expected: &[u64]) -> Result<Checked> {
        let target = target(folder);
        let started = Instant::now();
        let offline = build(folder, &target, &[])?;
        let built_in = started.elapsed();
        let program = target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        let output = Command::new(&program).args(["bench", &ROUNDS.to_string()]).output();
        let output = output.with_context(|| format!("cannot start {}", program.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let found = nodes(&text);
        let nodes = expected.iter().enumerate().map(|(at, &expected)| (expected, found.get(at).copied())).collect();
        let wasm = if has_wasm() {
            build(folder, &target, &["--lib", "--target", WASM])?;
            Wasm::Built
        } else {
            Wasm::NoTarget
        };
        let complaint = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
        Ok(Checked { program, built_in, offline, nodes, rounds: rounds(&text), complaint, wasm })
    }

    /// Every position has the nodes of the spec.
    fn is_equal(&self) -> bool {
        self.nodes.iter().all(|&(expected, found)| found == Some(expected))
    }

    /// How many times as fast as the spec at run time: the median of the rounds, the least and the most.
    fn speed(&self) -> Option<[f64; 3]> {
        let mut ratios: Vec<f64> = self.rounds.iter().map(|(compiled, run_time)| run_time / compiled).collect();
        ratios.sort_by(f64::total_cmp);
        Some([*ratios.get(ratios.len() / 2)?, *ratios.first()?, *ratios.last()?])
    }

    /// The failure, if the engine is not what it should be.
    pub fn result(&self) -> Result<()> {
        let Some((at, (expected, found))) = self.nodes.iter().enumerate().find(|(_, (expected, found))| *found != Some(*expected))
        else {
            return Ok(());
        };
        let found = found.map_or("nothing".into(), |found| format!("{} nodes", grouped(found)));
        let said = if self.complaint.is_empty() { String::new() } else { format!("; it says:\n{}", self.complaint) };
        let message = format!(
            "the exported engine is not the spec: in position {} of the bench it has {found}, and the spec {} nodes{said}",
            at + 1,
            grouped(*expected)
        );
        Err(CheckFailed(message).into())
    }

    pub fn write(&self, out: &mut dyn Write) -> Result<()> {
        let how = if self.offline { "offline" } else { "with crates from the network, because cargo did not have them" };
        writeln!(out, "Built {how} in {}: {}", seconds(self.built_in), self.program.display())?;
        if self.is_equal() {
            let all: u64 = self.nodes.iter().map(|(expected, _)| expected).sum();
            writeln!(out, "Nodes: those of the spec in all {} positions, {} together", self.nodes.len(), grouped(all))?;
        }
        if let Some([median, low, high]) = self.speed() {
            writeln!(
                out,
                "Speed: {median:.2} times that of the same spec read at run time (median of {} rounds in turn, from {low:.2} to {high:.2})",
                self.rounds.len()
            )?;
        }
        match self.wasm {
            Wasm::Built => writeln!(out, "WebAssembly: the library is built for {WASM}")?,
            Wasm::NoTarget => {
                writeln!(out, "WebAssembly: skipped, because rustc has no {WASM}; `rustup target add {WASM}` adds it")?
            }
        }
        Ok(())
    }

    pub fn as_json(&self) -> serde_json::Value {
        let speed =
            self.speed().map(|[median, low, high]| json!({"median": median, "low": low, "high": high, "rounds": self.rounds}));
        json!({
            "program": self.program,
            "build_ms": self.built_in.as_millis() as u64,
            "offline": self.offline,
            "equal": self.is_equal(),
            "nodes": self.nodes.iter().map(|(expected, found)| json!({"spec": expected, "exported": found})).collect::<Vec<_>>(),
            "speed": speed,
            "webassembly": match self.wasm { Wasm::Built => "built", Wasm::NoTarget => "skipped" },
        })
    }
}

/// Where cargo builds: as its user has said, or in the folder itself.
fn target(folder: &Path) -> PathBuf {
    folder.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Builds with all optimisations, offline if that can be; whether it could.
fn build(folder: &Path, target: &Path, more: &[&str]) -> Result<bool> {
    let cargo = |mode: &[&str]| -> Result<Output> {
        let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut command = Command::new(program);
        command.args(["build", "--release", "--quiet"]).args(mode).args(more).current_dir(folder);
        // The folder of the target was named from here, and cargo is somewhere else.
        command.env("CARGO_TARGET_DIR", std::path::absolute(target)?);
        command.output().context("cannot start cargo; is Rust installed?")
    };
    let output = cargo(&["--offline"])?;
    if output.status.success() {
        return Ok(true);
    }
    // Cargo says so where a crate is missing that the network has.
    let said = String::from_utf8_lossy(&output.stderr);
    let output = if said.contains("offline") { cargo(&[])? } else { output };
    if output.status.success() {
        return Ok(false);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(CheckFailed(format!("the exported engine in {} was not built; cargo says:\n{}", folder.display(), said.trim_end())).into())
}

/// Whether rustc has the standard library for the web.
fn has_wasm() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]).output();
    let folder = output.ok().map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let entries = folder.and_then(|folder| folder.read_dir().ok()).into_iter().flatten();
    entries.filter_map(Result::ok).any(|entry| entry.file_name().to_string_lossy().starts_with("libstd"))
}

/// The nodes in lines such as `position 1: 123 nodes in 0.1 s`.
fn nodes(text: &str) -> Vec<u64> {
    let lines = text.lines().filter(|line| line.starts_with("position "));
    lines.filter_map(|line| line.split_whitespace().nth(2)?.parse().ok()).collect()
}

/// The seconds in lines such as `round 1: compiled 0.1 s, at run time 0.2 s`.
fn rounds(text: &str) -> Vec<(f64, f64)> {
    let lines = text.lines().filter(|line| line.starts_with("round "));
    let round = |line: &str| {
        let mut numbers = line.split_whitespace().skip(2).filter_map(|word| word.parse().ok());
        Some((numbers.next()?, numbers.next()?))
    };
    lines.filter_map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "position 1: 12 nodes in 0.1 s\nposition 2: 30 nodes in 0.3 s\ntotal: 42 nodes in 0.4 s, 105 nodes/s\n\
        round 1: compiled 0.5 s, at run time 1.0 s\nround 2: compiled 0.5 s, at run time 0.75 s\nround 3: compiled 1 s, at run time 1.25 s\n";

    fn checked(expected: &[u64]) -> Checked {
        let found = nodes(TEXT);
        Checked {
            program: "x".into(),
            built_in: Duration::ZERO,
            offline: true,
            nodes: expected.iter().enumerate().map(|(at, &expected)| (expected, found.get(at).copied())).collect(),
            rounds: rounds(TEXT),
            complaint: String::new(),
            wasm: Wasm::NoTarget,
        }
    }

    #[test]
    fn the_bench_is_read() {
        assert!(checked(&[12, 30]).result().is_ok());
        assert_eq!(checked(&[12, 30]).speed(), Some([1.5, 1.25, 2.0]));
        let told = checked(&[12, 30]).as_json();
        assert_eq!((&told["equal"], &told["speed"]["median"]), (&true.into(), &1.5.into()));
    }

    #[test]
    fn other_nodes_are_a_failure() {
        for (expected, said) in
            [(&[12, 31][..], "in position 2 of the bench it has 30 nodes, and the spec 31"), (&[12, 30, 7], "it has nothing")]
        {
            let error = checked(expected).result().unwrap_err();
            assert!(error.is::<CheckFailed>() && error.to_string().contains(said), "{error}");
        }
    }
}
