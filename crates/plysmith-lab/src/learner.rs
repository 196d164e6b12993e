//! Learners: a learner takes an [`Ask`], which is plain data, and a lab; it gives a spec, the parts that the spec names, and the sections of a report.
//!
//! [`LEARNERS`] is the one list. Who is in it has a command with help and JSON, a run that goes on where it was stopped, a stage of the forge, a row of the experiment `learners`
//! and sections in reports; none of these knows which learners there are.

mod attached;
#[cfg(feature = "dummy")]
mod dummy;

use std::marker::PhantomData;
use std::time::Duration;

use plysmith::{Arena, Spec};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use attached::Attached;

use crate::compare::Material;
use crate::lab::{Lab, LabError};
use crate::measure::speeds;
use crate::report::Section;
use crate::trial::SpecText;

/// Every learner.
pub static LEARNERS: &[&dyn AnyLearner] = &[
    &Entry::<crate::select::SelectLearner>::NEW,
    &Entry::<crate::extend::FocusLearner>::NEW,
    &Entry::<crate::evaluate::network::NetworkLearner>::NEW,
    &Entry::<crate::evaluate::WeightsLearner>::NEW,
    &Entry::<crate::calibrate::CalibrateLearner>::NEW,
    &Entry::<crate::realization::RealizationLearner>::NEW,
    #[cfg(feature = "dummy")]
    &Entry::<dummy::DummyLearner>::NEW,
];

/// What a learner asks to be known by.
#[derive(Clone, Copy, Debug)]
pub struct LearnerCard {
    /// Its name: a word that a command, a stage and sections can be called by.
    pub name: &'static str,
    /// Other names of its command.
    pub aliases: &'static [&'static str],
    /// A heading.
    pub title: &'static str,
    /// What it finds out, in one line.
    pub about: &'static str,
    /// Examples, and what else somebody should know before.
    pub help: &'static str,
    /// What it improves.
    pub decision: Decision,
    /// By what it judges what it tries, before any proof.
    pub judge: &'static str,
    /// How its command is told the spec to begin with.
    pub start: StartOption,
    /// The command that asks it, if that is one with methods to choose from; otherwise its name is a command.
    pub method_of: Option<&'static str>,
    /// When a forge asks it.
    pub forge: InForge,
    /// Lists for people name it.
    pub is_listed: bool,
}

/// The option that names the spec to begin with.
#[derive(Clone, Copy, Debug)]
pub struct StartOption {
    /// Its name.
    pub name: &'static str,
    /// Another name of it.
    pub alias: &'static str,
    /// What people read of it, with what is begun with if nobody names any.
    pub about: &'static str,
    /// What a forge begins with if nobody names any.
    pub in_forge: &'static str,
}

impl StartOption {
    /// That of most learners.
    pub const USUAL: StartOption = StartOption {
        name: "spec",
        alias: "base",
        about: "The spec to begin with: a preset or a file, either with changes behind colons [default: default]",
        in_forge: "default",
    };
}

/// What a decision of a search is judged on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// On positions, such as the ordering of moves.
    Positions,
    /// On search trees, such as what is extended or pruned.
    Trees,
    /// On games, such as the time for a move.
    Games,
}

impl Decision {
    /// What its judge looks at.
    pub const fn word(self) -> &'static str {
        match self {
            Decision::Positions => "positions",
            Decision::Trees => "search trees",
            Decision::Games => "games",
        }
    }
}

/// When a forge asks a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InForge {
    /// As a stage before all others: what they learn depends on it.
    First,
    /// As a stage behind the others.
    Last,
    /// The stage of this name finds it out in its own way, as one of several changes that play.
    Within(&'static str),
}

/// What a learner is asked: everything that the answer depends on, beside the game and the build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// The learner.
    pub learner: String,
    /// The spec to begin with.
    pub start: SpecText,
    /// The seed of every random choice.
    pub seed: u64,
    /// How long the engine will think about a move, in microseconds, if somebody said so: then its searches are as long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<u64>,
    /// The learner's own options.
    pub options: Value,
}

