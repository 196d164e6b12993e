//! `export`: an engine with its spec compiled in, as a crate that stands alone.

mod check;
mod lock;
mod manifest;
mod sources;

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use plysmith::arena::{Arena, GameCard, Line};
use plysmith::search::Watch;
use plysmith::{Limits, Spec};
use serde_json::json;

use self::check::Checked;
use self::lock::Own;
use self::manifest::CORE;
use self::sources::{File, Sources};
use super::bench::Depths;
use crate::files::atomic_folder::{AtomicFolder, is_free};
use crate::files::forged::{self, Forged};
use crate::files::parts;
use crate::input::lines;
use crate::input::spec::SpecArgs;
use crate::output::numbers::plural;
use crate::output::terminal::Terminal;

/// By this file an exported crate is known.
const MARK: &str = "plysmith-export.json";

/// Write an engine as a crate of its own, with its spec compiled in
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith export breakthrough\n  plysmith export breakthrough --spec full-width --to ../my-engine --check\n  \
    plysmith export forged/breakthrough --check\n\n\
    The crate carries the sources of the search and of the game, and builds without plysmith. Its program speaks UGI, UCI and UAI; its \
    library searches in three lines. --check builds it, demands the nodes of the spec, and tells how much faster it is.\n\
    Exit codes: 0 fine, 1 a check that failed, 2 bad input. Where something fails, nothing is left half-written."
)]
pub struct Args {
    /// A folder that `forge` has written, or a game
    #[arg(value_name = "FOLDER|GAME")]
    what: Option<String>,
    #[command(flatten)]
    spec: SpecArgs,
    /// The folder to write, new or empty; a folder here, named after the game, if none is given
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Build the engine, compare its nodes with those of the spec and measure its speed
    #[arg(long)]
    check: bool,
    /// Replace an engine that was exported before
    #[arg(long)]
    force: bool,
    /// The folder of the crate with a game of your own; under `cargo run` it is known
    #[arg(long, value_name = "DIR")]
    source: Option<PathBuf>,
    /// The Rust expression that makes a game of your own, where it is not the default of its type
    #[arg(long, value_name = "EXPRESSION")]
    make: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is to be exported.
struct Wanted {
    arena: Box<dyn Arena>,
    spec: Spec,
    /// What was forged with the spec.
    forged: Option<Forged>,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let Wanted { arena, spec, forged } = self.wanted(terminal)?;
        let card = arena.card();
        let sources = Sources::of(&terminal.games.origin(&card.name)?, self.source.as_deref(), self.make.as_deref())?;
        let name = package_name(&card.name, &sources.game.manifest.name);
        let folder = self.to.clone().unwrap_or_else(|| PathBuf::from(&name));
        self.may_write(&folder)?;
        let measured = Measured::of(&*arena, &spec)?;
        let files = files(&name, &*arena, &spec, &sources, &measured, forged.as_ref())?;
        let staged = AtomicFolder::beside(&folder)?;
        for (name, bytes) in &files {
            staged.write(name, bytes)?;
        }
        staged.put()?;
        if !self.json {
            let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
            let on = plural(spec.enhancements().count() as u64, "enhancement");
            writeln!(terminal.out, "{name}: an engine for {} with {on} compiled in, in {}", card.name, folder.display())?;
            writeln!(
                terminal.out,
                "  {} of {} kB, with the sources of {CORE} and {}",
                plural(files.len() as u64, "file"),
                bytes / 1_000,
                sources.game.manifest.name
            )?;
        }
        let checked = if self.check {
            if !self.json {
                // A build takes a while, and is silent.
                let _ = writeln!(terminal.notes, "building {name} with all optimisations; this takes a minute or two …");
            }
            Some(Checked::run(&folder, &name, &measured.nodes)?)
        } else {
            None
        };
        self.tell(terminal, &name, &folder, &card, &files, checked.as_ref())?;
        checked.map_or(Ok(()), |checked| checked.result())
    }

