//! The unit of work: a pure function of its inputs, known by a digest of them.
//!
//! Whoever measures or learns describes what it wants to know as a [`Trial`]; the [`Lab`](crate::Lab) runs it at most once and keeps the result under
//! its [`TrialId`]. A trial is plain data that can be written and read, so that another process or machine can run it, and delivering its result
//! twice does no harm.

pub(crate) mod kinds;
mod rate;
mod search;
mod workbench;

use std::fmt;
use std::sync::Arc;

use plysmith::arena::{GameCard, Line};
use plysmith::evaluate::Evaluator;
use plysmith::game::TextError;
use plysmith::spec::SpecError;
use plysmith::{Arena, Limits, PartId, Score, Spec, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use kinds::{KINDS, TrialKind};
pub use rate::{Rate, RatedMove, Ratings};
pub use search::{Iteration, Search, Searched, Sequence};
pub use workbench::{BorrowedPlayer, Workbench};

/// A piece of work with a result that depends on nothing but what is written here, on the game, on the core and on the version of its kind.
pub trait Trial: Serialize + DeserializeOwned + Send + Sync {
    /// Its name in the store.
    const KIND: &'static str;
    /// The version of its kind. Sources of the lab are no part of a trial's id, so that results outlive commits; in exchange this has to grow whenever the same trial with the same
    /// core and game has another result than before, or one that is written differently. That is the case if `run`, or anything of the lab that it calls, does something else; if a
    /// field of the result is added, removed, renamed or means something else; if a default of a field that is not written changes. A change of the core or of a game needs no new
    /// version, because their sources are part of the id. `golden/trials.txt` holds an example of each kind, and a test compares.
    const VERSION: u32;
    /// What comes out.
    type Result: Serialize + DeserializeOwned + Send;
    /// Does the work.
    fn run(&self, bench: &mut Workbench) -> Result<Self::Result, TrialError>;
}

/// Why a trial has no result.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// It was stopped from outside.
    #[error("stopped")]
    Stopped,
    /// It names a position or a move that the game does not have.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Its spec does not suit the game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The rules of the game or the search broke down.
    #[error("the rules of the game panicked: {message}; `check` finds out where")]
    Panicked {
        /// What the panic said.
        message: String,
    },
    /// What should be a trial or its result cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
}

impl TrialError {
    /// Something cannot be read, for this reason.
    pub(crate) fn unreadable(reason: impl fmt::Display) -> TrialError {
        TrialError::Unreadable(reason.to_string())
    }
}

/// The name of a trial: a digest of everything that its result depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TrialId(pub [u8; 16]);

impl fmt::Display for TrialId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Gives trials of one game and build their names.
#[derive(Clone)]
pub struct Naming(blake3::Hasher);

impl Naming {
    /// For trials of this game; `build` says which core and which rules they are run by.
    pub fn new(game: &str, build: &str) -> Naming {
        let mut hasher = blake3::Hasher::new();
        for part in [game, build] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        Naming(hasher)
    }

    /// The name of a trial.
    pub fn id<T: Trial>(&self, trial: &T) -> TrialId {
        self.write(trial).id
    }

    /// A trial in writing.
    pub(crate) fn write<T: Trial>(&self, trial: &T) -> Written {
        let mut hasher = self.0.clone();
        hasher.update(T::KIND.as_bytes()).update(&[0]).update(&T::VERSION.to_le_bytes());
        // Field by field in the order of the declaration, with every string closed: equal text is an equal trial. Trials
        // have no maps whose keys are no strings, so that writing cannot fail.
        let text = serde_json::to_string(trial).expect("trials can be written as JSON");
        hasher.update(text.as_bytes());
        let digest = hasher.finalize();
        let (id, _) = digest.as_bytes().split_first_chunk().expect("a digest has 32 bytes");
        Written { id: TrialId(*id), parts: PartId::mentioned(&text), trial: text.into_bytes() }
    }
}

/// A trial in writing.
pub(crate) struct Written {
    /// Its name.
    pub(crate) id: TrialId,
    /// The digests of parts that stand in it: what a spec in it names, whichever field that is.
    pub(crate) parts: Vec<PartId>,
    /// It.
    pub(crate) trial: Vec<u8>,
}

/// A spec as canonical text: complete, so that a change of a default is a change of the text. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct SpecText(Arc<str>);

