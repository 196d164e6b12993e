//! Going on with a run: its job is asked again by the words that led to it, and they must lead to the same job.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use plysmith_lab::job::{CommandLine, Job};
use plysmith_lab::store::{Run, Store};
use serde_json::Value;

use crate::output::terminal::Terminal;

/// A run that is to go on, until the words of its job have led to it.
pub struct Resumed {
    run: Run,
    /// Where its store is.
    folder: PathBuf,
}

/// Goes on with the run in the store of a folder whose id begins like this.
pub fn resume(terminal: &mut Terminal, folder: &Path, id: &str) -> Result<()> {
    let store = Store::look(folder)?;
    let run = store.run(id)?;
    let folder = folder.canonicalize().with_context(|| format!("cannot find `{}`", folder.display()))?;
    drop(store);
    let (id, job) = (run.asked.id.clone(), run.asked.job.clone());
    if job.line.words.is_empty() || job.line.words[0] == "runs" {
        bail!("the command of run {id} is not known");
    }
    // Files were named as seen from there.
    std::env::set_current_dir(&job.line.folder)
        .with_context(|| format!("run {id} was begun in the folder `{}`, which cannot be used; restore it", job.line.folder))?;
    terminal.note(&job.command_line());
    terminal.resumed = Some(Resumed { run, folder });
    let ask = terminal.ask;
    let answer = ask(terminal, &job.line.words);
    // As long as it is there, nothing has begun.
    match (terminal.resumed.take(), answer) {
        (Some(_), Err(error)) => Err(error.context(format!("run {id} cannot go on"))),
        (Some(_), Ok(())) => bail!("`{}` does not lead to run {id}, nor to any other", job.command_line()),
        (None, answer) => answer,
    }
}

impl Resumed {
    /// Refuses a job that is not that of the run, or that is to be kept in the store of another folder.
    pub fn check(&self, job: &Job, out: &Path) -> Result<()> {
        let Resumed { run, folder } = self;
        let then = &run.asked.job;
        let begin = format!("to begin a run with what is there now, type `{}` in `{}`", then.command_line(), then.line.folder);
        if !out.canonicalize().is_ok_and(|out| out == *folder) {
            bail!(
                "it is in the store in `{}`, but its command line leads to `{}` in `{}`; move the store there",
                folder.display(),
                out.display(),
                then.line.folder
            );
        }
        if job.id() == run.asked.id {
            return Ok(());
        }
        if job.build != then.build {
            bail!(
                "it was begun by a program with another search or other games (version {}, build {}; this one is version {}, build {}); \
                 resume it with that program, or, {begin}",
                run.asked.version,
                then.build,
                env!("CARGO_PKG_VERSION"),
                job.build
            );
        }
        let now = typed(&then.line.words).files;
        let changed = then.line.files.iter().filter_map(|(name, digest)| match now.get(name) {
            None => Some(format!("`{name}` is gone")),
            Some(now) => (now != digest).then(|| format!("`{name}` has changed")),
        });
        let changed: Vec<String> = changed.collect();
        let differing = differences(&then.asked, &job.asked);
        let at = if differing.is_empty() { String::new() } else { format!(" (it differs in {})", differing.join(", ")) };
        match &changed[..] {
            [] => bail!("its command line now asks for something else{at}; restore what it was, or, {begin}"),
            files => bail!("{} since it began{at}; restore what was there, or, {begin}", files.join(", ")),
        }
    }
}

/// What leads to a job: words that were typed here and now.
pub fn typed(words: &[String]) -> CommandLine {
    // Who goes on does not begin anew.
    let words: Vec<String> = words.iter().filter(|word| *word != "--fresh").cloned().collect();
    let named = words.iter().flat_map(|word| names(word)).filter(|name| Path::new(name).is_file());
    let files = named.filter_map(|name| Some((name.to_string(), plysmith_lab::digest(&std::fs::read(name).ok()?)))).collect();
    let folder = std::env::current_dir().map(|folder| folder.display().to_string()).unwrap_or_default();
    CommandLine { words, folder, files }
}