    /// The game and the spec that were asked for.
    fn wanted(&self, terminal: &mut Terminal) -> Result<Wanted> {
        let games = terminal.games;
        let what = self.what.as_deref().or(games.only());
        let what =
            what.context("name a folder that `forge` has written, such as forged/breakthrough, or a game, such as breakthrough")?;
        let unknown = match terminal.arena(what) {
            Ok(arena) => {
                let spec = self.spec.read(&*arena)?;
                return Ok(Wanted { arena, spec, forged: None });
            }
            Err(error) => error,
        };
        let folder = Path::new(what);
        if !folder.is_dir() {
            return Err(unknown).with_context(|| format!("`{what}` is neither a folder nor a game"));
        }
        let SpecArgs { spec, on, off, set } = &self.spec;
        if spec != "default" || !(on.is_empty() && off.is_empty() && set.is_empty()) {
            bail!(
                "what was forged has its own spec; leave --spec, --on, --off and --set out, or name the game instead of the folder"
            );
        }
        if !forged::is_forged(folder) && folder.join(MARK).is_file() {
            bail!("{} is an engine that was exported already; build it there with `cargo build --release`", folder.display());
        }
        let forged = Forged::read(folder).with_context(|| format!("cannot export {}", folder.display()))?;
        let arena =
            terminal.arena(&forged.game).with_context(|| format!("{} is not for a game of this program", folder.display()))?;
        let place = folder.join(forged::SPEC);
        let spec = Spec::parse(forged.text(forged::SPEC)?).with_context(|| format!("in {}", place.display()))?;
        let spec = spec.hiding(arena.card().hidden);
        let loaded = parts::load(&*arena, &spec, folder, Path::new(parts::STORE)).and_then(|()| Ok(arena.check_spec(&spec)?));
        loaded.with_context(|| format!("{} does not work for {}", place.display(), forged.game))?;
        #[cfg(feature = "lab")]
        if games.only().is_none() && games.build()? != forged.build {
            terminal.note("remark: another build of plysmith has forged this; what it proved was proved with that search");
        }
        Ok(Wanted { arena, spec, forged: Some(forged) })
    }

    /// Refuses a folder in which there is something that would be lost.
    fn may_write(&self, folder: &Path) -> Result<()> {
        if is_free(folder)? {
            return Ok(());
        }
        if !folder.join(MARK).is_file() {
            bail!("{} is not empty, and is no exported engine; choose another folder with --to", folder.display());
        }
        ensure!(
            self.force,
            "{} is an engine that was exported before; replace it with --force, or choose another folder with --to",
            folder.display()
        );
        Ok(())
    }

    fn tell(
        &self,
        terminal: &mut Terminal,
        name: &str,
        folder: &Path,
        card: &GameCard,
        files: &[File],
        checked: Option<&Checked>,
    ) -> Result<()> {
        if self.json {
            let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
            let check = checked.map(Checked::as_json);
            return terminal.json(&json!({"game": card.name, "name": name, "folder": folder, "files": names, "check": check}));
        }
        if let Some(checked) = checked {
            return checked.write(&mut terminal.out);
        }
        let out = &mut terminal.out;
        writeln!(out, "\nNext:\n  cd {}", folder.display())?;
        writeln!(out, "  cargo build --release --offline    # a minute or two")?;
        writeln!(out, "  target/release/{name} bench 9    # the nodes of the spec, and how much faster")?;
        writeln!(out, "  target/release/{name}            # speaks UGI, UCI or UAI")?;
        Ok(())
    }
}

/// What the spec takes to search the positions of the bench.
struct Measured {
    depth: u32,
    lines: Vec<Line>,
    nodes: Vec<u64>,
}

impl Measured {
    fn of(arena: &dyn Arena, spec: &Spec) -> Result<Measured> {
        let lines = lines::bench(arena)?;
        let depth = Depths::of(arena, &lines)?.bench(spec);
        let mut player = arena.player(spec, &Watch::NOTHING)?;
        let mut nodes = Vec::new();
        for line in &lines {
            player.new_game();
            nodes.push(player.search(line, &Limits::depth(depth), &mut |_| {})?.nodes);
        }
        Ok(Measured { depth, lines, nodes })
    }

    /// As the exported program reads it: the depth, then nodes, start and moves of each position.
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.depth);
        for (line, nodes) in self.lines.iter().zip(&self.nodes) {
            let moves: String = line.moves.iter().flat_map(|mv| ["\t", mv]).collect();
            writeln!(text, "{nodes}\t{}{moves}", line.start.as_deref().unwrap_or_default()).expect("a string takes everything");
        }
        text
    }
}

/// A spec as the text of constants.
struct Constants {
    /// Those of the base.
    base: String,
    /// Items with those of further phases.
    further: String,
    /// The type of the settings that consist of them.
    settings: String,
}

