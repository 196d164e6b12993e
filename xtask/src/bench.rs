//! Measuring speed.

use crate::Command;
use crate::cargo::{cargo, run};
use crate::tools;

pub const COMMAND: Command = Command {
    name: "bench",
    usage: "[--] [arguments of plysmith-bench]",
    about: "speed: runs plysmith-bench with the arguments given",
    run: |args| {
        tools::valgrind()?;
        run(cargo(&["run", "--release", "-p", "plysmith-bench", "--"]).args(args.rest()))
    },
};
