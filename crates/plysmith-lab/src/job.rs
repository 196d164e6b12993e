//! Jobs: what was asked, as one value. The id of a run, what goes on after a stop, and who else may do the work follow from it.

use plysmith::game::Capabilities;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything that a result depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
}

impl Job {
    /// A job for a command about a game.
    pub fn new(command: &str, game: &str, hidden: Capabilities, build: &str, asked: Value) -> Job {
        let hidden = hidden.names().into_iter().map(String::from).collect();
        Job { command: command.into(), game: game.into(), hidden, build: build.into(), asked }
    }

    /// What the run is known by: the same job is the same run.
    pub fn id(&self) -> String {
        let text = serde_json::to_string(self).expect("texts and values can be written as JSON");
        crate::digest(text.as_bytes())[..10].into()
    }
}

#[cfg(test)]
mod tests {
    use plysmith::game::Capability;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_same_job_is_the_same_run_also_after_being_written() {
        let job = Job::new("select", "chess", Capabilities::NONE, "1", json!({ "nodes": 5, "seed": 1 }));
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
}
