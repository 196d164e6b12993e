//! The tests: unit, integration and doc tests, the golden bench, the fuzz targets for a moment.

use anyhow::Result;

use crate::Command;
use crate::cargo::{ask, cargo, run};
use crate::clients::{self, Absent};
use crate::steps::{Done, simple, step, take};
use crate::{fuzz, golden, tools};

pub const COMMAND: Command = Command {
    name: "test",
    usage: "[--plain]\n\n  --plain   cargo test even where cargo-nextest is installed",
    about: "all tests, the golden bench, the fuzz targets for a moment; installs what they need",
    run: |args| {
        let plain = args.flag("--plain");
        args.finish()?;
        all(if plain { Runner::Cargo } else { Runner::Best }, Absent::IsSkipped)
    },
};

/// Who runs the tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    /// `cargo test`, whose summary lines other programs can read.
    Cargo,
    /// `cargo nextest` where it is installed: it runs the tests of all crates side by side.
    Best,
}

/// How often the table's practical mode changes a value: figures that passing tests would not show. They are run for these alone.
const PRACTICAL: [&str; 9] =
    ["test", "--workspace", "--all-features", "--test", "search", "--", "practical::", "--nocapture", "--quiet"];

/// All of it; `absent` says what it means that another program that takes part cannot be had.
pub fn all(runner: Runner, absent: Absent) -> Result<()> {
    take(
        "test",
        vec![
            step("valgrind", tools::valgrind),
            step("gnuchess", tools::gnuchess),
            step("tests", || tests(runner)),
            step("python-chess", || clients::python_chess(absent)),
            simple("practical", || run(&mut cargo(&PRACTICAL))),
            simple("doc tests", || run(&mut cargo(&["test", "--doc", "--workspace", "--all-features"]))),
            simple("golden", golden::compare),
            step("fuzz", || fuzz::all(fuzz::BRIEFLY)),
        ],
    )
}

fn tests(runner: Runner) -> Result<Done> {
    if runner == Runner::Best && ask("cargo", &["nextest", "--version"]).is_some() {
        run(&mut cargo(&["nextest", "run", "--no-fail-fast", "--workspace", "--all-features", "-E", "not test(/^practical::/)"]))?;
        return Ok(Done::Noted("by cargo-nextest".into()));
    }
    // All failures at once, wherever they are. Named kinds, because without them doc tests would run here and once more below.
    let kinds = ["--lib", "--bins", "--tests", "--examples"];
    run(cargo(&["test", "--no-fail-fast", "--workspace", "--all-features"]).args(kinds).args(["--", "--skip", "practical::"]))?;
    Ok(Done::Noted("by cargo test".into()))
}