impl Ask {
    /// It as what a result depends on: files by what is in them, wherever they are.
    pub fn without_places(&self) -> Value {
        fn without(value: Value) -> Value {
            match value {
                Value::Object(mut fields) if fields.len() == 2 && fields.contains_key("path") => {
                    fields.remove("text").unwrap_or_default()
                }
                Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, without(value))).collect(),
                other => other,
            }
        }
        serde_json::to_value(self).map(without).unwrap_or_default()
    }

    /// The spec to begin with.
    pub fn spec(&self) -> Result<Spec, LabError> {
        Ok(self.start.spec()?)
    }

    /// Nodes of a search: those that take as long as a move at the pace, if there is one. What a node costs is measured once and recorded.
    pub fn nodes(&self, lab: &mut Lab, otherwise: u64) -> Result<u64, LabError> {
        let Some(pace) = self.pace else { return Ok(otherwise) };
        let lines = Material::lines(lab, self.seed)?;
        let speed = speeds(lab, "speed at the pace", std::slice::from_ref(&self.start), &lines)?.remove(0);
        Ok(((1_000.0 * pace as f64 / speed.nanoseconds().max(0.001)) as u64).max(10))
    }
}

/// Which share of the time is over, if there is a clock; asked now and then, with a name for the point.
pub type Patience<'p> = dyn FnMut(&mut Lab, &str) -> Result<Option<f64>, LabError> + 'p;

/// Nobody looks at a clock: the options say how much is done.
pub fn unhurried(_: &mut Lab, _: &str) -> Result<Option<f64>, LabError> {
    Ok(None)
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The spec with it, or the one to begin with. The parts that it names are with the game and in the store.
    pub spec: SpecText,
    /// What came out, in a sentence.
    pub verdict: String,
    /// It is worth a proof: something was learned, and holds as far as the learner can tell.
    pub is_proposed: bool,
    /// How it came about.
    pub sections: Vec<Section>,
    /// All figures, for programs.
    pub figures: Value,
    /// What is written where the options say.
    pub files: Vec<Attached>,
    /// What is written beside the spec: what the name ends with in place of `toml`, and the text.
    pub beside: Vec<(&'static str, String)>,
    /// Under what it was found out, by name.
    pub conditions: Vec<(&'static str, String)>,
}

impl Learned {
    /// A spec that is worth a proof, with nothing more to tell than a sentence.
    pub fn new(spec: SpecText, verdict: impl Into<String>) -> Learned {
        Learned {
            spec,
            verdict: verdict.into(),
            is_proposed: true,
            sections: Vec::new(),
            figures: Value::Object(Default::default()),
            files: Vec::new(),
            beside: Vec::new(),
            conditions: Vec::new(),
        }
    }
}

/// A learner with those of its options that are not the usual ones.
pub type Instead = (&'static str, Vec<(&'static str, Value)>);

/// A way to learn a decision.
pub trait Learner: Sync {
    /// What can be asked for, with the defaults of somebody who says nothing.
    type Options: clap::Args + Clone + Serialize + DeserializeOwned;
    /// What it is known by.
    const CARD: LearnerCard;

    /// Why it has nothing to learn, if that is known beforehand.
    fn hindrance(arena: &dyn Arena, start: &Spec) -> Option<String>;

    /// Why a forge that has come to this spec need not ask.
    fn settled(_current: &Spec) -> Option<String> {
        None
    }

    /// The spec that somebody begins with who names none.
    fn usual_start(_options: &Self::Options) -> &'static str {
        "default"
    }

    /// The options without what is attached and has nothing to do with the game, so that the same question is the same ask.
    fn for_game(_arena: &dyn Arena, options: Self::Options) -> Self::Options {
        options
    }

    /// The learner that options like these ask in the place of this one, with what it is told: a command may have several methods.
    fn instead(_options: &Self::Options) -> Option<Instead> {
        None
    }

    /// What is wrong with options for a game, before any work.
    fn check(_arena: &dyn Arena, _start: &Spec, _options: &Self::Options) -> Result<(), String> {
        Ok(())
    }

    /// Learns, until the patience is at its end.
    fn learn(ask: &Ask, options: &Self::Options, lab: &mut Lab, patience: &mut Patience) -> Result<Learned, LabError>;

    /// How much of the time of a forge it should have beside other stages, for its work and for the proof of what it proposes.
    fn shares(_budget: Duration) -> [f64; 2] {
        [0.1, 0.08]
    }

    /// With less it has nothing to propose in a forge.
    fn least() -> Duration {
        Duration::ZERO
    }

    /// Whether it is worth asking once more in a later round of a forge.
    fn tries_again() -> bool {
        true
    }
}

