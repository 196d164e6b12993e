//! The sources that an exported engine carries: those of the core and of its game.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use toml::Table;

use super::manifest::Standalone;
use crate::input::games::Origin;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/sources.rs"));
}

/// A name, with slashes between folders, and a content.
pub type File = (String, Vec<u8>);

/// A crate to be carried.
pub struct Carried {
    /// What its manifest says, changed so that it stands alone.
    pub manifest: Standalone,
    /// Its files, the manifest among them.
    pub files: Vec<File>,
}

/// Everything that an engine is built from.
pub struct Sources {
    /// The core.
    pub core: Carried,
    /// The crate of the game.
    pub game: Carried,
    /// The feature of that crate that the game needs.
    pub feature: Option<String>,
    /// The Rust expression that makes the game.
    pub expression: String,
    /// A lock with the versions of all dependencies, of which there may be more than are needed.
    pub lock: String,
    /// The licences of what is carried.
    pub licences: Vec<File>,
}

impl Sources {
    /// Those of a game. For a game of one's own, `folder` is its crate and `make` the expression that makes it, where these cannot be known.
    pub fn of(origin: &Origin, folder: Option<&Path>, make: Option<&str>) -> Result<Sources> {
        let around =
            |name: &str| embedded::AROUND.iter().find(|(other, _)| *other == name).and_then(|(_, text)| str::from_utf8(text).ok());
        let workspace = around("Cargo.toml").filter(|_| !embedded::CORE.is_empty());
        let workspace =
            workspace.context("this program was built without the sources of plysmith; build it in the folder of plysmith")?;
        let core = carried(owned(embedded::CORE), Some(workspace), None).context("in the sources of plysmith")?;
        let licences = embedded::AROUND.iter().filter(|(name, _)| name.starts_with("LICENSE"));
        let licences = licences.map(|(name, text)| (name.to_string(), text.to_vec())).collect();
        let lock = around("Cargo.lock").unwrap_or_default().to_string();
        match origin {
            #[cfg(feature = "bundled")]
            Origin::Bundled { feature, expression } => {
                if folder.is_some() || make.is_some() {
                    bail!("--source and --make are for a game of one's own; this one comes with plysmith");
                }
                let files = of_feature(owned(embedded::GAMES), feature)?;
                let game = carried(files, Some(workspace), Some(feature)).context("in the sources of the games")?;
                let expression = format!("{}::{expression}", game.manifest.library);
                Ok(Sources { core, game, feature: Some(feature.clone()), expression, lock, licences })
            }
            Origin::Own { kind, default } => {
                let folder = own_folder(folder)?;
                let game = own(&folder)?;
                let expression = own_expression(kind, *default, make, &game.manifest, &folder)?;
                let own_lock = above(&folder, "Cargo.lock").and_then(|path| fs::read_to_string(path).ok());
                Ok(Sources { core, game, feature: None, expression, lock: own_lock.unwrap_or(lock), licences })
            }
        }
    }
}

fn owned(files: &[(&str, &[u8])]) -> Vec<File> {
    files.iter().map(|(name, bytes)| (name.to_string(), bytes.to_vec())).collect()
}

/// A crate by its files.
fn carried(mut files: Vec<File>, workspace: Option<&str>, feature: Option<&str>) -> Result<Carried> {
    let manifest = files.iter_mut().find(|(name, _)| name == "Cargo.toml").context("there is no Cargo.toml")?;
    let standalone = Standalone::of(str::from_utf8(&manifest.1)?, workspace, feature)?;
    manifest.1 = standalone.text.clone().into_bytes();
    Ok(Carried { manifest: standalone, files })
}

