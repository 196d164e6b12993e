//! The one list of commands. Each has a file with its options, its help and its work; help and parser follow from the list. A module without a line in it does not compile: nobody uses what is in it.

#[cfg(feature = "lab")]
mod ablate;
mod bench;
mod check;
#[cfg(feature = "lab")]
mod diff;
mod engine;
mod enhancements;
#[cfg(feature = "lab")]
mod evaluate;
mod export;
#[cfg(feature = "lab")]
mod forge;
mod games;
#[cfg(feature = "lab")]
mod learn;
#[cfg(feature = "lab")]
mod matching;
#[cfg(feature = "lab")]
mod measure;
#[cfg(feature = "bundled")]
mod new;
#[cfg(all(test, feature = "bundled", feature = "lab"))]
mod own_program;
mod part;
mod perft;
mod play;
#[cfg(feature = "lab")]
mod report;
#[cfg(feature = "lab")]
mod reproduce;
#[cfg(feature = "lab")]
mod runs;
mod search;
mod spec;
#[cfg(feature = "lab")]
mod sprt;
#[cfg(feature = "lab")]
mod suite;
#[cfg(feature = "lab")]
mod tournament;
mod trace;

use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use plysmith::game::Capabilities;
use plysmith::game::capability::EVERY;

use crate::input::games::Games;
use crate::output::hints::{self, CommandWords};
use crate::output::terminal::Terminal;