/// A learner as those see it who do not know which it is.
pub trait AnyLearner: Sync {
    /// What it is known by.
    fn card(&self) -> LearnerCard;
    /// A command with its options.
    fn with_options(&self, command: clap::Command) -> clap::Command;
    /// The options that a command was given.
    fn read(&self, matches: &clap::ArgMatches) -> Result<Value, clap::Error>;
    /// See [`Learner::hindrance`].
    fn hindrance(&self, arena: &dyn Arena, start: &Spec) -> Option<String>;
    /// See [`Learner::settled`].
    fn settled(&self, current: &Spec) -> Option<String>;
    /// See [`Learner::usual_start`].
    fn usual_start(&self, options: &Value) -> Result<&'static str, String>;
    /// See [`Learner::for_game`].
    fn for_game(&self, arena: &dyn Arena, options: Value) -> Result<Value, String>;
    /// See [`Learner::instead`].
    fn instead(&self, options: &Value) -> Result<Option<Instead>, String>;
    /// See [`Learner::check`].
    fn check(&self, arena: &dyn Arena, start: &Spec, options: &Value) -> Result<(), String>;
    /// See [`Learner::learn`].
    fn learn(&self, ask: &Ask, lab: &mut Lab, patience: &mut Patience) -> Result<Learned, LabError>;
    /// See [`Learner::shares`].
    fn shares(&self, budget: Duration) -> [f64; 2];
    /// See [`Learner::least`].
    fn least(&self) -> Duration;
    /// See [`Learner::tries_again`].
    fn tries_again(&self) -> bool;
}

/// The learner of this name.
pub fn find(name: &str) -> Option<&'static dyn AnyLearner> {
    LEARNERS.iter().copied().find(|learner| learner.card().name == name)
}

/// The options of somebody who says nothing.
pub fn usual_options(learner: &dyn AnyLearner) -> Value {
    let command = learner.with_options(clap::Command::new(learner.card().name).no_binary_name(true));
    let nothing: [&str; 0] = [];
    let read = command.try_get_matches_from(nothing).and_then(|matches| learner.read(&matches));
    read.unwrap_or_else(|error| panic!("every option of the learner `{}` needs a default: {error}", learner.card().name))
}

/// The options of somebody who says this alone.
pub fn options_with<'o>(learner: &dyn AnyLearner, said: impl IntoIterator<Item = (&'o str, Value)>) -> Value {
    let mut options = usual_options(learner);
    said.into_iter().for_each(|(option, value)| options[option] = value);
    options
}

/// A line of the list.
struct Entry<L>(PhantomData<fn() -> L>);

impl<L: Learner> Entry<L> {
    const NEW: Entry<L> = Entry(PhantomData);

    fn options(value: &Value) -> Result<L::Options, String> {
        serde_json::from_value(value.clone()).map_err(|reason| format!("these are no options of `{}`: {reason}", L::CARD.name))
    }
}

impl<L: Learner> AnyLearner for Entry<L> {
    fn card(&self) -> LearnerCard {
        L::CARD
    }

    fn with_options(&self, command: clap::Command) -> clap::Command {
        <L::Options as clap::Args>::augment_args(command)
    }

    fn read(&self, matches: &clap::ArgMatches) -> Result<Value, clap::Error> {
        let options = <L::Options as clap::FromArgMatches>::from_arg_matches(matches)?;
        serde_json::to_value(options).map_err(|reason| clap::Error::raw(clap::error::ErrorKind::Format, reason))
    }

    fn hindrance(&self, arena: &dyn Arena, start: &Spec) -> Option<String> {
        L::hindrance(arena, start)
    }

    fn settled(&self, current: &Spec) -> Option<String> {
        L::settled(current)
    }

    fn usual_start(&self, options: &Value) -> Result<&'static str, String> {
        Ok(L::usual_start(&Self::options(options)?))
    }

    fn for_game(&self, arena: &dyn Arena, options: Value) -> Result<Value, String> {
        let options = L::for_game(arena, Self::options(&options)?);
        serde_json::to_value(options).map_err(|reason| reason.to_string())
    }

    fn instead(&self, options: &Value) -> Result<Option<Instead>, String> {
        Ok(L::instead(&Self::options(options)?))
    }

    fn check(&self, arena: &dyn Arena, start: &Spec, options: &Value) -> Result<(), String> {
        L::check(arena, start, &Self::options(options)?)
    }

    fn learn(&self, ask: &Ask, lab: &mut Lab, patience: &mut Patience) -> Result<Learned, LabError> {
        L::learn(ask, &Self::options(&ask.options).map_err(LabError::Learning)?, lab, patience)
    }

    fn shares(&self, budget: Duration) -> [f64; 2] {
        L::shares(budget)
    }

    fn least(&self) -> Duration {
        L::least()
    }

    fn tries_again(&self) -> bool {
        L::tries_again()
    }
}

#[cfg(test)]
mod tests;
