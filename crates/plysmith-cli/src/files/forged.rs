//! Folders that `forge` has written: a spec with everything that belongs to it, and a list by which damage is noticed.
//!
//! `forged.json` names the game, the build and every other file with the digest of its content. A folder is written as a whole; one that is there
//! is replaced only if nothing else is in it.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::files::atomic_folder::{AtomicFolder, is_free};

/// The list of what belongs to a forged folder.
pub const MANIFEST: &str = "forged.json";
/// The file with the spec.
pub const SPEC: &str = "spec.toml";
/// The version of the list.
const SCHEMA: u64 = 1;

/// What is in a forged folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Forged {
    /// The game.
    pub game: String,
    /// The version of plysmith that forged it.
    pub version: String,
    /// What that plysmith was built from.
    pub build: String,
    /// Names, with slashes between folders, and contents; the list itself is not among them.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Forged {
    /// Reads a folder and verifies every file of its list. What else is there is left alone.
    pub fn read(folder: &Path) -> Result<Forged> {
        let (game, version, build, digests) = list(folder)?;
        let mut files = BTreeMap::new();
        for (name, digest) in digests {
            let remedy = "forge again, or restore it";
            let bytes = fs::read(folder.join(&name)).map_err(|error| match error.kind() {
                ErrorKind::NotFound => anyhow::anyhow!("`{name}` is missing from {}; {remedy}", folder.display()),
                _ => anyhow::anyhow!("cannot read `{name}` in {}: {error}; {remedy}", folder.display()),
            })?;
            if self::digest(&bytes) != digest {
                let other = if name == SPEC {
                    format!(", or use it as it is with `{game} --spec {}`", folder.join(SPEC).display())
                } else {
                    String::new()
                };
                bail!("`{name}` in {} was changed since it was forged; {remedy}{other}", folder.display());
            }
            files.insert(name, bytes);
        }
        ensure!(files.contains_key(SPEC), "{} has no {SPEC} in its list; forge again", folder.join(MANIFEST).display());
        Ok(Forged { game, version, build, files })
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Result<&str> {
        let bytes = self.files.get(name).with_context(|| format!("the forged folder has no `{name}`; forge again"))?;
        std::str::from_utf8(bytes).with_context(|| format!("`{name}` is no text; forge again"))
    }

    /// Refuses a folder that cannot be written, or in which something would be lost that no forge has written.
    #[cfg_attr(not(feature = "lab"), allow(dead_code, reason = "only `forge` writes"))]
    pub fn may_write(folder: &Path) -> Result<()> {
        if !is_free(folder)? {
            let (_, _, _, digests) = list(folder).context("what is there was not forged; choose another folder with --to")?;
            let foreign = names(folder)?.into_iter().find(|name| name != MANIFEST && !digests.contains_key(name));
            if let Some(name) = foreign {
                bail!(
                    "{} holds `{name}`, which was not forged and would be lost; move it away, or choose another folder with --to",
                    folder.display()
                );
            }
        }
        // What is not put leaves nothing behind.
        AtomicFolder::beside(folder).map(drop)
    }

    /// Writes the folder as a whole. One that is there is replaced.
    #[cfg_attr(not(feature = "lab"), allow(dead_code, reason = "only `forge` writes"))]
    pub fn write(&self, folder: &Path) -> Result<()> {
        Forged::may_write(folder)?;
        let staged = AtomicFolder::beside(folder)?;
        let mut digests = serde_json::Map::new();
        for (name, bytes) in &self.files {
            ensure!(is_inside(name) && name != MANIFEST, "`{name}` cannot be the name of a file in a forged folder");
            staged.write(name, bytes)?;
            digests.insert(name.clone(), digest(bytes).into());
        }
        let list = json!({"schema": SCHEMA, "game": self.game, "version": self.version, "build": self.build, "files": digests});
        staged.write(MANIFEST, format!("{list:#}\n").as_bytes())?;
        staged.put()
    }
}

/// Whether a folder says of itself that it was forged.
pub fn is_forged(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Game, version, build, and the digests by name.
type List = (String, String, String, BTreeMap<String, String>);

/// The list of a folder.
fn list(folder: &Path) -> Result<List> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow::anyhow!("{} is no forged folder: it has no {MANIFEST}", folder.display()),
        _ => anyhow::anyhow!("cannot read {}: {error}; forge again, or restore it", path.display()),
    })?;
    let damaged = || format!("{} is damaged; forge again, or restore it", path.display());
    let list: Value = serde_json::from_str(&text).with_context(damaged)?;
    let schema = list["schema"].as_u64().with_context(damaged)?;
    ensure!(schema == SCHEMA, "{} has the schema {schema}, and this program reads {SCHEMA}; forge again", path.display());
    let text = |key: &str| list[key].as_str().map(String::from).with_context(damaged);
    let mut digests = BTreeMap::new();
    for (name, digest) in list["files"].as_object().with_context(damaged)? {
        ensure!(is_inside(name), "{} names `{name}`, which is outside of its folder; forge again", path.display());
        digests.insert(name.clone(), digest.as_str().with_context(damaged)?.into());
    }
    Ok((text("game")?, text("version")?, text("build")?, digests))
}

