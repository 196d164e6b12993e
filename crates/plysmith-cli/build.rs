//! Carries the sources of the core and of the games with the program, so that `export` can write an engine that stands alone.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut text = String::new();
    for (name, folder, about, needed) in [
        ("CORE", "crates/plysmith", "core", true),
        ("GAMES", "crates/plysmith-games", "games", std::env::var_os("CARGO_FEATURE_BUNDLED").is_some()),
    ] {
        let folder = root.join(folder);
        if needed {
            println!("cargo::rerun-if-changed={}", folder.display());
            let mut files = Vec::new();
            collect(&folder, &mut files);
            list(&mut text, name, about, &folder, &files);
        }
    }
    let around: Vec<PathBuf> = ["Cargo.toml", "Cargo.lock", "LICENSE-APACHE", "LICENSE-MIT"].map(|name| root.join(name)).into();
    let around: Vec<PathBuf> = around.into_iter().filter(|path| path.is_file()).collect();
    for path in &around {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    list(&mut text, "AROUND", "folder around both", &root, &around);
    let out = std::env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("sources.rs"), text).expect("cargo's folder can be written to");
}

/// Writes a constant with the files, each by its name from the folder on.
fn list(text: &mut String, name: &str, about: &str, folder: &Path, files: &[PathBuf]) {
    writeln!(text, "/// The files of the {about}.\npub const {name}: &[(&str, &[u8])] = &[").expect("a string takes everything");
    for path in files {
        let short = path.strip_prefix(folder).expect("it is below").to_string_lossy().replace('\\', "/");
        writeln!(text, "    ({short:?}, include_bytes!({:?})),", path.display().to_string()).expect("a string takes everything");
    }
    text.push_str("];\n");
}

/// What a crate is built from: everything but tests and examples.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_test = ["tests", "testing", "examples", "benches", "snapshots"].contains(&stem.as_str()) || stem.ends_with("_tests");
        if is_test || stem.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
