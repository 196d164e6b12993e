//! `new`: a crate for a game of one's own, complete and ready to be changed.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::builder::{OsStringValueParser, TypedValueParser};
use serde_json::json;

use crate::output::terminal::Terminal;

/// Write a crate for a game of your own
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith new my-game\n  plysmith new my-game --dir games/mine\n\n\
    The crate holds a small complete game that passes its own checks. Its comments say what to change, and in which order. \
    docs/adding-a-game.md walks from there to a game that is searched, checked and measured.")]
pub struct Args {
    /// The name of the game and of its crate: lower case, with hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// The folder to write to, new or empty; a folder of that name here if none is given
    #[arg(long, value_name = "DIR", value_parser = OsStringValueParser::new().try_map(folder))]
    dir: Option<PathBuf>,
    /// The folder with the sources of plysmith; the one that this program was built from if none is given
    #[arg(long, value_name = "PATH")]
    plysmith: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The files of the crate. The templates are a game called `my-game`; `Cargo.toml` has another name there, lest cargo takes it for its own.
const FILES: [(&str, &str); 6] = [
    ("Cargo.toml", include_str!("../../templates/manifest.toml")),
    (".gitignore", include_str!("../../templates/gitignore")),
    ("README.md", include_str!("../../templates/readme.md")),
    ("src/lib.rs", include_str!("../../templates/lib.rs")),
    ("src/main.rs", include_str!("../../templates/main.rs")),
    ("tests/rules.rs", include_str!("../../templates/rules.rs")),
];

/// What cargo calls its record of versions.
const LOCK: &str = "Cargo.lock";

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        if let Some(own) = terminal.games.only() {
            bail!("this is the program of the game `{own}`; `new` is a command of the program plysmith");
        }
        check_name(&self.name)?;
        let source = self.source()?;
        let folder = self.dir.clone().unwrap_or_else(|| PathBuf::from(&self.name));
        let files = self.files(&source)?;
        write_all(&folder, &files)?;
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        if self.json {
            return terminal.json(&json!({"name": self.name, "folder": folder, "plysmith": source, "files": names}));
        }
        let out = &mut terminal.out;
        writeln!(out, "{}: a small complete game to change into yours, in {}", self.name, folder.display())?;
        writeln!(out, "  {}\n", names.join("  "))?;
        writeln!(out, "Next:\n  cd {}", folder.display())?;
        writeln!(out, "  cargo test           # its rules pass their checks; the first build takes a minute or two")?;
        writeln!(out, "  cargo run -- play    # play it")?;
        writeln!(out, "Then change src/lib.rs from the top down. Each step is explained in")?;
        writeln!(out, "  {}", source.join("docs").join("adding-a-game.md").display())?;
        Ok(())
    }

    /// The folder with the sources of plysmith.
    fn source(&self) -> Result<PathBuf> {
        let remedy = "say where the sources of plysmith are with --plysmith PATH";
        let built_from = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let asked = self.plysmith.clone().unwrap_or_else(built_from);
        let folder = asked.canonicalize();
        let folder = match &self.plysmith {
            Some(path) => folder.with_context(|| format!("there is no folder {}; {remedy}", path.display()))?,
            None => folder.with_context(|| format!("the folder that this program was built from is gone; {remedy}"))?,
        };
        for part in ["plysmith", "plysmith-cli"] {
            let manifest = folder.join("crates").join(part).join("Cargo.toml");
            ensure!(manifest.is_file(), "{} is not the folder of plysmith: it has no crates/{part}; {remedy}", folder.display());
        }
        Ok(folder)
    }

    /// Names and texts of the files.
    fn files(&self, source: &Path) -> Result<Vec<(&'static str, String)>> {
        // What JSON writes between quotes, TOML reads.
        let quoted = |part: &str| {
            let path = source.join("crates").join(part);
            let text = path.to_str().with_context(|| {
                format!("the path {} is not Unicode, which Cargo.toml has to be; move plysmith to another folder", path.display())
            })?;
            Ok::<_, anyhow::Error>(serde_json::to_string(text)?)
        };
        let (core, commands) = (quoted("plysmith")?, quoted("plysmith-cli")?);
        let fill = |text: &str| {
            let named = text.replace("my-game", &self.name).replace("my_game", &self.name.replace('-', "_"));
            named.replace("\"<plysmith>\"", &core).replace("\"<plysmith-cli>\"", &commands)
        };
        let mut files: Vec<_> = FILES.iter().map(|(name, text)| (*name, fill(text))).collect();
        // With the versions that plysmith was tested with, the first build asks nobody which there are.
        files.extend(fs::read_to_string(source.join(LOCK)).ok().map(|text| (LOCK, text)));
        Ok(files)
    }
}

