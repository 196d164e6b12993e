// Prints a digest of the sources of the crate that is being built.

use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=build.rs");
    let mut digest = 0xcbf2_9ce4_8422_2325;
    add(Path::new("src"), &mut digest);
    println!("cargo::rustc-env=PLYSMITH_BUILD={digest:016x}");
}

/// Adds every source file, by name and text, in the order of their names (FNV-1a).
fn add(folder: &Path, digest: &mut u64) {
    let mut paths: Vec<_> = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add(&path, digest);
            continue;
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = fs::read(&path).unwrap_or_default();
        for byte in name.bytes().chain([0]).chain(text).chain([0]) {
            *digest = (*digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
