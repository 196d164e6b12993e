//! `gf-matches`: games of the base with each of the thesis's ten features at half a ply against the base without, at equal nodes.
//!
//! How often a feature matches is measured in positions out of games of the base, by searches with the feature: what solves endgames may be too frequent elsewhere.

use anyhow::{Result, bail};
use plysmith::arena::Line;
use plysmith_lab::extend::{AtomSet, plies};
use plysmith_lab::lab::Lab;
use plysmith_lab::play::{Adjudication, Openings, openings};
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Printed, Row};
use plysmith_lab::suite::make::{self, SuitePlan};
use plysmith_lab::suite::{Players, Split};
use plysmith_lab::trial::{Limit, Search, SpecText};
use plysmith_lab::verify::{Entrant, Match, OpeningSource, Rating};

use super::gradual_focus::{COST, FEATURES, THESIS, base, order};
use super::{Experiment, Field, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "gf-matches",
    about: "games with each of ten features at half a ply against the engine without",
    source: THESIS,
    published: Published::Figures(printed),
    games: |_| &["breakthrough"],
    apart: false,
    hiding: super::gradual_focus::HIDING,
    run,
};

const SCORES: &str = "games against the base";
const FREQUENCIES: &str = "frequency in games";
const ABOVE: &str = "above one half, of the thesis's best seven";
/// The feature that the thesis tries at a quarter of a ply as well.
const QUARTER: (&str, i64, f64) = ("Rc-Rdb", 16, 60.0);
/// The features that won more than half of their games in the thesis.
const BEST: usize = 7;
/// Random moves at the beginning of games whose positions are searched.
const RANDOM_PLIES: usize = 4;

fn quarter() -> String {
    format!("{} at {}", QUARTER.0, plies(QUARTER.1))
}

fn printed() -> Vec<Printed> {
    let figure = |group: &str, label: &str, value: f64| (group.to_string(), label.to_string(), value.into());
    let mut all: Vec<Printed> = FEATURES.iter().map(|feature| figure(SCORES, feature.name, feature.won)).collect();
    all.extend([figure(SCORES, &quarter(), QUARTER.2), figure(SCORES, ABOVE, BEST as f64)]);
    all.extend(FEATURES.iter().map(|feature| figure(FREQUENCIES, feature.name, feature.frequency[1])));
    all
}

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    field.on("breakthrough", |lab| {
        let mut players = Base::new(lab, scale, seed)?;
        let games = players.scores(lab)?;
        let frequencies = players.frequencies(lab, scale, seed)?;
        let mut findings = Findings { groups: vec![games, frequencies], ..Findings::default() };
        let sentences = findings.groups.iter().filter_map(|group| Some(group.verdict.as_ref()?.sentence.clone()));
        findings.verdict = sentences.collect::<Vec<_>>().join(" ");
        findings.condition(
            "games",
            format!("{} with each feature, from {} openings, each from both sides", 2 * players.pairs, players.openings.len()),
        );
        findings.condition("nodes a move", players.nodes);
        findings.condition("intervals", "95 %, by pairs of games");
        findings.condition("frequency", players.told);
        Ok(findings)
    })
}

/// The base, and where its games begin.
struct Base {
    atoms: AtomSet,
    spec: SpecText,
    openings: Vec<Line>,
    pairs: usize,
    nodes: u64,
    /// How frequencies were measured.
    told: String,
}

impl Base {
    fn new(lab: &mut Lab, scale: Scale, seed: u64) -> Result<Base> {
        let atoms = AtomSet::new(&lab.arena().card().atoms)?;
        let spec = SpecText::new(lab.arena(), &base(lab.arena())?)?;
        let pairs = scale.of_days(2, 200, 500, 1_200);
        let openings = openings(lab, &Openings::usual(pairs, seed, spec.clone()))?;
        Ok(Base { atoms, spec, openings, pairs, nodes: scale.of_days(100, 50_000, 100_000, 500_000), told: String::new() })
    }

    /// The base with a feature at a cost.
    fn with(&self, lab: &Lab, feature: &str, cost: i64) -> Result<SpecText> {
        let mut spec = base(lab.arena())?;
        spec.switch_on("fractional")?;
        spec.set_costs(vec![(feature.into(), cost)])?;
        Ok(SpecText::new(lab.arena(), &spec)?)
    }