/// A folder by its name; clap's own parser of paths refuses an empty one without a word about what to do.
fn folder(name: OsString) -> Result<PathBuf, &'static str> {
    if name.is_empty() { Err("name a folder, or `.` for the one that you are in") } else { Ok(name.into()) }
}

/// Names that a crate cannot have, or that would hide something: keywords, cargo's own folders, devices of Windows, what the crate uses.
const TAKEN: &str = "abstract alloc as async await aux become box break build com1 con const continue core crate deps \
    do dyn else enum examples extern false final fn for gen if impl in incremental let loop lpt1 macro match mod move mut nul override plysmith \
    plysmith-cli plysmith-games plysmith-lab priv prn proc-macro pub ref return self static std struct super test trait true try type typeof \
    unsafe unsized use virtual where while yield";

/// Refuses what cannot be the name of a crate and of a game.
fn check_name(name: &str) -> Result<()> {
    let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let well_formed = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(letters)
        && !name.ends_with('-')
        && !name.contains("--")
        && name.len() <= 60;
    if !well_formed {
        let words: Vec<String> = name.split(|letter: char| !letter.is_ascii_alphanumeric()).map(str::to_ascii_lowercase).collect();
        let better = words.iter().filter(|word| !word.is_empty()).map(String::as_str).collect::<Vec<_>>().join("-");
        let hint = if better != name && check_name(&better).is_ok() { format!(", such as `{better}`") } else { String::new() };
        bail!(
            "`{name}` cannot be the name of a game: use at most 60 lower-case letters, digits and single hyphens, a letter first{hint}"
        );
    }
    if TAKEN.split_whitespace().any(|taken| taken == name) {
        bail!("`{name}` cannot be the name of a crate, because Rust or cargo use it; `{name}-game` would do");
    }
    Ok(())
}

/// Writes all files, or none: what was made before something failed is removed again.
fn write_all(folder: &Path, files: &[(&str, String)]) -> Result<()> {
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            ensure!(entries.next().is_none(), "the folder {} is not empty; choose another with --dir", folder.display());
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => {
            return Err(error).with_context(|| format!("cannot write to {}; choose another folder with --dir", folder.display()));
        }
    }
    let mut made = Made::default();
    for (name, text) in files {
        let path = folder.join(name);
        let written = made.folder(path.parent().unwrap_or(folder)).and_then(|()| made.file(&path, text));
        written.with_context(|| format!("cannot write {}; choose another folder with --dir", path.display()))?;
    }
    made.keep();
    Ok(())
}

/// What was made so far, in that order. Unless it is to be kept, it goes again.
#[derive(Default)]
struct Made {
    paths: Vec<PathBuf>,
}

impl Made {
    /// Makes a folder and those above it that are missing.
    fn folder(&mut self, folder: &Path) -> std::io::Result<()> {
        if folder.as_os_str().is_empty() || folder.is_dir() {
            return Ok(());
        }
        if let Some(above) = folder.parent() {
            self.folder(above)?;
        }
        fs::create_dir(folder)?;
        self.paths.push(folder.into());
        Ok(())
    }

    fn file(&mut self, path: &Path, text: &str) -> std::io::Result<()> {
        // Never over a file that somebody else has written in the meantime.
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
        self.paths.push(path.into());
        file.write_all(text.as_bytes())
    }

    fn keep(mut self) {
        self.paths.clear();
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for path in self.paths.iter().rev() {
            // Nothing more can be done about what will not go.
            let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_half_way_leaves_nothing() {
        let folder = std::env::temp_dir().join(format!("plysmith-new-{}", std::process::id()));
        let files = [("one", "1".to_string()), ("in/two", "2".into()), ("one/three", "3".into())];
        let error = format!("{:#}", write_all(&folder.join("below"), &files).unwrap_err());
        assert!(error.contains("three") && error.contains("--dir"), "{error}");
        assert!(!folder.exists());
    }

    #[test]
    fn names_are_those_of_crates() {
        for good in ["x", "nim", "connect-four", "five-in-a-row-15x15", "selfish"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for bad in
            ["", "-", "4-in-a-row", "a--b", "a-", "a_b", "Nim", "a b", "../x", "größe", "self", "test", "yield", &"x".repeat(61)]
        {
            assert!(check_name(bad).is_err(), "{bad}");
        }
        let error = check_name("Connect Four!").unwrap_err().to_string();
        assert!(error.ends_with("such as `connect-four`"), "{error}");
    }
}
