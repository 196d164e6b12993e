//! Running cargo and other programs, and where things are.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the repository.
pub fn root() -> PathBuf {
    // Cargo says at run time where the package is; the place at compile time could be another checkout with the same target directory.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent().map_or_else(|| here.clone(), Path::to_path_buf)
}

/// Where build results go.
pub fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Cargo, in the root of the repository.
pub fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(args);
    command
}

/// The program `plysmith` as the tests of the commands have it: with all features, in their profile, so that nothing is built twice.
pub fn program() -> Result<PathBuf> {
    // With `cargo build` crates that tests alone use would not count, and what they share with others would be built with other features.
    run(&mut cargo(&["test", "--workspace", "--all-features", "--test", "it", "--no-run", "--quiet"]))?;
    Ok(target().join("debug").join(format!("plysmith{}", std::env::consts::EXE_SUFFIX)))
}

/// Shows the command and runs it; an exit code other than 0 is an error.
pub fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", written(command));
    let status = command.status().with_context(|| format!("cannot start {}", written(command)))?;
    if !status.success() {
        bail!("`{}` failed with {status}", written(command));
    }
    Ok(())
}

/// Shows the command, runs it and gives what it printed; its errors go to the screen.
pub fn output(command: &mut Command) -> Result<String> {
    println!("$ {}", written(command));
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {}", written(command)))?;
    if !output.status.success() {
        bail!("`{}` failed with {}", written(command), output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` printed what is not text", written(command)))
}

/// What a program prints when asked quietly; `None` if it is not there or fails.
pub fn ask(program: impl AsRef<OsStr>, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).current_dir(root()).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().into())
}

/// The command as one would type it.
fn written(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let settings = command.get_envs().filter_map(|(name, value)| Some(format!("{}={}", name.display(), quoted(value?))));
    let args = command.get_args().map(quoted);
    settings.chain([program.display().to_string()]).chain(args).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &OsStr) -> String {
    let word = word.display().to_string();
    if word.is_empty() || word.contains(' ') { format!("'{word}'") } else { word }
}