impl SpecText {
    /// The text of a spec that suits the game, with the evaluation and all of its weights written out.
    pub fn new(arena: &dyn Arena, spec: &Spec) -> Result<SpecText, SpecError> {
        arena.check_spec(spec)?;
        Ok(SpecText(complete(arena.card(), spec).to_string().into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The spec.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        Spec::parse(&self.0)
    }
}

impl From<String> for SpecText {
    fn from(text: String) -> SpecText {
        SpecText(text.into())
    }
}

impl From<SpecText> for String {
    fn from(text: SpecText) -> String {
        text.0.to_string()
    }
}

/// What the game hides is part of the spec, and what the spec hides is no part of what it chooses from.
fn complete(card: GameCard, spec: &Spec) -> Spec {
    let mut complete = spec.hiding(card.hidden);
    let card = card.hiding(spec.hidden());
    if spec.evaluator(&card.evaluations) != Evaluator::Game {
        return complete;
    }
    let chosen = card.evaluations.iter().find(|evaluation| Some(&*evaluation.name) == spec.evaluation.as_deref());
    let Some(evaluation) = chosen.or(card.evaluations.first()) else { return complete };
    complete.evaluation = Some(evaluation.name.to_string());
    let weight = |name: &str| spec.weights.iter().find(|(term, _)| term == name).map(|(_, weight)| *weight);
    let terms = evaluation.terms.iter();
    complete.weights = terms.map(|term| (term.name.into(), weight(term.name).unwrap_or(term.weight.into()))).collect();
    complete
}

/// How much work a search may do: exact on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limit {
    /// To this depth in plies.
    pub depth: Option<u32>,
    /// For so many nodes.
    pub nodes: Option<u64>,
    /// Until a win in so many plies is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<u32>,
}

impl Limit {
    /// To a depth in plies.
    pub fn depth(plies: u32) -> Limit {
        Limit { depth: Some(plies), ..Limit::default() }
    }

    /// For a number of nodes.
    pub fn nodes(nodes: u64) -> Limit {
        Limit { nodes: Some(nodes), ..Limit::default() }
    }

    /// And no longer than until a win in so many plies is proven.
    pub fn or_win(self, plies: u32) -> Limit {
        Limit { win: Some(plies), ..self }
    }

    /// For the search, which `stop` can end.
    pub fn limits(self, stop: &Stop) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, win: self.win, stop: Some(stop.clone()), ..Limits::default() }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.depth, self.nodes) {
            (Some(depth), Some(nodes)) => write!(f, "depth {depth} or {nodes} nodes"),
            (Some(depth), None) => write!(f, "depth {depth}"),
            (None, Some(nodes)) => write!(f, "{nodes} nodes"),
            (None, None) => write!(f, "no limit"),
        }
    }
}

/// A [`Line`] in writing.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Line")]
pub(crate) struct LineForm {
    start: Option<String>,
    moves: Vec<String>,
}

/// A [`Score`] in writing: the number behind it.
pub(crate) mod score_form {
    use super::*;

    pub(crate) fn serialize<S: serde::Serializer>(score: &Score, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(score.points())
    }

    pub(crate) fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        i32::deserialize(deserializer).map(Score::from_points)
    }
}

#[cfg(test)]
mod tests {
    use plysmith::game::{Capabilities, Capability};

    use super::*;
    use crate::testing::arena;

    fn search(spec: &str, line: Line, limit: Limit) -> Search {
        let arena = arena("breakthrough-5x5");
        let spec = SpecText::new(&*arena, &Spec::parse(spec).unwrap()).unwrap();
        Search { spec, line, limit, features: Vec::new() }
    }

    #[test]
    fn whatever_changes_the_result_changes_the_id() {
        let naming = Naming::new("breakthrough-5x5", "1");
        let base = search("[alpha_beta]", Line::start(), Limit::depth(3));
        let id = naming.id(&base);
        assert_eq!(id, naming.id(&base.clone()));
        let others = [
            search("[alpha_beta]\n[killers]", Line::start(), Limit::depth(3)),
            search("[evaluation]\nname = \"material\"\n[alpha_beta]", Line::start(), Limit::depth(3)),
            search("[alpha_beta]\n[evaluation.weights]\npiece = 101", Line::start(), Limit::depth(3)),
            search("[alpha_beta]", Line { start: None, moves: vec!["a2a3".into()] }, Limit::depth(3)),
            search("[alpha_beta]", Line::start(), Limit::depth(4)),
            search("[alpha_beta]", Line::start(), Limit::nodes(3)),
            search("[alpha_beta]", Line::start(), Limit::depth(3).or_win(3)),
            Search { features: vec![1], ..base.clone() },
        ];
        for other in &others {
            assert_ne!(id, naming.id(other), "{other:?}");
        }
        assert_ne!(id, Naming::new("breakthrough-5x5", "2").id(&base), "the build counts");
        assert_ne!(id, Naming::new("breakthrough", "1").id(&base), "the game counts");
        // The parts cannot flow into each other.
        assert_ne!(Naming::new("ab", "c").id(&base), Naming::new("a", "bc").id(&base));
    }

