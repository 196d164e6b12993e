//! Planted faults: each is a patch that breaks one thing, and a test that must notice.
//!
//! A patch in `xtask/faults/` begins with two lines: `fault:` says what is broken, and `test:` what `cargo test` is asked, perhaps with variables of the
//! environment in front. Faults are planted in a copy of the sources in `target/planted/`, where every test that is named has to pass first.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::Command;
use crate::args::Args;
use crate::cargo::{ask, root, target};

pub const COMMAND: Command = Command {
    name: "faults",
    usage: "[--only NAME]... [--trust] [--list]\n
  --only NAME   this fault, or all whose names begin with it
  --trust       do not run the tests without a fault first: they are known to pass
  --list        what is broken, and which test must notice",
    about: "plants faults in a copy of the sources: the tests must notice each of them",
    run: command,
};

/// Where the patches are.
const FOLDER: &str = "xtask/faults";

/// No test that is named here takes nearly as long: one that does hangs, which is noticed too.
const PATIENCE: Duration = Duration::from_secs(600);

/// A patch and who has to notice.
#[derive(Debug, PartialEq)]
struct Fault {
    name: String,
    /// What is broken.
    about: String,
    test: Test,
}

/// What `cargo test` is asked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Test {
    settings: Vec<(String, String)>,
    /// What is built.
    target: Vec<String>,
    /// Which of the tests are run; all without one.
    filters: Vec<String>,
}

impl Fault {
    fn read(name: &str, text: &str) -> Result<Fault> {
        let line = |key: &str| {
            let lines = text.lines().take_while(|line| !line.starts_with("--- "));
            let mut found = lines.filter_map(|line| line.strip_prefix(key)).map(str::trim).filter(|line| !line.is_empty());
            found.next().with_context(|| format!("{name}.patch does not begin with a line `{key}`"))
        };
        ensure!(text.contains("\n--- a/"), "{name}.patch changes no file");
        Ok(Fault { name: name.into(), about: line("fault:")?.into(), test: Test::read(line("test:")?) })
    }

    fn patch(&self) -> PathBuf {
        root().join(FOLDER).join(format!("{}.patch", self.name))
    }
}

impl Test {
    /// Words with a `=` in front are settings; filters are the words that follow neither an option nor its value.
    fn read(text: &str) -> Test {
        let mut words = text.split_whitespace().map(String::from).peekable();
        let mut test = Test { settings: Vec::new(), target: Vec::new(), filters: Vec::new() };
        while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
            test.settings.push((name.into(), value.into()));
            words.next();
        }
        while let Some(word) = words.next() {
            let is_option = word.starts_with('-');
            let has_value = ["-p", "--test", "--features"].contains(&word.as_str());
            if is_option { &mut test.target } else { &mut test.filters }.push(word);
            test.target.extend(words.next_if(|_| has_value));
        }
        test
    }

    /// As one would type it.
    fn written(&self) -> String {
        let settings = self.settings.iter().map(|(name, value)| format!("{name}={value} ")).collect::<String>();
        format!("{settings}cargo test {} {}", self.target.join(" "), self.filters.join(" ")).trim_end().into()
    }
}

/// All faults, by their names.
fn faults() -> Result<Vec<Fault>> {
    let folder = root().join(FOLDER);
    let mut faults = Vec::new();
    for file in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = file?.path();
        if let (Some(name), true) = (path.file_stem(), path.extension().is_some_and(|extension| extension == "patch")) {
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            faults.push(Fault::read(&name.to_string_lossy(), &text)?);
        }
    }
    faults.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(faults)
}

fn command(args: &mut Args) -> Result<()> {
    let (list, trust) = (args.flag("--list"), args.flag("--trust"));
    let mut only: Vec<String> = Vec::new();
    while let Some(name) = args.value("--only")? {
        only.push(name);
    }
    args.finish()?;
    let mut faults = faults()?;
    for name in &only {
        ensure!(faults.iter().any(|fault| fault.name.starts_with(name)), "no fault is called `{name}`; see --list");
    }
    faults.retain(|fault| only.is_empty() || only.iter().any(|name| fault.name.starts_with(name)));
    if list {
        for Fault { name, about, test } in &faults {
            println!("{name}\n  {about}\n  {}", test.written());
        }
        return Ok(());
    }
    let plantation = Plantation::new()?;
    if !trust {
        plantation.without(&faults)?;
    }
    plantation.all(&faults)
}