impl Constants {
    fn of(spec: &Spec, card: &GameCard) -> Result<Constants> {
        let specs = spec.phase_specs()?;
        // They stand within an item of an `impl`, a step further in.
        let text = |spec: &Spec| Ok::<_, anyhow::Error>(spec.constants(card)?.replace('\n', "\n    "));
        let base = text(&spec.without_phases())?;
        let mut items = String::new();
        let name = |number: usize| if number == 0 { "Choices".into() } else { format!("Phase{number}") };
        for (number, phase_spec) in specs.iter().enumerate().skip(1) {
            let phases: Vec<String> = phase_spec.phases.iter().map(usize::to_string).collect();
            let many = if phases.len() == 1 { "phase" } else { "the phases" };
            let (name, constants) = (name(number), text(&phase_spec.spec)?);
            write!(
                items,
                "\n/// The choices in {many} {} as constants.\npub struct {name};\n\nimpl Baked for {name} {{\n    \
                const CHOICES: plysmith::enhance::Choices = {constants};\n}}\n",
                phases.join(", ")
            )
            .expect("a string takes everything");
        }
        let last = format!("Fixed<{}>", name(specs.len() - 1));
        let settings = (0..specs.len() - 1).rev().fold(last, |rest, number| format!("Phased<{}, {rest}>", name(number)));
        Ok(Constants { base, further: items, settings })
    }
}

/// Every file of the crate.
fn files(
    name: &str,
    arena: &dyn Arena,
    spec: &Spec,
    sources: &Sources,
    measured: &Measured,
    forged: Option<&Forged>,
) -> Result<Vec<File>> {
    let (card, game) = (arena.card(), &sources.game.manifest);
    let core: toml::Table = sources.core.manifest.text.parse()?;
    let rust_version = core["package"].get("rust-version").and_then(toml::Value::as_str).unwrap_or("1.95").to_string();
    let features = sources.feature.as_ref().map(|feature| format!(", features = [{feature:?}]")).unwrap_or_default();
    let dependency = format!("{} = {{ path = {:?}{features} }}", game.name, game.name);
    let Constants { base, further, settings } = Constants::of(spec, &card)?;
    let learned = parts::files(arena, spec);
    let included: Vec<String> = learned.iter().map(|(name, _)| format!("include_bytes!(\"../{name}\")")).collect();
    let included = match &included[..] {
        [] => String::new(),
        files => format!("\n    const PARTS: &'static [&'static [u8]] = &[{}];", files.join(", ")),
    };
    // A test builds engines with an enhancement that is there for tests alone.
    let core_features = if cfg!(feature = "dummy") { ", features = [\"dummy\"]" } else { "" };
    let phased = if further.is_empty() { "" } else { "Phased, " };
    let fill = |text: &str| {
        let filled = text.replace("<name>", name).replace("<krate>", &name.replace('-', "_")).replace("<game>", &card.name);
        let filled = filled.replace("<version>", env!("CARGO_PKG_VERSION")).replace("<rust-version>", &rust_version);
        let filled = filled.replace("<game-dependency>", &dependency).replace("<game-package>", &game.name);
        let filled = filled.replace("<constants>", &base).replace("<further>", &further).replace("<settings>", &settings);
        let filled = filled.replace("<parts>", &included).replace("<core-features>", core_features);
        filled.replace("<phased>", phased).replace("<expression>", &sources.expression)
    };
    let templates = [
        ("Cargo.toml", include_str!("../../templates/export/manifest.toml")),
        (".cargo/config.toml", include_str!("../../templates/export/config.toml")),
        (".gitignore", "/target\n"),
        ("README.md", include_str!("../../templates/export/readme.md")),
        ("src/lib.rs", include_str!("../../templates/export/lib.rs")),
        ("src/main.rs", include_str!("../../templates/export/main.rs")),
        ("examples/best-move.rs", include_str!("../../templates/export/best-move.rs")),
    ];
    let mut files: Vec<File> = templates.map(|(name, text)| (name.to_string(), fill(text).into_bytes())).into();
    files.push(("spec.toml".into(), spec.to_string().into_bytes()));
    files.push(("bench.txt".into(), measured.text().into_bytes()));
    files.extend(learned);
    let own_names = [CORE.to_string(), game.name.clone()];
    let own = [
        Own { name, version: "0.1.0", dependencies: &own_names },
        Own { name: CORE, version: &sources.core.manifest.version, dependencies: &sources.core.manifest.dependencies },
        Own { name: &game.name, version: &game.version, dependencies: &game.dependencies },
    ];
    if !sources.lock.is_empty() {
        files.push(("Cargo.lock".into(), lock::prune(&sources.lock, &own)?.into_bytes()));
    }
    for carried in [&sources.core, &sources.game] {
        let folder = &carried.manifest.name;
        files.extend(carried.files.iter().map(|(name, bytes)| (format!("{folder}/{name}"), bytes.clone())));
    }
    files.extend(sources.licences.iter().map(|(name, bytes)| (format!("{CORE}/{name}"), bytes.clone())));
    for (name, bytes) in forged.iter().flat_map(|forged| &forged.files) {
        files.push((format!("forged/{name}"), bytes.clone()));
    }
    let mark = json!({
        "schema": 1,
        "game": card.name,
        "version": env!("CARGO_PKG_VERSION"),
        "build": plysmith::BUILD,
        "nodes": measured.nodes,
        "forged": forged.map(|forged| json!({"version": forged.version, "build": forged.build})),
    });
    files.push((MARK.into(), format!("{mark:#}\n").into_bytes()));
    Ok(files)
}