/// Whether a name stays inside of the folder.
fn is_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    !name.is_empty() && !name.contains('\\') && parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Every file below a folder, by its name with slashes.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot look into {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            names.extend(self::names(&entry.path())?.into_iter().map(|below| format!("{name}/{below}")));
        } else {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::atomic_folder::testing::Folder;

    fn forged(spec: &str) -> Forged {
        let files = [(SPEC, spec), ("report.html", "<p>"), ("learned/order.txt", "1 2 3")];
        Forged {
            game: "breakthrough".into(),
            version: "0.1.0".into(),
            build: "b".into(),
            files: files.map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).into(),
        }
    }

    fn said<T>(result: Result<T>) -> String {
        format!("{:#}", result.err().expect("it is refused"))
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = Folder::new();
        let place = folder.0.join("forged/breakthrough");
        forged("[alpha_beta]").write(&place).unwrap();
        assert_eq!(Forged::read(&place).unwrap(), forged("[alpha_beta]"));
        assert_eq!(Forged::read(&place).unwrap().text(SPEC).unwrap(), "[alpha_beta]");
        forged("[alpha_beta]\n[table]").write(&place).unwrap();
        assert_eq!(Forged::read(&place).unwrap(), forged("[alpha_beta]\n[table]"));
        assert_eq!(folder.names(), ["forged"]);
    }

    #[test]
    fn damage_is_named_with_the_remedy() {
        let folder = Folder::new();
        let place = folder.0.join("x");
        let damaged = |name: &str, text: Option<&str>, expected: &[&str]| {
            forged("[alpha_beta]").write(&place).unwrap();
            match text {
                Some(text) => fs::write(place.join(name), text).unwrap(),
                None => fs::remove_file(place.join(name)).unwrap(),
            }
            let said = said(Forged::read(&place));
            for expected in expected {
                assert!(said.contains(expected), "{said}\n  wanted: {expected}");
            }
            fs::remove_dir_all(&place).unwrap();
        };
        damaged(SPEC, Some("[alpha_beta]\n"), &["`spec.toml` in", "was changed", "forge again, or restore it", "--spec"]);
        damaged("learned/order.txt", Some("1 2 4"), &["`learned/order.txt` in", "was changed since it was forged; forge again"]);
        damaged("report.html", None, &["`report.html` is missing from", "forge again, or restore it"]);
        damaged(MANIFEST, None, &["is no forged folder: it has no forged.json"]);
        damaged(MANIFEST, Some("{"), &["forged.json is damaged; forge again"]);
        damaged(MANIFEST, Some("{\"schema\": 1}"), &["forged.json is damaged"]);
        damaged(MANIFEST, Some("{\"schema\": 2}"), &["has the schema 2, and this program reads 1; forge again"]);
        let outside = "{\"schema\": 1, \"game\": \"x\", \"version\": \"\", \"build\": \"\", \"files\": {\"../y\": \"\"}}";
        damaged(MANIFEST, Some(outside), &["names `../y`, which is outside"]);
        damaged(MANIFEST, Some(&outside.replace("{\"../y\": \"\"}", "{}")), &["has no spec.toml in its list"]);
    }

    #[test]
    fn another_file_does_not_disturb_but_is_not_lost_either() {
        let folder = Folder::new();
        let place = folder.0.join("x");
        forged("[alpha_beta]").write(&place).unwrap();
        fs::write(place.join("learned/notes.txt"), "mine").unwrap();
        assert_eq!(Forged::read(&place).unwrap(), forged("[alpha_beta]"));
        let refused = said(forged("").write(&place));
        assert!(refused.contains("holds `learned/notes.txt`") && refused.contains("would be lost"), "{refused}");
        assert_eq!(fs::read_to_string(place.join("learned/notes.txt")).unwrap(), "mine");
        assert_eq!(folder.names(), ["x"]);
    }

    #[test]
    fn a_folder_of_somebody_else_is_not_replaced() {
        let folder = Folder::new();
        fs::write(folder.0.join("mine.txt"), "mine").unwrap();
        let refused = said(forged("").write(&folder.0));
        assert!(refused.contains("was not forged; choose another folder with --to"), "{refused}");
        let refused = said(forged("").write(&folder.0.join("mine.txt")));
        assert!(refused.contains("is a file; choose another folder"), "{refused}");
        let refused = said(forged("").write(&folder.0.join("mine.txt/below")));
        assert!(refused.contains("choose another folder"), "{refused}");
        assert_eq!(folder.names(), ["mine.txt"]);
    }

    #[test]
    fn a_name_that_leads_outside_is_not_written() {
        let folder = Folder::new();
        for name in ["../x", "/x", "", "a\\b", MANIFEST] {
            let mut forged = forged("");
            forged.files.insert(name.into(), Vec::new());
            assert!(said(forged.write(&folder.0.join("x"))).contains("cannot be the name of a file"), "{name}");
        }
        assert_eq!(folder.names(), [""; 0]);
    }
}
