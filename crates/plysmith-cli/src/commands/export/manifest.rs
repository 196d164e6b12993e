//! The `Cargo.toml` of a crate, changed so that the crate stands beside the core in a folder of its own: nothing is inherited from a workspace, and
//! nothing refers to a folder elsewhere.

use anyhow::{Context, Result, bail};
use toml::{Table, Value};

/// The core, which every game depends on.
pub const CORE: &str = "plysmith";
/// Crates that a program has for its commands, and an engine does without.
const COMMANDS: [&str; 2] = ["plysmith-cli", "plysmith-lab"];
/// What of a manifest is about building the library.
const KEPT: [&str; 8] = ["package", "features", "dependencies", "build-dependencies", "target", "lib", "lints", "badges"];

/// A crate that stands alone.
#[derive(Debug)]
pub struct Standalone {
    /// The name of the package.
    pub name: String,
    /// The name by which Rust knows it.
    pub library: String,
    /// Its version.
    pub version: String,
    /// The packages that it depends on.
    pub dependencies: Vec<String>,
    /// The manifest.
    pub text: String,
}

impl Standalone {
    /// From a manifest and that of the workspace around it. If a feature is named, only that one is kept, with what it needs.
    pub fn of(manifest: &str, workspace: Option<&str>, feature: Option<&str>) -> Result<Standalone> {
        let read = |text: &str| text.parse::<Table>().context("the Cargo.toml is no valid TOML");
        let mut table = read(manifest)?;
        let workspace = workspace.map(read).transpose()?.and_then(|table| table.get("workspace").cloned());
        let around = Around(workspace.as_ref());
        table.retain(|key, _| KEPT.contains(&key));
        around.fill_package(&mut table)?;
        if table.get("lints").is_some_and(inherits) {
            table.insert("lints".into(), around.get("lints", "")?);
        }
        if let Some(feature) = feature {
            only(&mut table, feature)?;
        }
        let mut names = Vec::new();
        around.fill_dependencies(&mut table, &mut names)?;
        if let Some(Value::Table(targets)) = table.get_mut("target") {
            for target in targets.iter_mut().filter_map(|(_, target)| target.as_table_mut()) {
                target.remove("dev-dependencies");
                around.fill_dependencies(target, &mut names)?;
            }
        }
        if let Some(Value::Table(features)) = table.get_mut("features") {
            for list in features.iter_mut().filter_map(|(_, list)| list.as_array_mut()) {
                list.retain(|entry| {
                    !COMMANDS.contains(&entry.as_str().unwrap_or_default().split(['/', '?']).next().unwrap_or_default())
                });
            }
        }
        let text = |path: [&str; 2]| table.get(path[0])?.get(path[1])?.as_str().map(String::from);
        let name = text(["package", "name"]).context("the Cargo.toml has no package with a name")?;
        names.sort();
        names.dedup();
        Ok(Standalone {
            library: text(["lib", "name"]).unwrap_or_else(|| name.replace('-', "_")),
            version: text(["package", "version"]).unwrap_or_else(|| "0.0.0".into()),
            dependencies: names,
            text: toml::to_string(&table)?,
            name,
        })
    }
}

/// Whether a value is to be taken from the workspace.
fn inherits(value: &Value) -> bool {
    value.get("workspace").and_then(Value::as_bool) == Some(true)
}

/// Leaves one feature, and of the optional dependencies those that it switches on.
fn only(table: &mut Table, feature: &str) -> Result<()> {
    let features = table.get("features").and_then(Value::as_table);
    let names: Vec<String> = features.into_iter().flatten().map(|(name, _)| format!("{name:?}")).collect();
    let list = features.and_then(|features| features.get(feature)).cloned();
    let list = list.with_context(|| format!("the crate has no feature `{feature}`"))?;
    let needed: Vec<String> =
        list.as_array().into_iter().flatten().filter_map(|entry| Some(entry.as_str()?.strip_prefix("dep:")?.into())).collect();
    if let Some(Value::Table(dependencies)) = table.get_mut("dependencies") {
        let is_optional = |value: &Value| value.get("optional").and_then(Value::as_bool) == Some(true);
        dependencies.retain(|name, value| !is_optional(value) || needed.iter().any(|needed| needed == name));
    }
    table.insert("features".into(), Value::Table(Table::from_iter([(feature.to_string(), list)])));
    know(table, &names.join(", "))
}

