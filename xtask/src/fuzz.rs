//! The fuzz targets: libFuzzer on stable Rust, without cargo-fuzz.
//!
//! A target is a file in `fuzz/src/bin/`, its first inputs are in `fuzz/seeds/<target>/`. The compiler's coverage pass is switched on by flags
//! that stable has; the C++ of libFuzzer comes with the crate libfuzzer-sys. What a run finds on the way is thrown away, what makes it crash is
//! kept in `fuzz/artifacts/<target>/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::Command;
use crate::args::Args;
use crate::cargo::{ask, cargo, root, run, target};
use crate::steps::Done;

pub const COMMAND: Command = Command {
    name: "fuzz",
    usage: "[TARGET...] [--seconds N] [--seed N]\n       cargo xtask fuzz TARGET --input FILE\n
  --seconds N    how long each target runs (default 5)
  --seed N       of the random choices (default 1)
  --input FILE   run the target once, on this input",
    about: "builds and runs the fuzz targets, 5 seconds each",
    run: command,
};

/// How long each target runs when nothing else is said.
pub const BRIEFLY: u64 = 5;

/// At most so many inputs for each second, so that a fast target on a fast machine ends early.
const RUNS_A_SECOND: u64 = 100_000;

/// What makes the compiler count which edges are taken and hand over what is compared.
const COVERAGE: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1 --cfg fuzzing";

fn command(args: &mut Args) -> Result<()> {
    let seconds = args.value("--seconds")?.unwrap_or(BRIEFLY);
    let seed = args.value("--seed")?.unwrap_or(1);
    let input: Option<PathBuf> = args.value("--input")?;
    let known = targets()?;
    let mut chosen = args.names(&known.iter().map(String::as_str).collect::<Vec<_>>())?;
    if let Some(input) = input {
        let [target] = &chosen[..] else { bail!("--input needs one target: {}", known.join(", ")) };
        let input = std::path::absolute(input)?;
        return run(process::Command::new(build()?.join(target)).arg(input));
    }
    if chosen.is_empty() {
        chosen = known;
    }
    some(&chosen, seconds, seed)
}

/// Every target, for so many seconds each.
pub fn all(seconds: u64) -> Result<Done> {
    let targets = targets()?;
    some(&targets, seconds, 1)?;
    Ok(Done::Noted(format!("{} targets", targets.len())))
}

fn some(targets: &[String], seconds: u64, seed: u32) -> Result<()> {
    let programs = build()?;
    for target in targets {
        fuzz(target, &programs.join(target), seconds, seed)?;
    }
    Ok(())
}

/// The names of the targets.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/src/bin");
    let files = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut names = Vec::new();
    for file in files {
        let path = file?.path();
        if let (Some(name), true) = (path.file_stem(), path.extension().is_some_and(|extension| extension == "rs")) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    ensure!(!names.is_empty(), "there are no targets in {}", folder.display());
    names.sort();
    Ok(names)
}

/// Builds all targets and says where they are.
fn build() -> Result<PathBuf> {
    let version = ask("rustc", &["-vV"]).context("rustc does not say what it is")?;
    let host =
        version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc does not say for which machine it compiles")?;
    let place = target().join("fuzz");
    // With the target named, even though it is this machine, the flags do not reach build scripts, which could not be linked with them.
    let mut command =
        cargo(&["build", "--release", "--bins", "--manifest-path", "fuzz/Cargo.toml", "--target", host, "--target-dir"]);
    run(command.arg(&place).env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", COVERAGE))?;
    Ok(place.join(host).join("release"))
}

fn fuzz(target: &str, program: &Path, seconds: u64, seed: u32) -> Result<()> {
    let seeds = root().join("fuzz/seeds").join(target);
    let artifacts = root().join("fuzz/artifacts").join(target);
    let corpus = crate::cargo::target().join("fuzz/corpus").join(target);
    ensure!(seeds.is_dir(), "the target {target} has no seeds in {}", seeds.display());
    if corpus.exists() {
        fs::remove_dir_all(&corpus).with_context(|| format!("cannot empty {}", corpus.display()))?;
    }
    fs::create_dir_all(&corpus).with_context(|| format!("cannot make {}", corpus.display()))?;
    fs::create_dir_all(&artifacts).with_context(|| format!("cannot make {}", artifacts.display()))?;
    let before = files(&artifacts)?;
    let output = process::Command::new(program)
        .args([&corpus, &seeds])
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-runs={}", seconds.saturating_mul(RUNS_A_SECOND)))
        .arg(format!("-seed={seed}"))
        .args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=1024", "-print_final_stats=1"])
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let log = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        let runs = log.lines().find_map(|line| line.strip_prefix("Done ")).unwrap_or("no number of runs");
        println!("{target:<10} {runs}, {} inputs worth keeping, seed {seed}", files(&corpus)?.len());
        return Ok(());
    }
    println!("{target:<10} FAILED");
    println!("{}", what_happened(&log));
    let found: Vec<PathBuf> = files(&artifacts)?.difference(&before).cloned().collect();
    for input in &found {
        let input = input.strip_prefix(root()).unwrap_or(input).display();
        println!("The input is {input}\nTo run it again: cargo xtask fuzz {target} --input {input}");
        println!("When it is mended, keep the input as a test: move it to fuzz/seeds/{target}/ under a name that says what it is.");
    }
    bail!("the fuzz target {target} failed with {} (seed {seed})", output.status)
}

fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect()
}

/// The part of a log that says why it failed: from the panic, the error or the alarm on.
fn what_happened(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let begins = |line: &&str| line.contains("panicked at") || line.contains("ERROR: libFuzzer") || line.starts_with("ALARM");
    let first = lines.iter().position(begins).unwrap_or(lines.len().saturating_sub(20));
    lines[first..]
        .iter()
        .take(20)
        .map(|line| format!("  {}", line.chars().take(300).collect::<String>()))
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_log_the_panic_is_shown() {
        let log = format!("{}thread 'x' panicked at y\nbecause\n", "#1 NEW\n".repeat(100));
        assert_eq!(what_happened(&log), "  thread 'x' panicked at y\n  because");
    }

    #[test]
    fn every_target_has_seeds() {
        for target in targets().unwrap() {
            let seeds = files(&root().join("fuzz/seeds").join(&target)).unwrap();
            assert!(!seeds.is_empty(), "{target}");
        }
    }
}