/// What became of a fault, or of the tests without one.
enum Noticed {
    /// Who did, as far as that was printed.
    By(String),
    No,
}

/// The copy of the sources.
struct Plantation {
    sources: PathBuf,
    builds: PathBuf,
}

impl Plantation {
    fn new() -> Result<Plantation> {
        let place = target().join("planted");
        let plantation = Plantation { sources: place.join("sources"), builds: place.join("target") };
        plantation.copy()?;
        Ok(plantation)
    }

    /// Copies every file that git knows of or would add. What is there already and the same is left alone, so that it is not compiled again.
    fn copy(&self) -> Result<()> {
        let listed =
            ask("git", &["ls-files", "--cached", "--others", "--exclude-standard"]).context("git does not list the files")?;
        let wanted: BTreeSet<PathBuf> = listed.lines().map(PathBuf::from).filter(|path| root().join(path).is_file()).collect();
        for path in &wanted {
            let (from, to) = (root().join(path), self.sources.join(path));
            let text = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
            if fs::read(&to).is_ok_and(|there| there == text) {
                continue;
            }
            fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
            fs::write(&to, text).with_context(|| format!("cannot write {}", to.display()))?;
        }
        remove_others(&self.sources, &self.sources, &wanted)
    }

    /// The tests pass as long as nothing is broken: one that fails for another reason would seem to notice everything.
    fn without(&self, faults: &[Fault]) -> Result<()> {
        let begun = Instant::now();
        let tests: BTreeSet<&Test> = faults.iter().map(|fault| &fault.test).collect();
        for test in tests {
            println!("without a fault: {}", test.written());
            if let Noticed::By(who) = self.ask(test)? {
                bail!("`{}` fails without a fault: {who}", test.written());
            }
        }
        println!("{:.0} s\n", begun.elapsed().as_secs_f64());
        Ok(())
    }

    /// Plants one after the other.
    fn all(&self, faults: &[Fault]) -> Result<()> {
        let begun = Instant::now();
        let mut missed = Vec::new();
        for fault in faults {
            let since = Instant::now();
            let result = match self.plant(fault) {
                Ok(Noticed::By(who)) => format!("caught  {who}"),
                Ok(Noticed::No) => "MISSED".into(),
                Err(error) => format!("FAILED  {error:#}"),
            };
            println!("{:<34} {:>5.0} s  {result}", fault.name, since.elapsed().as_secs_f64());
            if !result.starts_with("caught") {
                missed.push(fault.name.as_str());
            }
        }
        let caught = faults.len() - missed.len();
        println!("\n{caught} of {} faults caught in {:.0} s", faults.len(), begun.elapsed().as_secs_f64());
        ensure!(missed.is_empty(), "not caught: {}", missed.join(", "));
        Ok(())
    }

    /// Plants one fault, asks its test, and takes it out again.
    fn plant(&self, fault: &Fault) -> Result<Noticed> {
        apply(&self.sources, &fault.patch(), &[])?;
        let noticed = self.ask(&fault.test);
        apply(&self.sources, &fault.patch(), &["--reverse"])?;
        noticed
    }

    /// Whether a test fails; that it cannot be built is an error.
    fn ask(&self, test: &Test) -> Result<Noticed> {
        let built = self.cargo(test, &["--no-run", "--quiet"]).stderr(Stdio::piped()).output().context("cannot start cargo")?;
        if !built.status.success() {
            bail!("it does not compile:\n{}", String::from_utf8_lossy(&built.stderr));
        }
        let mut command = self.cargo(test, &["--no-fail-fast"]);
        command.arg("--").args(&test.filters).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn().context("cannot start cargo")?;
        let mut printed = child.stdout.take().context("cargo prints something")?;
        let reader = thread::spawn(move || {
            let mut text = Vec::new();
            printed.read_to_end(&mut text).map(|_| String::from_utf8_lossy(&text).into_owned())
        });
        let since = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if since.elapsed() > PATIENCE {
                // With the tests that it started.
                Process::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
                child.wait()?;
                return Ok(Noticed::By("a test that hangs".into()));
            }
            thread::sleep(Duration::from_millis(20));
        };
        let text = reader.join().ok().context("the reader broke down")??;
        ensure!(ran(&text) > 0, "`{}` runs no test", test.written());
        Ok(if status.success() { Noticed::No } else { Noticed::By(failed(&text)) })
    }

    fn cargo(&self, test: &Test, more: &[&str]) -> Process {
        let mut command = Process::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(&self.sources).args(["test", "--profile", "faults"]).args(&test.target).args(more);
        // The variable would make tests demand what lies beside the repository, and not beside this copy.
        command.env("CARGO_TARGET_DIR", &self.builds).env_remove("CI").envs(test.settings.iter().cloned());
        command
    }
}