/// Makes the parser and the dispatch from the list. An entry can have attributes, such as the feature that it needs.
macro_rules! commands {
    ($($(#[$attribute:meta])* $module:ident => $variant:ident,)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($(#[$attribute])* $variant($module::Args),)*
        }

        impl Command {
            fn run(self, terminal: &mut Terminal) -> anyhow::Result<()> {
                match self {
                    $($(#[$attribute])* Command::$variant(args) => args.run(terminal),)*
                }
            }
        }
    };
}

commands! {
    games => Games,
    enhancements => Enhancements,
    check => Check,
    perft => Perft,
    bench => Bench,
    spec => Spec,
    part => Part,
    search => Search,
    trace => Trace,
    engine => Engine,
    play => Play,
    export => Export,
    #[cfg(feature = "bundled")]
    new => New,
    #[cfg(feature = "lab")]
    suite => Suite,
    #[cfg(feature = "lab")]
    measure => Measure,
    #[cfg(feature = "lab")]
    diff => Diff,
    #[cfg(feature = "lab")]
    ablate => Ablate,
    #[cfg(feature = "lab")]
    forge => Forge,
    #[cfg(feature = "lab")]
    evaluate => Evaluate,
    #[cfg(feature = "lab")]
    matching => Match,
    #[cfg(feature = "lab")]
    tournament => Tournament,
    #[cfg(feature = "lab")]
    sprt => Sprt,
    #[cfg(feature = "lab")]
    reproduce => Reproduce,
    #[cfg(feature = "lab")]
    runs => Runs,
    #[cfg(feature = "lab")]
    report => Report,
}

/// Search two-player games with every technique switchable
#[derive(Parser)]
#[command(name = "plysmith", version, arg_required_else_help = true, subcommand_required = true)]
#[command(
    after_help = "Examples:\n  plysmith play breakthrough\n  plysmith search breakthrough --depth 8\n\nEvery command explains itself with --help."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Runs the command that the program was called with.
pub fn start(games: &Games) -> ExitCode {
    let asked = parser(games).try_get_matches().and_then(|matches| Asked::read(&matches));
    match asked {
        Ok((asked, hidden)) => {
            let mut terminal = Terminal::standard(games, hidden, ask);
            let result = asked.run(&mut terminal);
            terminal.close(result)
        }
        Err(error) => {
            // A closed pipe is no reason to fail.
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        }
    }
}

/// Does at the same terminal what another command line says.
fn ask(terminal: &mut Terminal, words: &[String]) -> anyhow::Result<()> {
    let line = std::iter::once("plysmith").chain(words.iter().map(String::as_str));
    let (asked, hidden) = parser(terminal.games).try_get_matches_from(line).and_then(|matches| Asked::read(&matches))?;
    terminal.hidden = hidden;
    #[cfg(feature = "lab")]
    {
        terminal.command = words.into();
    }
    asked.run(terminal)
}

/// What the program was called for.
enum Asked {
    /// A command of the list.
    Command(Box<Cli>),
    /// A learner of the list of learners.
    #[cfg(feature = "lab")]
    Learner(&'static dyn plysmith_lab::learner::AnyLearner, ArgMatches),
}

impl Asked {
    /// That, and which capabilities of its game are hidden.
    fn read(matches: &ArgMatches) -> Result<(Asked, Capabilities), clap::Error> {
        let given = matches.subcommand().and_then(|(_, matches)| matches.try_get_many::<Capabilities>(HIDE).ok().flatten());
        let hidden = given.into_iter().flatten().fold(Capabilities::NONE, |hidden, &more| hidden.union(more));
        #[cfg(feature = "lab")]
        if let Some((name, matches)) = matches.subcommand()
            && let Some(learner) = learn::learners().find(|learner| learner.card().name == name)
        {
            return Ok((Asked::Learner(learner, matches.clone()), hidden));
        }
        Ok((Asked::Command(Box::new(Cli::from_arg_matches(matches)?)), hidden))
    }

    fn run(self, terminal: &mut Terminal) -> anyhow::Result<()> {
        match self {
            Asked::Command(cli) => cli.command.run(terminal),
            #[cfg(feature = "lab")]
            Asked::Learner(learner, matches) => learn::run(learner, &matches, terminal),
        }
    }
}

/// The switch of every command that has a game.
const HIDE: &str = "hide";

/// What names a game, or something that has games.
const GAMES: [&str; 3] = ["game", "what", "experiment"];

/// A command with the switch that hides capabilities of its game, if it has one.
fn with_hide(command: clap::Command) -> clap::Command {
    if !command.get_arguments().any(|arg| GAMES.contains(&arg.get_id().as_str())) {
        return command;
    }
    let help = format!(
        "Hide capabilities of the game, such as `tactical,atoms`, or `{EVERY}`: everything is as if it did not declare them (see `games`)"
    );
    let read = |text: &str| Capabilities::read(text.split(',').map(str::trim));
    command.arg(
        Arg::new(HIDE).long(HIDE).value_name("NAMES").value_parser(read).action(clap::ArgAction::Append).global(true).help(help),
    )
}

/// Every command: those of the list, and the learners, which stand behind the forge that asks them all.
fn all_commands() -> clap::Command {
    let parser = Cli::command();
    #[cfg(feature = "lab")]
    let parser = {
        let forge = parser.get_subcommands().position(|command| command.get_name() == "forge").unwrap_or(0);
        let learner = |learner| learn::command(learner).display_order(forge + 1);
        parser.subcommands(learn::learners().map(learner))
    };
    parser
}

/// The parser. In a program with one game of its own no command needs the name of the game.
fn parser(games: &Games) -> clap::Command {
    let parser = all_commands().mut_subcommands(with_hide);
    let Some(name) = games.only() else { return parser };
    let commands = command_words(&parser);
    let own = |help: Option<&StyledStr>| help.map(|help| hints::for_own(&help.to_string(), name, &commands)).unwrap_or_default();
    let mut parser = parser.name(name.to_string()).bin_name(hints::OWN);
    for command in &commands {
        parser = parser.mut_subcommand(&command.name, |command| {
            let help = own(command.get_after_help());
            let takes_game = command.get_arguments().any(|arg| arg.get_id() == "game");
            // Who has a game of their own is not asked for another one.
            let hidden = command.get_name() == "new";
            let command = command.after_help(help).hide(hidden);
            if !takes_game {
                return command;
            }
            command.mut_arg("game", |arg| arg.long("game").required(false).default_value(name.to_string()).hide(true))
        });
    }
    let help = own(parser.get_after_help());
    parser.after_help(help)
}

/// The commands, and behind which of them a game may be named.
fn command_words(parser: &clap::Command) -> Vec<CommandWords> {
    let of = |command: &clap::Command| CommandWords {
        name: command.get_name().to_string(),
        takes_game: command.get_arguments().any(|arg| ["game", "what"].contains(&arg.get_id().as_str())),
    };
    parser.get_subcommands().map(of).collect()
}

/// A text with commands of `plysmith`, such as one that was kept, as this program should say it.
fn as_typed_here(games: &Games, text: &str) -> String {
    games.only().map_or_else(|| text.into(), |name| hints::for_own(text, name, &command_words(&all_commands())))
}

/// What tests share.
#[cfg(test)]
pub(crate) mod testing {
    use plysmith::game::{Game, Outcome, Side, TextError};

    /// A game that is over before it begins.
    #[derive(Clone)]
    pub(crate) struct Over;

    impl Game for Over {
        type State = ();
        type Move = u8;

        fn name(&self) -> String {
            "over".into()
        }
        fn start(&self) {}
        fn side(&self, _: &()) -> Side {
            Side::First
        }
        fn moves(&self, _: &(), _: &mut Vec<u8>) {}
        fn play(&self, _: &mut (), _: u8) {}
        fn outcome(&self, _: &()) -> Option<Outcome> {
            Some(Outcome::Draw)
        }
        fn evaluate(&self, _: &()) -> i32 {
            0
        }
        fn move_ids(&self) -> usize {
            1
        }
        fn move_id(&self, _: u8) -> usize {
            0
        }
        fn write_position(&self, _: &()) -> String {
            "over".into()
        }
        fn read_position(&self, _: &str) -> Result<(), TextError> {
            Ok(())
        }
        fn write_move(&self, _: &(), _: u8) -> String {
            "none".into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::Over;
    use super::*;

    #[test]
    fn the_parser_is_sound() {
        all_commands().debug_assert();
        parser(&Games::own(Over)).debug_assert();
    }

    #[test]
    fn every_command_explains_itself_with_an_example() {
        for command in all_commands().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(command.get_about().is_some(), "{}", command.get_name());
            assert!(help.contains(&format!("plysmith {}", command.get_name())), "{}: {help}", command.get_name());
        }
    }

    #[test]
    fn every_command_that_has_a_game_can_hide_its_capabilities() {
        let read = |words: &[&str]| {
            let matches = parser(&Games::own(Over)).try_get_matches_from(["over"].iter().chain(words));
            matches.and_then(|matches| Asked::read(&matches)).map(|(_, hidden)| hidden.to_string())
        };
        assert_eq!(read(&["search"]).unwrap(), "");
        assert_eq!(read(&["search", "--hide", "tactical, atoms"]).unwrap(), "tactical, atoms");
        assert_eq!(read(&["check", "--hide", "pass", "--hide", "hash"]).unwrap(), "hash, pass");
        assert_eq!(read(&["engine", "--hide", "all"]).unwrap(), Capabilities::all().to_string());
        assert_eq!(read(&["export", "--hide", "pass"]).unwrap(), "pass");
        #[cfg(feature = "lab")]
        assert_eq!(read(&["suite", "wins", "--hide", "pass"]).unwrap(), "pass", "behind the kind of suite too");
        let unknown = read(&["play", "--hide", "tactcal"]).unwrap_err().to_string();
        assert!(unknown.contains("unknown capability `tactcal`; known are hash, pass"), "{unknown}");
        for command in parser(&Games::own(Over)).get_subcommands() {
            let [game, hide] =
                ["game", HIDE].map(|name| command.get_arguments().any(|argument| argument.get_id().as_str() == name));
            assert_eq!(game || ["export", "reproduce"].contains(&command.get_name()), hide, "{}", command.get_name());
        }
    }

    #[test]
    fn a_program_with_one_game_need_not_name_it() {
        let games = Games::own(Over);
        for line in [&["over", "perft", "3"][..], &["over", "search", "--depth", "2"], &["over", "games"], &["over", "bench"]] {
            let matches = parser(&games).try_get_matches_from(line).unwrap();
            let (_, command) = matches.subcommand().unwrap();
            assert_eq!(command.get_one::<String>("game").map(String::as_str), Some("over"), "{line:?}");
        }
        let help = parser(&games).find_subcommand("perft").unwrap().get_after_help().unwrap().to_string();
        assert!(help.contains("cargo run --release -- perft 4") && !help.contains("breakthrough"), "{help}");
    }
}
