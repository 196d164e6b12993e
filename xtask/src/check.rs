//! Everything that can be said without running the program, cheapest first.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::Command;
use crate::cargo::{ask, cargo, root, run};
use crate::lengths;
use crate::steps::{Done, simple, step, take};

pub const COMMAND: Command = Command {
    name: "check",
    usage: "",
    about: "formatting, lints, docs, the core for the web, each game alone, file lengths; cheapest first",
    run: |args| {
        args.finish()?;
        all()
    },
};

const WASM: &str = "wasm32-unknown-unknown";

/// The whole check.
pub fn all() -> Result<()> {
    take(
        "check",
        vec![
            simple("format", format),
            simple("clippy", || {
                run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]))
            }),
            simple("docs", docs),
            step("wasm", wasm),
            step("features", features),
            step("file lengths", lengths::check),
        ],
    )
}

fn format() -> Result<()> {
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    run(&mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
}

/// Of the libraries only: the program `plysmith` would overwrite the pages of the crate of that name.
fn docs() -> Result<()> {
    run(cargo(&["doc", "--workspace", "--lib", "--no-deps", "--all-features"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// The core compiles for the web, where rustc has the standard library for it.
fn wasm() -> Result<Done> {
    let library = ask("rustc", &["--print", "target-libdir", "--target", WASM]).unwrap_or_default();
    let parts = fs::read_dir(library).map(|files| files.filter_map(Result::ok).map(|file| file.file_name()).collect::<Vec<_>>());
    let has = |part: &str| parts.iter().flatten().any(|name| name.to_string_lossy().starts_with(part));
    if !(has("libcore") && has("libstd")) {
        println!("The target {WASM} is not installed, so whether the core compiles for it is not checked.");
        println!("To check it: rustup target add {WASM}");
        return Ok(Done::Skipped(format!("rustup target add {WASM}")));
    }
    run(&mut cargo(&["check", "-p", "plysmith", "--target", WASM]))?;
    Ok(Done::Passed)
}

/// Each game compiles without the others.
fn features() -> Result<Done> {
    let manifest = root().join("crates/plysmith-games/Cargo.toml");
    let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    let names = feature_names(&text);
    ensure!(!names.is_empty(), "{} has no features", manifest.display());
    for name in &names {
        run(&mut cargo(&["check", "--quiet", "-p", "plysmith-games", "--no-default-features", "--features", name]))?;
    }
    // A game author may do without the lab, and without the bundled games.
    for features in ["", "bundled", "lab"] {
        run(&mut cargo(&["check", "--quiet", "-p", "plysmith-cli", "--no-default-features", "--features", features]))?;
    }
    Ok(Done::Noted(format!("{} features alone", names.len() + 3)))
}

/// The names in the section `[features]`, without `default`.
fn feature_names(manifest: &str) -> Vec<String> {
    let section = manifest.lines().map(str::trim).skip_while(|line| *line != "[features]").skip(1);
    let lines = section.take_while(|line| !(line.starts_with('[') && line.ends_with(']')));
    // A list may go on over several lines; only the first of them has the name.
    let names = lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
    names.map(|(name, _)| name.trim().trim_matches('"').to_string()).filter(|name| name != "default").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_from_their_section_alone() {
        let manifest = "[package]\nname = \"x\"\n\n[features]\ndefault = [\n  \"go\",\n]\n# go = no\ngo = []\ntic-tac-toe = [\"go\"]\n\n[dependencies]\ny = \"1\"";
        assert_eq!(feature_names(manifest), ["go", "tic-tac-toe"]);
        assert!(feature_names("[package]\nname = \"x\"").is_empty());
    }
}
