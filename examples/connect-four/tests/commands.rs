//! The program as a user meets it.

use std::process::Command;

/// The command succeeds; its output.
fn good(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_connect-four")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_commands_need_no_name_of_the_game() {
    assert!(good(&["check", "--games", "200"]).starts_with("connect-four: the rules hold in 200 random games"));
    assert_eq!(good(&["perft", "6"]), "117649\n");
    let text = good(&["search", "--moves", "d", "a", "d", "a", "d", "--depth", "6"]);
    assert!(text.contains("best move d\n"), "{text}");
}

#[test]
fn making_another_game_is_left_to_plysmith() {
    let output = Command::new(env!("CARGO_BIN_EXE_connect-four")).args(["new", "other"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!good(&["--help"]).contains("new "));
}