/// The name of the crate: that of the game as cargo may have it, and never that of the game's own crate.
fn package_name(game: &str, package: &str) -> String {
    let words = game.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let plain = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    let first = if plain.starts_with(|first: char| first.is_ascii_lowercase()) { "" } else { "game-" };
    let name = format!("{first}{plain}-engine");
    if name == package { format!("{name}-exported") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_one_that_cargo_takes() {
        for (game, package, name) in [
            ("breakthrough-5x5-rows-1", "plysmith-games", "breakthrough-5x5-rows-1-engine"),
            ("Connect Four!", "connect-four", "connect-four-engine"),
            ("15 puzzle", "x", "game-15-puzzle-engine"),
            ("nim", "nim-engine", "nim-engine-exported"),
            ("Mühle", "x", "m-hle-engine"),
        ] {
            assert_eq!(package_name(game, package), name);
        }
    }

    #[test]
    fn the_bench_is_written_as_the_exported_program_reads_it() {
        let moves = vec!["a2a3".to_string(), "b7b6".into()];
        let lines = vec![Line::start(), Line { start: Some("x y".into()), moves }];
        let measured = Measured { depth: 5, lines, nodes: vec![12, 34] };
        assert_eq!(measured.text(), "5\n12\t\n34\tx y\ta2a3\tb7b6\n");
    }

    #[cfg(feature = "bundled")]
    #[test]
    fn every_part_of_a_spec_has_its_constants() {
        let card = plysmith_games::find("othello").unwrap().card();
        let constants = |spec: &str| Constants::of(&Spec::parse(spec).unwrap(), &card).unwrap();
        let plain = constants("[alpha_beta]\n[killers]");
        assert_eq!((plain.settings.as_str(), plain.further.as_str()), ("Fixed<Choices>", ""));
        let phased = constants("[alpha_beta]\n[killers]\n[phase.0.history]\n[phase.2]\noff = [\"killers\"]\n[phase.3.history]");
        assert_eq!((phased.settings.as_str(), &phased.base), ("Phased<Choices, Phased<Phase1, Fixed<Phase2>>>", &plain.base));
        let (first, second) = phased.further.split_once("/// The choices in phase 2 as constants.\npub struct Phase2;").unwrap();
        assert!(
            first.contains("in the phases 0, 3 as") && first.contains("history: Some(") && first.contains("killers: Some("),
            "{first}"
        );
        assert!(!second.contains("history") && !second.contains("killers"), "{second}");
    }

    /// Whoever adds an enhancement or a parameter finds it in the exported constants.
    #[cfg(feature = "bundled")]
    #[test]
    fn the_constants_of_every_preset_name_all_that_is_on() {
        for listed in crate::input::games::Games::bundled().list() {
            let arena = plysmith_games::find(&listed.name).unwrap();
            let card = arena.card();
            for preset in &card.presets {
                let spec = arena.preset(preset).unwrap();
                let text = spec.constants(&card).unwrap();
                for name in spec.enhancements() {
                    let enhancement = plysmith::enhance::CARDS.iter().find(|card| card.name == name).unwrap();
                    let params = text.split(&format!("::{name}::Params {{")).nth(1).unwrap_or_else(|| panic!("{name}: {text}"));
                    let fields = params.split("}),\n").next().unwrap();
                    for parameter in enhancement.parameters {
                        assert!(fields.contains(&format!("{}: ", parameter.name)), "{name}.{}: {fields}", parameter.name);
                    }
                }
                assert_eq!(text.matches("::Feature {").count(), spec.costs().len());
            }
        }
    }
}
