//! `reproduce`: an experiment of a paper, or one of our own, with what was published beside what is found here.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Context, Result};
use plysmith_lab::report::{html, text};
use serde_json::{Value, json};

use crate::experiments::{EXPERIMENTS, Experiment, Field, Published, Scale};
use crate::jobs::session::{self, Finding, RunArgs, Session};
use crate::output::terminal::Terminal;

/// Repeat a published experiment, and show paper and ours side by side
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith reproduce\n  plysmith reproduce pilot-table-1\n  plysmith reproduce select-random --scale full --json\n  plysmith reproduce select-matches --only ataxx,awari\n  plysmith reproduce free-inputs --hide tactical\n\n\
    Without a name it lists the experiments. A result that differs from the paper is shown as it is. Run the same command again to continue an experiment that \
    was stopped; a page with tables and plots goes into the folder of the run."
)]
pub struct Args {
    /// The experiment
    #[arg(value_name = "ID")]
    experiment: Option<String>,
    /// How much is done
    #[arg(long, value_enum, default_value_t = Scale::Quick)]
    scale: Scale,
    /// Only these of the experiment's games, where each is looked at by itself
    #[arg(long, value_name = "GAME,…", value_delimiter = ',', requires = "experiment")]
    only: Vec<String>,
    #[command(flatten)]
    run: RunArgs,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let Some(id) = &self.experiment else { return self.list(terminal) };
        let experiment = Experiment::find(id)?;
        experiment.may_hide(terminal.hidden)?;
        let names = experiment.wanted(self.scale, &self.only)?;
        experiment.needs(terminal.games, &names)?;
        let first = names.first().with_context(|| format!("`{id}` names no game"))?;
        let (games, hidden, arena) = (terminal.games, terminal.hidden, terminal.arena(first)?);
        let asked = json!({ "experiment": id, "games": names, "scale": self.scale.name(), "seed": self.run.seed });
        session::run_for(terminal, &self.run, &*arena, &names.join(", "), "reproduce", &asked, |session| {
            let mut findings = (experiment.run)(&mut Field::new(games, hidden, session, names.clone(), self.scale, self.run.seed))?;
            findings.beside(&experiment.printed());
            findings
                .conditions
                .splice(0..0, [("scale", self.scale.name().to_string()), ("seed", self.run.seed.to_string())].map(owned));
            if !hidden.is_empty() {
                findings.condition("hidden of every game", hidden.to_string());
            }
            findings.condition("version", env!("CARGO_PKG_VERSION"));
            findings.condition("build of search and games", games.build()?);
            findings.condition("build of the lab", plysmith_lab::BUILD);
            self.finish(session, experiment, &names, &findings)
        })
    }

    fn list(&self, terminal: &mut Terminal) -> Result<()> {
        if self.run.json {
            return terminal.json(&EXPERIMENTS.iter().map(|experiment| described(experiment, self.scale)).collect());
        }
        let room = EXPERIMENTS.iter().map(|experiment| experiment.id.len()).max().unwrap_or(0);
        for experiment in EXPERIMENTS {
            writeln!(terminal.out, "{:room$}  {}", experiment.id, experiment.about)?;
            writeln!(terminal.out, "{:room$}  {}; games: {}", "", experiment.source, (experiment.games)(self.scale).join(", "))?;
        }
        writeln!(terminal.out, "\n{}", terminal.games.typed("reproduce ID [--scale quick|long|full]"))?;
        Ok(())
    }

    /// Writes the page, and tells.
    fn finish(
        &self,
        session: &mut Session,
        experiment: &Experiment,
        games: &[&str],
        findings: &plysmith_lab::reproduce::Findings,
    ) -> Result<Finding> {
        let report = findings.report(&format!("{}: {}", experiment.id, experiment.about), &games.join(", "));
        let name = format!("reproduce-{}-{}", experiment.id, session.id);
        session.write(&format!("{name}.json"), &report.json().context("the report")?)?;
        let page = session.write(&format!("{name}.html"), &html(&report))?;
        let mut told = text(&report);
        let _ = writeln!(told, "\nSource: {}\nReport in {}", experiment.source, page.display());
        let mut json = described(experiment, self.scale);
        if let (Some(json), Value::Object(found)) = (json.as_object_mut(), findings.json()) {
            json.extend(found);
            json.insert("page".into(), page.display().to_string().into());
        }
        Ok(Finding { json, text: told })
    }
}

fn owned((name, value): (&str, String)) -> (String, String) {
    (name.into(), value)
}

fn described(experiment: &Experiment, scale: Scale) -> Value {
    let Experiment { id, about, source, published, games, .. } = experiment;
    let reason = match published {
        Published::Figures(_) => None,
        Published::Nothing(reason) => Some(reason),
    };
    json!({ "id": id, "about": about, "source": source, "games": games(scale), "nothing_published": reason })
}