/// What may be the name of a file in a word: itself, what stands before changes of a spec, what follows an option, and the words of a program.
fn names(word: &str) -> impl Iterator<Item = &str> {
    std::iter::once(word).chain(word.split([':', '=', ',', ' ']).filter(move |part| *part != word))
}

/// Where two values differ, as far as that is worth telling.
fn differences(then: &Value, now: &Value) -> Vec<String> {
    fn look(then: &Value, now: &Value, path: &str, found: &mut Vec<String>) {
        let below = |key: &dyn std::fmt::Display| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
        match (then, now) {
            (Value::Object(then), Value::Object(now)) => {
                let more = now.keys().filter(|&key| !then.contains_key(key));
                for key in then.keys().chain(more) {
                    let at = |side: &serde_json::Map<String, Value>| side.get(key).cloned().unwrap_or_default();
                    look(&at(then), &at(now), &below(key), found);
                }
            }
            (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
                for (index, (then, now)) in then.iter().zip(now).enumerate() {
                    look(then, now, &below(&index), found);
                }
            }
            _ if then != now && !path.is_empty() => found.push(format!("`{path}`")),
            _ => {}
        }
    }
    let mut found = Vec::new();
    look(then, now, "", &mut found);
    found.truncate(4);
    found
}

#[cfg(test)]
mod tests {
    use plysmith::game::Capabilities;
    use plysmith_lab::store::{NewRun, RunState};
    use serde_json::json;

    use super::*;

    fn job(build: &str, asked: Value) -> Job {
        let words = ["match", "chess", "mine.toml"].map(String::from).into();
        Job::new("match", "chess", Capabilities::NONE, build, asked).asked_by(CommandLine {
            words,
            folder: "there".into(),
            ..CommandLine::default()
        })
    }

    #[test]
    fn only_the_same_job_in_the_same_store_goes_on_and_the_reason_is_told() {
        let job_then = job("b1", json!({ "games": 1 }));
        let asked = NewRun { id: job_then.id(), job: job_then.clone(), seed: 1, version: "0.0.9".into() };
        let run = Run { number: 1, asked, began: 0, touched: 0, state: RunState::Stopped, result: None };
        let resumed = Resumed { run, folder: std::env::temp_dir().canonicalize().unwrap() };
        let refusal = |job: &Job, out: &Path| resumed.check(job, out).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(refusal(&job_then, &std::env::temp_dir()), "");
        for (other, out, expected) in [
            (job("b2", json!({ "games": 1 })), std::env::temp_dir(), "(version 0.0.9, build b1; this one is version "),
            (
                job("b1", json!({ "games": 2 })),
                std::env::temp_dir(),
                "asks for something else (it differs in `games`); restore what it was",
            ),
            (job_then.clone(), "nowhere".into(), "but its command line leads to `nowhere` in `there`; move the store there"),
        ] {
            let told = refusal(&other, &out);
            assert!(told.contains(expected), "{told}");
            assert!(
                out.ends_with("nowhere")
                    || told.ends_with("to begin a run with what is there now, type `match chess mine.toml` in `there`"),
                "{told}"
            );
        }
    }

    #[test]
    fn differences_are_told_by_where_they_are() {
        let then = json!({ "specs": ["a", "b"], "games": 5, "limit": { "nodes": 1 } });
        let now = json!({ "specs": ["a", "c"], "games": 5, "limit": { "nodes": 2 }, "more": true });
        assert_eq!(differences(&then, &now), ["`specs.1`", "`limit.nodes`", "`more`"]);
        assert!(differences(&then, &then).is_empty());
        assert!(
            differences(&Value::Null, &now).is_empty(),
            "what earlier versions did not keep differs in nothing that could be named"
        );
    }

    #[test]
    fn a_word_may_name_files_in_several_ways() {
        let found = |word| names(word).collect::<Vec<_>>();
        assert_eq!(found("mine.toml"), ["mine.toml"]);
        assert_eq!(found("mine.toml:-killers"), ["mine.toml:-killers", "mine.toml", "-killers"]);
        assert!(found("--suite=my.suite").contains(&"my.suite") && found("ugi:./engine --x").contains(&"./engine"));
    }
}
