//! Commands as they are printed, in help and in hints: whoever reads one should be able to type it as it stands. A program with a game of one's own is run
//! by cargo, and its commands name no game.

/// How the program with the bundled games is called.
pub const PROGRAM: &str = "plysmith";
/// How the program of a crate with a game of one's own is called, in the folder of that crate.
pub const OWN: &str = "cargo run --release --";

/// The game of the examples.
const EXAMPLE: &str = "breakthrough";

/// A command as hints know it.
pub struct CommandWords {
    /// Its name.
    pub name: String,
    /// The name of a game may stand behind it.
    pub takes_game: bool,
}

/// A text with commands of `plysmith`, as the program of the game `own` should say it. A command that is not in the list stays as it is.
pub fn for_own(text: &str, own: &str, commands: &[CommandWords]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line_for_own(line, commands).replace(&format!("forged/{EXAMPLE}"), &format!("forged/{own}"));
        // Examples that differed by the game alone.
        if !(line.trim_start().starts_with(OWN) && lines.contains(&line)) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

fn line_for_own(line: &str, commands: &[CommandWords]) -> String {
    let (mut told, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(PROGRAM) {
        let (before, from) = rest.split_at(at);
        told.push_str(before);
        let after = &from[PROGRAM.len()..];
        let known = after.strip_prefix(' ').and_then(|words| {
            let (name, behind) = words.split_at(end_of_word(words));
            let command = commands.iter().find(|command| command.name == name)?;
            Some((command, if command.takes_game { without_game(behind) } else { behind }))
        });
        match known.filter(|_| !before.ends_with(is_of_word)) {
            Some((command, behind)) => {
                told.push_str(&format!("{OWN} {}", command.name));
                rest = behind;
            }
            None => {
                told.push_str(PROGRAM);
                rest = after;
            }
        }
    }
    told + rest
}

/// What stands behind a command, without the name of a game at its beginning.
fn without_game(text: &str) -> &str {
    let Some(words) = text.strip_prefix(' ') else { return text };
    let rest = &words[end_of_word(words)..];
    let is_game = words.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !rest.starts_with(['/', '.']);
    if is_game { rest } else { text }
}

fn end_of_word(text: &str) -> usize {
    text.find(|letter| !is_of_word(letter)).unwrap_or(text.len())
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_ones_own_is_run_by_cargo_and_names_no_game() {
        let command = |name: &str, takes_game| CommandWords { name: name.into(), takes_game };
        let commands = [command("play", true), command("match", true), command("export", true), command("runs", false)];
        for (text, expected) in [
            ("plysmith play breakthrough --level 2", "cargo run --release -- play --level 2"),
            ("`plysmith match GAME SPEC BASE`.", "`cargo run --release -- match SPEC BASE`."),
            ("\"ugi:plysmith play loa\" x", "\"ugi:cargo run --release -- play\" x"),
            ("plysmith export forged/breakthrough --check", "cargo run --release -- export forged/mine --check"),
            ("plysmith export ../x", "cargo run --release -- export ../x"),
            ("plysmith runs show 3fa2", "cargo run --release -- runs show 3fa2"),
            ("plysmith match x.toml y", "cargo run --release -- match x.toml y"),
            ("kept in plysmith-runs by plysmith as it is", "kept in plysmith-runs by plysmith as it is"),
            ("plysmith play\nplysmith play loa\nplysmith play", "cargo run --release -- play"),
        ] {
            assert_eq!(for_own(text, "mine", &commands), expected);
        }
    }
}