/// Takes away files that are not wanted any more.
fn remove_others(root: &Path, folder: &Path, wanted: &BTreeSet<PathBuf>) -> Result<()> {
    for file in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = file?.path();
        if path.is_dir() {
            remove_others(root, &path, wanted)?;
        } else if !path.strip_prefix(root).is_ok_and(|path| wanted.contains(path)) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Applies a patch in a folder. Git shall not look for a repository around it: it would leave files alone that are ignored there.
fn apply(folder: &Path, patch: &Path, options: &[&str]) -> Result<()> {
    let above = folder.parent().unwrap_or(folder);
    let output = Process::new("git")
        .current_dir(folder)
        .env("GIT_CEILING_DIRECTORIES", above)
        .args(["apply"])
        .args(options)
        .arg(patch)
        .output()
        .context("cannot start git")?;
    ensure!(output.status.success(), "{} does not apply: {}", patch.display(), String::from_utf8_lossy(&output.stderr).trim());
    Ok(())
}

/// The number of tests that were run, by the summaries of `cargo test`.
fn ran(text: &str) -> u64 {
    let counts = text.lines().filter_map(|line| line.strip_prefix("test result: ")).flat_map(|line| line.split(['.', ';']));
    let number = |part: &str| {
        let (number, what) = part.trim().split_once(' ')?;
        ["passed", "failed"].contains(&what).then(|| number.parse::<u64>().ok()).flatten()
    };
    counts.filter_map(number).sum()
}

/// The tests that failed, the first of them by name.
fn failed(text: &str) -> String {
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix("... FAILED")).map(str::trim).collect();
    match names[..] {
        [] => "a test program that broke down".into(),
        [name] => name.into(),
        [name, ..] => format!("{name} and {} more", names.len() - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str =
        "fault: It is broken.\ntest: N=3 -p x --lib --features a,b one::two\n\n--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-a\n+b\n";

    #[test]
    fn a_patch_says_what_is_broken_and_who_must_notice() {
        let fault = Fault::read("x", PATCH).unwrap();
        assert_eq!(fault.about, "It is broken.");
        assert_eq!(fault.test.settings, [("N".to_string(), "3".to_string())]);
        assert_eq!(fault.test.target, ["-p", "x", "--lib", "--features", "a,b"]);
        assert_eq!(fault.test.filters, ["one::two"]);
        assert_eq!(fault.test.written(), "N=3 cargo test -p x --lib --features a,b one::two");
    }

    #[test]
    fn a_patch_that_does_not_say_so_is_refused() {
        for (from, to, what) in [("fault:", "", "`fault:`"), ("test:", "", "`test:`"), ("--- a/", "", "changes no file")] {
            let error = Fault::read("x", &PATCH.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn who_noticed_is_read_from_what_cargo_prints() {
        let text = "test a::b ... ok\ntest c ... FAILED\ntest d ... FAILED\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.1s\n";
        assert_eq!((ran(text), failed(text).as_str()), (3, "c and 1 more"));
        assert_eq!(failed("nothing"), "a test program that broke down");
    }

    #[test]
    fn every_fault_can_be_planted() {
        let faults = faults().unwrap();
        assert!(faults.len() >= 20, "{} faults", faults.len());
        for fault in faults {
            apply(&root(), &fault.patch(), &["--check"]).unwrap_or_else(|error| panic!("{error:#}; write the patch anew"));
        }
    }
}
