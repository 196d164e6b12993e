//! What the build server runs.

use crate::Command;
use crate::check;
use crate::clients::Absent;
use crate::test::{self, Runner};

pub const COMMAND: Command = Command {
    name: "ci",
    usage: "",
    about: "check, then test: what .ci/run calls",
    run: |args| {
        args.finish()?;
        check::all()?;
        // The build server reads cargo's own summary lines.
        test::all(Runner::Cargo, Absent::Fails)
    },
};