/// Tells the compiler which features the code may still ask about, lest it takes them for mistakes.
fn know(table: &mut Table, features: &str) -> Result<()> {
    let lints = table.entry("lints").or_insert_with(|| Value::Table(Table::new()));
    let rust = lints.as_table_mut().map(|lints| lints.entry("rust").or_insert_with(|| Value::Table(Table::new())));
    let rust = rust.and_then(Value::as_table_mut).context("the lints of the Cargo.toml are no table")?;
    let known = Value::Array(vec![format!("cfg(feature, values({features}))").into()]);
    rust.insert(
        "unexpected_cfgs".into(),
        Value::Table(Table::from_iter([("level".to_string(), "warn".into()), ("check-cfg".into(), known)])),
    );
    Ok(())
}

/// The workspace around a crate, if it has one.
struct Around<'a>(Option<&'a Value>);

impl Around<'_> {
    /// What the workspace says; `name` may be empty for a whole table.
    fn get(&self, table: &str, name: &str) -> Result<Value> {
        let found = self.0.and_then(|workspace| workspace.get(table));
        let found = if name.is_empty() { found } else { found.and_then(|table| table.get(name)) };
        found.cloned().with_context(|| {
            format!("`{table}` `{name}` is to come from the workspace, which does not have it; write it into the Cargo.toml")
        })
    }

    fn fill_package(&self, table: &mut Table) -> Result<()> {
        let Some(Value::Table(package)) = table.get_mut("package") else { bail!("the Cargo.toml has no package") };
        // What the package shows in a registry is not part of what it is built from.
        package.retain(|key, _| !["readme", "default-run", "exclude", "include", "license-file", "workspace"].contains(&key));
        for (key, value) in package.iter_mut().filter(|(_, value)| inherits(value)) {
            *value = self.get("package", key)?;
        }
        Ok(())
    }

    /// Writes out every dependency of a table; the core is in the folder beside.
    fn fill_dependencies(&self, table: &mut Table, names: &mut Vec<String>) -> Result<()> {
        for kind in ["dependencies", "build-dependencies"] {
            let Some(Value::Table(dependencies)) = table.get_mut(kind) else { continue };
            dependencies.retain(|name, _| !COMMANDS.contains(&name));
            for (name, value) in dependencies.iter_mut() {
                if inherits(value) {
                    *value = self.inherited(name, value)?;
                }
                let package = value.get("package").and_then(Value::as_str).unwrap_or(name).to_string();
                if let Value::Table(details) = value {
                    match (details.get("path"), details.get("git")) {
                        (Some(_), _) if package == CORE => drop(details.insert("path".into(), format!("../{CORE}").into())),
                        (Some(path), _) => bail!(
                            "the game depends on the folder {path}, which an exported engine cannot carry; move the code into the crate of the game, or publish `{package}`"
                        ),
                        (None, Some(_)) if package == CORE => {
                            details.retain(|key, _| !["git", "branch", "rev", "tag"].contains(&key));
                            details.insert("path".into(), format!("../{CORE}").into());
                        }
                        _ => {}
                    }
                } else if package == CORE {
                    *value = Value::Table(Table::from_iter([("path".to_string(), format!("../{CORE}").into())]));
                }
                names.push(package);
            }
        }
        Ok(())
    }

    /// A dependency as the workspace has it, with what the crate adds.
    fn inherited(&self, name: &str, own: &Value) -> Result<Value> {
        let mut details = match self.get("dependencies", name)? {
            Value::Table(details) => details,
            version => Table::from_iter([("version".to_string(), version)]),
        };
        for (key, value) in own.as_table().into_iter().flatten().filter(|(key, _)| *key != "workspace") {
            match (details.get_mut(key), value) {
                (Some(Value::Array(list)), Value::Array(more)) => list.extend(more.iter().cloned()),
                _ => drop(details.insert(key.clone(), value.clone())),
            }
        }
        Ok(Value::Table(details))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACE: &str = "[workspace.package]\nversion = \"1.2.3\"\nedition = \"2024\"\n\
        [workspace.dependencies]\nplysmith = { path = \"crates/plysmith\", version = \"1\" }\nrand = { version = \"0.10\", features = [\"a\"] }\nthin = \"3\"\n\
        [workspace.lints.rust]\nunsafe_code = \"forbid\"";

    fn standalone(text: &str) -> Result<Standalone> {
        Standalone::of(text, Some(WORKSPACE), None)
    }

    #[test]
    fn what_is_inherited_is_written_out() {
        let made = standalone(
            "[package]\nname = \"my-game\"\nversion.workspace = true\nedition.workspace = true\nreadme = \"x\"\n[dependencies]\nplysmith.workspace = true\n\
             rand = { workspace = true, features = [\"b\"] }\nthin = { workspace = true }\nplysmith-cli = { path = \"../cli\" }\n\
             [dev-dependencies]\nplysmith-lab = { path = \"../lab\" }\n[lints]\nworkspace = true\n[[bin]]\nname = \"x\"\n[profile.dev]\nopt-level = 1\n[workspace]",
        )
        .unwrap();
        let table: Table = made.text.parse().unwrap();
        assert_eq!(table["package"]["version"].as_str(), Some("1.2.3"));
        assert_eq!(table["dependencies"]["plysmith"]["path"].as_str(), Some("../plysmith"));
        assert_eq!(table["dependencies"]["rand"]["features"].to_string(), "[\"a\", \"b\"]");
        assert_eq!(table["dependencies"]["thin"]["version"].as_str(), Some("3"));
        assert_eq!(table["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
        let keys: Vec<&String> = table.keys().collect();
        assert_eq!(keys, ["dependencies", "lints", "package"]);
        assert_eq!((made.name.as_str(), made.library.as_str(), made.version.as_str()), ("my-game", "my_game", "1.2.3"));
        assert_eq!(made.dependencies, ["plysmith", "rand", "thin"]);
        assert!(!made.text.contains("workspace"), "{}", made.text);
    }

    #[test]
    fn one_feature_stays_with_what_it_needs() {
        let text = "[package]\nname = \"games\"\n[features]\ndefault = [\"chess\", \"go\"]\nchess = [\"dep:pieces\"]\ngo = []\n\
            [dependencies]\npieces = { version = \"1\", optional = true }\nstones = { version = \"1\", optional = true }\nrand = \"1\"";
        let names = |feature| Standalone::of(text, None, Some(feature)).unwrap().dependencies;
        assert_eq!(names("chess"), ["pieces", "rand"]);
        assert_eq!(names("go"), ["rand"]);
        let table: Table = Standalone::of(text, None, Some("go")).unwrap().text.parse().unwrap();
        assert_eq!(table["features"].as_table().map(Table::len), Some(1));
        let known = table["lints"]["rust"]["unexpected_cfgs"]["check-cfg"][0].as_str().unwrap();
        assert!(known.contains("\"chess\""), "{known}");
        assert!(Standalone::of(text, None, Some("shogi")).unwrap_err().to_string().contains("no feature `shogi`"));
    }

    #[test]
    fn what_cannot_be_carried_is_refused() {
        let refused = |text: &str, expected: &str| {
            let error = format!("{:#}", standalone(text).unwrap_err());
            assert!(error.contains(expected), "{error}");
        };
        refused(
            "[package]\nname = \"x\"\n[dependencies]\nbits = { path = \"../bits\" }",
            "the folder \"../bits\", which an exported engine cannot carry",
        );
        refused(
            "[package]\nname = \"x\"\n[dependencies]\nbits.workspace = true",
            "`dependencies` `bits` is to come from the workspace",
        );
        refused("[package", "no valid TOML");
        refused("[dependencies]", "has no package");
    }

    #[test]
    fn the_core_is_beside_however_it_was_named() {
        for core in ["\"0.1\"", "{ git = \"https://example.org\", rev = \"1\" }", "{ path = \"/somewhere\", features = [\"x\"] }"] {
            let made = standalone(&format!("[package]\nname = \"x\"\n[dependencies]\nplysmith = {core}")).unwrap();
            let core = &made.text.parse::<Table>().unwrap()["dependencies"]["plysmith"];
            assert_eq!(core["path"].as_str(), Some("../plysmith"));
            assert!(core.get("git").is_none() && core.get("rev").is_none());
        }
    }
}
