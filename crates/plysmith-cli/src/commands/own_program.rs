//! Tests of the program of a game of one's own: what it prints can be typed as it stands.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;

use plysmith_games::tic_tac_toe::TicTacToe;

use super::*;

/// What was written, by anybody who has a copy.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A folder for the store of one test, which is gone after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("plysmith-own-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// All that a command of the own program prints, its error included. `DIR` in it stands for the folder.
fn told(folder: &Folder, line: &str) -> String {
    let games = Games::own_default::<TicTacToe>();
    let (written, dir) = (Written::default(), folder.0.display().to_string());
    let words: Vec<String> = line.split(' ').map(|word| word.replace("DIR", &dir)).collect();
    let mut terminal = Terminal::standard(&games, Capabilities::NONE, ask);
    (terminal.out, terminal.notes) = (Box::new(written.clone()), Box::new(written.clone()));
    terminal.input = Box::new(io::empty());
    let result = ask(&mut terminal, &words);
    let mut text = String::from_utf8(written.0.borrow().clone()).unwrap();
    if let Err(error) = result {
        text += &format!("{error:#}\n");
    }
    text.replace(&dir, "DIR")
}

/// The hints in a text: what could be typed.
fn hints_in(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| line.contains(hints::OWN)).collect()
}

/// Nothing in the text is a command of another program.
fn is_own(what: &str, text: &str) {
    for command in command_words(&all_commands()) {
        assert!(!text.contains(&format!("plysmith {}", command.name)), "{what}: {text}");
        assert!(!text.contains(&format!("tic-tac-toe {}", command.name)), "{what}: {text}");
    }
}

#[test]
fn every_help_has_the_commands_of_the_own_program() {
    let mut parser = parser(&Games::own_default::<TicTacToe>());
    parser.build();
    is_own("the program", &parser.render_long_help().to_string());
    for command in parser.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let (name, help) = (command.get_name().to_string(), command.clone().render_long_help().to_string());
        is_own(&name, &help);
        assert!(help.contains(&format!("Usage: {} {name}", hints::OWN)), "{help}");
        assert!(!help.contains(&format!("{} {name} breakthrough", hints::OWN)), "{help}");
        assert!(!help.contains("tic-tac-toe-runs"), "the folder has its own name: {help}");
        if !command.is_hide_set() {
            assert!(help.contains(&format!("\n  {} {name}", hints::OWN)), "{help}");
        }
    }
}

#[test]
fn nothing_that_is_printed_is_a_command_of_another_program() {
    let folder = Folder::new("prints");
    told(&folder, "suite sequences --count 2 --length 2 --out DIR --file DIR/some.suite");
    for line in [
        "games",
        "check --games 5",
        "perft 2",
        "spec",
        "enhancements killers",
        "search --depth 2",
        "bench --depth 2",
        "play --side none --nodes 10",
        "match default plain --games 2 --nodes 10 --out DIR",
        "measure default plain --depth 2 --count 2 --out DIR",
        "calibrate --depth 3 --positions 20 --out DIR",
        "select --only othello --out DIR",
        "select --learn-from DIR --out DIR",
        "evaluate --games 4 --nodes 10 --out DIR",
        "suite import DIR/some.suite",
        "runs --out DIR",
        "runs show nothing --out DIR",
        "reproduce",
        "reproduce pilot-table-1 --out DIR",
        "export",
        "part DIR/some.suite",
        "report DIR/some.suite",
    ] {
        let text = told(&folder, line);
        assert!(!text.is_empty(), "{line}");
        is_own(line, &text);
    }
    let suite = told(&folder, "suite import DIR/some.suite");
    assert_eq!(
        suite,
        "`DIR/some.suite` is a suite already; `cargo run --release -- suite show DIR/some.suite` tells what is in it\n"
    );
    assert_eq!(hints_in(&told(&folder, "reproduce")), ["cargo run --release -- reproduce ID [--scale quick|long|full]"]);
}

#[test]
fn a_forge_says_how_its_engine_is_played_and_exported() {
    let folder = Folder::new("forges");
    let text = told(&folder, "forge --from plain --budget 20s --out DIR --to DIR/forged");
    is_own("forge", &text);
    let hints = hints_in(&text);
    assert_eq!(
        hints[..2],
        ["cargo run --release -- play --spec DIR/forged/spec.toml", "cargo run --release -- export DIR/forged --check",],
        "{text}"
    );
    // What could not be decided differs from one machine to the next.
    for hint in &hints[2..] {
        assert!(hint.starts_with("cargo run --release -- match DIR/forged/undecided/"), "{hint}");
    }
    let played = told(&folder, "play --side none --nodes 10 --spec DIR/forged/spec.toml");
    assert!(played.contains("The engine plays"), "{played}");
}
