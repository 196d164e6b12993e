//! The long run of the tests that compare the search with plain negamax, and of random conversations in every protocol.

use crate::Command;
use crate::cargo::{cargo, run};

pub const COMMAND: Command = Command {
    name: "soak",
    usage: "[--cases N]\n\n  --cases N   random cases for each game and protocol (default: PLYSMITH_CASES, or else 100000)",
    about: "many random cases: every value-preserving spec must equal plain negamax, and no conversation may hang",
    run: |args| {
        let given = args.value::<u64>("--cases")?.map(|cases| cases.to_string());
        args.finish()?;
        let cases = given.or_else(|| std::env::var(CASES).ok()).unwrap_or_else(|| "100000".into());
        let test = ["test", "--release", "-p", "plysmith-games", "--all-features", "--test", "search", "--", "--nocapture"];
        run(cargo(&["test", "--release", "-p", "plysmith", "--lib", "random_conversations"]).env(CASES, &cases))?;
        run(cargo(&test).env(CASES, &cases))?;
        println!(
            "\n{cases} cases for each game and protocol passed. Record the output above, with the commit and the machine, in docs/results/."
        );
        Ok(())
    },
};

/// How many cases the tests of the search try for each game, and those of the protocols for each dialect.
const CASES: &str = "PLYSMITH_CASES";