    #[test]
    fn kinds_and_versions_with_equal_fields_have_ids_of_their_own() {
        macro_rules! kind {
            ($name:ident, $kind:literal, $version:literal) => {
                #[derive(Serialize, Deserialize)]
                struct $name(u32);
                impl Trial for $name {
                    const KIND: &'static str = $kind;
                    const VERSION: u32 = $version;
                    type Result = u32;
                    fn run(&self, _: &mut Workbench) -> Result<u32, TrialError> {
                        Ok(self.0)
                    }
                }
            };
        }
        kind!(One, "one", 1);
        kind!(Later, "one", 2);
        kind!(Other, "other", 1);
        let naming = Naming::new("breakthrough-5x5", "1");
        let ids = [naming.id(&One(7)), naming.id(&One(8)), naming.id(&Later(7)), naming.id(&Other(7))];
        assert_eq!(std::collections::BTreeSet::from(ids).len(), ids.len());
    }

    #[test]
    fn who_hides_something_has_other_trials() {
        let (shown, mut hiding) = (arena("breakthrough-5x5"), arena("breakthrough-5x5"));
        let terms = Capabilities::NONE.with(Capability::Terms);
        hiding.hide(Capabilities::NONE.with(Capability::Tactical));
        let text = |arena: &dyn Arena, spec: &Spec| SpecText::new(arena, spec).unwrap();
        let plain = shown.preset("plain").unwrap();
        assert_ne!(text(&*shown, &plain), text(&*hiding, &plain));
        assert_eq!(text(&*hiding, &plain), text(&*hiding, &hiding.preset("plain").unwrap()), "the arena hides it anyway");
        // What has no spec, too.
        let trial = <crate::realization::Played as kinds::Example>::example();
        let [ours, theirs] = [&shown, &hiding].map(|arena| crate::Lab::new(&**arena, "1").naming.id(&trial));
        assert_ne!(ours, theirs);
        // Weights that nobody sees are not written out, and what is written is accepted.
        let without = text(&*shown, &plain.hiding(terms));
        assert!(!without.as_str().contains("weights") && text(&*shown, &plain).as_str().contains("weights"), "{without:?}");
        assert_eq!(text(&*shown, &without.spec().unwrap()), without);
    }

    #[test]
    fn a_default_said_or_not_said_is_the_same_trial() {
        let naming = Naming::new("breakthrough-5x5", "1");
        let silent = search("[alpha_beta]\n[table]", Line::start(), Limit::depth(3));
        let said = search(
            "[evaluation]\nname = \"advance\"\nweights = { piece = 100 }\n[alpha_beta]\n[table]\nbits = 20",
            Line::start(),
            Limit::depth(3),
        );
        assert_eq!(naming.id(&silent), naming.id(&said), "{}\n{}", silent.spec.as_str(), said.spec.as_str());
    }

    #[test]
    fn a_trial_tells_how_often_the_moves_searched_have_each_feature() {
        let arena = arena("breakthrough-5x5");
        let place = |name: &str| arena.card().atoms.iter().position(|atom| atom.name == name).unwrap();
        let (own_half, far_half) = (1 << place("Rdb"), 1 << place("Rdt"));
        let trial =
            Search { features: vec![0, own_half, far_half, own_half | far_half], ..search("", Line::start(), Limit::depth(2)) };
        let searched = trial.run(&mut Workbench::new(&*arena, Stop::default())).unwrap();
        let frequencies = searched.frequencies();
        // Every move goes to one half of the board and none to both.
        assert_eq!((frequencies[0], frequencies[3]), (1.0, 0.0), "{searched:?}");
        assert!(frequencies[1] > 0.0 && (frequencies[1] + frequencies[2] - 1.0).abs() < 1e-9, "{frequencies:?}");
        // Thirteen moves, and at depth 2 plain negamax searches the twelve behind each: the root and every move are counted once.
        assert_eq!(searched.moves, 13 + searched.nodes - 1 - 13);
    }

    #[test]
    fn a_trial_reads_back_from_its_writing() {
        let trial = search("[alpha_beta]\n[killers]", Line { start: None, moves: vec!["a2a3".into()] }, Limit::depth(3));
        let text = serde_json::to_string(&trial).unwrap();
        assert_eq!(serde_json::from_str::<Search>(&text).unwrap(), trial);
    }
}