/// Of the games, those files that one feature needs: a module bears the name of its feature, and a data file is needed where its name is mentioned.
#[cfg(feature = "bundled")]
fn of_feature(files: Vec<File>, feature: &str) -> Result<Vec<File>> {
    let manifest = files.iter().find(|(name, _)| name == "Cargo.toml").context("there is no Cargo.toml")?;
    let manifest: Table = str::from_utf8(&manifest.1)?.parse()?;
    let features = manifest.get("features").and_then(toml::Value::as_table).into_iter().flatten();
    let others: Vec<String> =
        features.map(|(name, _)| name.replace('-', "_")).filter(|name| *name != feature.replace('-', "_")).collect();
    let is_code = |name: &str| name.ends_with(".rs");
    let is_other = |name: &str| {
        let module = name.strip_prefix("src/").and_then(|rest| rest.split(['/', '.']).next());
        module.is_some_and(|module| others.iter().any(|other| other == module))
    };
    let (code, data): (Vec<File>, Vec<File>) =
        files.into_iter().filter(|(name, _)| !is_other(name)).partition(|(name, _)| is_code(name));
    let mentioned = |name: &str| {
        let short = name.rsplit('/').next().unwrap_or(name);
        code.iter().any(|(_, text)| String::from_utf8_lossy(text).contains(&format!("/{short}\"")))
    };
    let data: Vec<File> = data.into_iter().filter(|(name, _)| name == "Cargo.toml" || mentioned(name)).collect();
    Ok(code.into_iter().chain(data).collect())
}

/// The folder of the crate of one's own game: the one named, or that of which cargo runs the program.
fn own_folder(named: Option<&Path>) -> Result<PathBuf> {
    let from_cargo = || std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let folder = named.map(PathBuf::from).or_else(from_cargo);
    let folder = folder.context(
        "where the sources of the game are is known only under `cargo run`; name the folder of its crate with --source DIR",
    )?;
    ensure!(
        folder.join("Cargo.toml").is_file(),
        "{} is no crate: it has no Cargo.toml; name the folder of the game with --source DIR",
        folder.display()
    );
    Ok(folder)
}

/// The crate of one's own game: all that its library may be built from.
fn own(folder: &Path) -> Result<Carried> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    let text = fs::read_to_string(folder.join("Cargo.toml"))
        .with_context(|| format!("cannot read the Cargo.toml in {}", folder.display()))?;
    let workspace =
        folder.ancestors().skip(1).map(|above| above.join("Cargo.toml")).filter_map(|path| fs::read_to_string(path).ok());
    let workspace = workspace.into_iter().find(|text| text.parse::<Table>().is_ok_and(|table| table.contains_key("workspace")));
    let has_own = text.parse::<Table>().is_ok_and(|table| table.contains_key("workspace"));
    let workspace = if has_own { Some(text) } else { workspace };
    let carried = carried(files, workspace.as_deref(), None).with_context(|| format!("in the crate {}", folder.display()))?;
    let library = carried.files.iter().any(|(name, _)| name == "src/lib.rs") || carried.manifest.text.contains("[lib]");
    ensure!(
        library,
        "{} has no library: move the rules of the game to src/lib.rs, and leave one line in src/main.rs",
        folder.display()
    );
    Ok(carried)
}

/// Everything below a folder but programs, tests, what cargo has built, and what is hidden.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) -> Result<()> {
    const LEFT_OUT: [&str; 8] = ["target", "tests", "examples", "benches", "plysmith-runs", "forged", "src/main.rs", "src/bin"];
    let entries = fs::read_dir(folder).with_context(|| format!("cannot look into {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        let short = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{prefix}{short}");
        if short.starts_with('.') || LEFT_OUT.contains(&name.as_str()) || name == "Cargo.lock" || is_exported(&path) {
            continue;
        }
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else {
            files.push((name, fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?));
        }
    }
    Ok(())
}

/// An engine exported into the folder of the game is no part of the game.
fn is_exported(path: &Path) -> bool {
    path.join(super::MARK).is_file()
}

