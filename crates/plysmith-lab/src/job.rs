//! Jobs: what was asked, as one value. The id of a run, what goes on after a stop, and who else may do the work follow from it.

use std::collections::BTreeMap;

use plysmith::game::Capabilities;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything that a result depends on, and how it is asked again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The command.
    pub command: String,
    /// The game, or what a run about several games is called.
    pub game: String,
    /// What the game does not show.
    pub hidden: Vec<String>,
    /// What core and games were built from.
    pub build: String,
    /// The arguments with the seed, as the command takes them: specs and files by what is in them, not by where they are.
    pub asked: Value,
    /// What leads to all of this, as long as the files that it names say what they said. No part of the id.
    #[serde(default)]
    pub line: CommandLine,
}

/// The words that somebody typed, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandLine {
    /// The command and its arguments; none if they are not known.
    pub words: Vec<String>,
    /// The folder from which files are named.
    pub folder: String,
    /// Digests of the files that the words name, so that one that has changed can be told.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

impl Job {
    /// A job for a command about a game.
    pub fn new(command: &str, game: &str, hidden: Capabilities, build: &str, asked: Value) -> Job {
        let hidden = hidden.names().into_iter().map(String::from).collect();
        let (command, game, build) = (command.into(), game.into(), build.into());
        Job { command, game, hidden, build, asked, line: CommandLine::default() }
    }

    /// The same with what leads to it.
    pub fn asked_by(self, line: CommandLine) -> Job {
        Job { line, ..self }
    }

    /// What the run is known by: the same job is the same run, however it was asked.
    pub fn id(&self) -> String {
        let Job { command, game, hidden, build, asked, line: _ } = self;
        let parts = Decisive { command, game, hidden, build, asked };
        let text = serde_json::to_string(&parts).expect("texts and values can be written as JSON");
        crate::digest(text.as_bytes())[..10].into()
    }

    /// How it is asked again, as one would type it; empty if that is not known.
    pub fn command_line(&self) -> String {
        shell_words::join(&self.line.words)
    }
}

/// What the id is a digest of. Runs are known by it: the order counts, and so do the names.
#[derive(Serialize)]
struct Decisive<'a> {
    command: &'a str,
    game: &'a str,
    hidden: &'a [String],
    build: &'a str,
    asked: &'a Value,
}

#[cfg(test)]
mod tests {
    use plysmith::game::Capability;
    use serde_json::json;

    use super::*;

    fn job() -> Job {
        let job = Job::new("select", "chess", Capabilities::NONE, "1", json!({ "nodes": 5, "seed": 1 }));
        let words = ["select", "chess", "--from", "my spec.toml"].map(String::from).into();
        let files = [("my spec.toml".to_string(), "0123".to_string())].into();
        job.asked_by(CommandLine { words, folder: "here".into(), files })
    }

    #[test]
    fn the_same_job_is_the_same_run_also_after_being_written() {
        let job = job();
        let read: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
        assert_eq!((read.id(), &read), (job.id(), &job));
        let others = [
            Job { command: "extend".into(), ..job.clone() },
            Job { game: "loa".into(), ..job.clone() },
            Job::new("select", "chess", Capabilities::NONE.with(Capability::Pass), "1", job.asked.clone()),
            Job { build: "2".into(), ..job.clone() },
            Job { asked: json!({ "nodes": 5, "seed": 2 }), ..job.clone() },
        ];
        assert!(others.iter().all(|other| other.id() != job.id()));
    }

    #[test]
    fn how_it_was_asked_makes_no_other_run() {
        let elsewhere = job().asked_by(CommandLine { words: vec!["select".into()], ..CommandLine::default() });
        assert_eq!(elsewhere.id(), job().id());
        // The id of earlier versions, whose jobs had no words.
        let text = r#"{"command":"select","game":"chess","hidden":[],"build":"1","asked":{"nodes":5,"seed":1}}"#;
        assert_eq!(job().id(), crate::digest(text.as_bytes())[..10]);
        let earlier: Job = serde_json::from_str(text).unwrap();
        assert_eq!((earlier.id(), earlier.command_line()), (job().id(), String::new()));
    }

    #[test]
    fn a_command_line_can_be_typed_again() {
        assert_eq!(job().command_line(), "select chess --from 'my spec.toml'");
        assert_eq!(shell_words::split(&job().command_line()).unwrap(), job().line.words);
    }
}