    fn scores(&self, lab: &mut Lab) -> Result<Group> {
        let mut group = Group::new(SCORES).unit("% of the points");
        let (mut above, mut clear, mut pairs) = (0, 0, Vec::new());
        let each = FEATURES.iter().map(|feature| (feature.name.to_string(), feature.name, COST));
        for (at, (label, name, cost)) in each.chain([(quarter(), QUARTER.0, QUARTER.1)]).enumerate() {
            let spec = self.with(lab, name, cost)?;
            let players =
                [Entrant::searching(label.clone(), &spec, self.nodes), Entrant::searching("base", &self.spec, self.nodes)];
            let wanted = Match {
                players: [&players[0], &players[1]],
                openings: OpeningSource::Given(self.openings.clone()),
                pairs: self.pairs,
                adjudication: Adjudication::default(),
                sprt: None,
                occasion: "",
            };
            let tally = wanted.play(lab, &label, |_, _| {})?;
            let Some(rating) = Rating::of(tally.pairs) else { continue };
            let score = rating.score;
            let verdict = if score.low > 0.5 {
                "better"
            } else if score.high < 0.5 {
                "worse"
            } else {
                "undecided"
            };
            group.rows.push(
                Row::new(label)
                    .between(score.map(|share| 100.0 * share))
                    .remark(format!("{verdict}: {} games", tally.games.games())),
            );
            if let Some(feature) = FEATURES.get(at) {
                pairs.push((feature.won, score.value));
            }
            above += usize::from(at < BEST && score.value > 0.5);
            clear += usize::from(at < BEST && score.low > 0.5);
        }
        let remark = format!("features, not per cent; {clear} clearly");
        group.rows.push(Row::new(ABOVE).ours(above as f64).remark(remark));
        let sentence = format!(
            "Of the seven features above one half in the thesis, {above} are above it here, {clear} of them clearly; the scores {}.",
            order(&pairs)
        );
        let outcome = if clear == BEST { Outcome::Proven } else { Outcome::Informative };
        let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
        Ok(group.judged(outcome, sentence).plotted(Axis::linear("score").unit("%"), Some(reference)))
    }

    /// The share of the moves searched that match, in positions of games.
    fn frequencies(&mut self, lab: &mut Lab, scale: Scale, seed: u64) -> Result<Group> {
        let depth = scale.of(1, 4, 4);
        let players = Players {
            specs: vec![self.spec.clone()],
            depth,
            temperatures: vec![0],
            random_plies: RANDOM_PLIES,
            longest: 300,
            setups: false,
        };
        let shares = Split::ALL.map(|part| u32::from(part == Split::Heldout));
        let positions = make::sequences(lab, &SuitePlan { players, seed, count: scale.of(2, 100, 500), shares }, 1)?;
        if positions.entries.is_empty() {
            bail!("there are no positions of games; another --seed may have some");
        }
        self.told = format!(
            "{} positions, each from a game of the base at depth {depth} after {RANDOM_PLIES} random moves, searched with {} nodes",
            positions.entries.len(),
            self.nodes
        );
        let mut group = Group::new(FREQUENCIES).unit("% of the moves searched");
        let mut pairs = Vec::new();
        for feature in &FEATURES {
            let spec = self.with(lab, feature.name, COST)?;
            let watched = self.atoms.read(feature.name)?;
            let search = |line: &Line| Search {
                spec: spec.clone(),
                line: line.clone(),
                limit: Limit::nodes(self.nodes),
                features: vec![watched],
            };
            let trials: Vec<Search> = positions.entries.iter().map(|entry| search(&entry.line)).collect();
            let searched = lab.all(&format!("frequency of {}", feature.name), &trials)?;
            let [matching, moves] =
                searched.iter().fold([0, 0], |[matching, moves], one| [matching + one.matching, moves + one.moves]);
            let found = 100.0 * matching as f64 / moves.max(1) as f64;
            pairs.push((feature.frequency[1], found));
            group.rows.push(Row::new(feature.name).ours(found));
        }
        let sentence = format!("The frequencies {}.", order(&pairs));
        Ok(group.judged(Outcome::Informative, sentence))
    }
}
