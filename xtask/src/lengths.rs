//! How long the source files are.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo::root;
use crate::steps::Done;

/// Above this there should be a reason.
const LONG: usize = 600;

/// Names the files that have grown long; that is no failure.
pub fn check() -> Result<Done> {
    let root = root();
    let mut files = Vec::new();
    for folder in ["crates", "bench", "examples", "fuzz", "xtask"] {
        collect(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut long = 0;
    for file in &files {
        let lines = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?.lines().count();
        if lines > LONG {
            let name = file.strip_prefix(&root).unwrap_or(file).display();
            println!("warning: {name} has {lines} lines; above {LONG} there should be a reason");
            long += 1;
        }
    }
    println!("{} files, {long} of them above {LONG} lines", files.len());
    Ok(if long == 0 { Done::Passed } else { Done::Noted(format!("{long} files above {LONG} lines")) })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