/// The Rust expression that makes one's own game.
fn own_expression(kind: &str, default: bool, make: Option<&str>, manifest: &Standalone, folder: &Path) -> Result<String> {
    if let Some(make) = make {
        return Ok(make.into());
    }
    let library = kind.split("::").next().unwrap_or_default();
    ensure!(
        library == manifest.library,
        "the rules are in the crate `{library}`, and {} is the crate `{}`; name the folder of the game with --source DIR",
        folder.display(),
        manifest.library
    );
    if !default {
        bail!(
            "how Rust makes this game is not known, because the program was given its value; write it down with --make '{kind}::new(…)'"
        );
    }
    Ok(format!("<{kind} as Default>::default()"))
}

/// A file in a folder or the next one above that has it.
fn above(folder: &Path, name: &str) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::atomic_folder::testing::Folder;

    fn names(files: &[File]) -> Vec<&str> {
        files.iter().map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn the_core_is_carried_without_its_tests() {
        let names: Vec<&str> = embedded::CORE.iter().map(|(name, _)| *name).collect();
        for needed in ["Cargo.toml", "build.rs", "digest.rs", "src/lib.rs", "src/enhance/table.rs"] {
            assert!(names.contains(&needed), "{needed}");
        }
        assert!(!names.iter().any(|name| name.contains("test")), "{names:?}");
    }

    #[cfg(feature = "bundled")]
    #[test]
    fn of_the_games_one_is_carried() {
        let chess = of_feature(owned(embedded::GAMES), "chess").unwrap();
        let names = names(&chess);
        for needed in
            ["Cargo.toml", "build.rs", "src/lib.rs", "src/chess.rs", "src/chess/atoms.rs", "src/bits.rs", "presets/chess.toml"]
        {
            assert!(names.contains(&needed), "{needed} of {names:?}");
        }
        for other in ["src/halma.rs", "src/register.rs", "src/critical_mass/atoms.rs", "presets/ataxx.toml"] {
            assert!(!names.contains(&other), "{other}");
        }
    }

    /// A crate of one's own as `new` writes it.
    fn crate_of_my_own(folder: &Folder) {
        let manifest = "[package]\nname = \"my-game\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\nplysmith = { path = \"/somewhere\" }\n\
            plysmith-cli = { path = \"/somewhere\" }\n[workspace]";
        let files = [
            ("Cargo.toml", manifest),
            ("src/lib.rs", "1"),
            ("src/main.rs", "2"),
            ("tests/rules.rs", "3"),
            ("target/x", "4"),
            ("data/book.txt", "5"),
            (".git/x", "6"),
        ];
        for (name, text) in files {
            let path = folder.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    #[test]
    fn a_game_of_ones_own_is_carried_without_its_program() {
        let folder = Folder::new();
        crate_of_my_own(&folder);
        let origin = |kind: &str, default| Origin::Own { kind: kind.into(), default };
        let sources = Sources::of(&origin("my_game::Rules", true), Some(&folder.0), None).unwrap();
        assert_eq!(sources.expression, "<my_game::Rules as Default>::default()");
        assert_eq!(names(&sources.game.files), ["Cargo.toml", "data/book.txt", "src/lib.rs"]);
        assert!(!sources.game.manifest.text.contains("somewhere"), "{}", sources.game.manifest.text);
        let refused = |origin: &Origin, expected: &str| {
            let error = format!("{:#}", Sources::of(origin, Some(&folder.0), None).err().unwrap());
            assert!(error.contains(expected), "{error}");
        };
        refused(&origin("my_game::Rules", false), "--make 'my_game::Rules::new(…)'");
        refused(&origin("other::Rules", true), "the rules are in the crate `other`");
        let made = Sources::of(&origin("my_game::Rules", false), Some(&folder.0), Some("my_game::Rules::new(3)")).unwrap();
        assert_eq!(made.expression, "my_game::Rules::new(3)");
        fs::remove_file(folder.0.join("src/lib.rs")).unwrap();
        refused(&origin("my_game::Rules", true), "has no library: move the rules");
        fs::remove_file(folder.0.join("Cargo.toml")).unwrap();
        refused(&origin("my_game::Rules", true), "has no Cargo.toml; name the folder of the game with --source DIR");
    }
}
