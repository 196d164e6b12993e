//! The chores of the project: `cargo xtask` lists them, each is a file of its own.
//!
//! Plain std, so that it builds in a moment.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod bench;
mod cargo;
mod check;
mod ci;
mod clients;
mod faults;
mod fuzz;
mod golden;
mod lengths;
mod soak;
mod steps;
mod test;
mod theory;
mod tools;

use std::process::ExitCode;

use anyhow::Result;

use args::Args;

/// A chore.
struct Command {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    run: fn(&mut Args) -> Result<()>,
}

/// Every chore, in the order in which they are listed.
const COMMANDS: &[Command] = &[
    check::COMMAND,
    test::COMMAND,
    clients::COMMAND,
    golden::COMMAND,
    bench::COMMAND,
    fuzz::COMMAND,
    faults::COMMAND,
    soak::COMMAND,
    theory::COMMAND,
    ci::COMMAND,
];

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "--help".into());
    let mut args = Args::new(words);
    if ["--help", "-h", "help"].contains(&name.as_str()) {
        help();
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
        eprintln!("xtask: unknown command `{name}`; {}", args::remedy(&name, &names));
        return ExitCode::from(2);
    };
    if args.asks_for_help() {
        println!("{}\n\nUsage: cargo xtask {} {}", command.about, command.name, command.usage);
        return ExitCode::SUCCESS;
    }
    match (command.run)(&mut args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask {name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn help() {
    println!("The chores of plysmith.\n\nUsage: cargo xtask <command> [--help]\n");
    for command in COMMANDS {
        println!("  {:<8} {}", command.name, command.about);
    }
}
