//! `gf-evaluations`: how many features Gradual Focus values in Breakthrough by each of its variants, which it finds, and which it overlooks.
//!
//! How far 500,000 nodes reach depends on the engine: where ours solves fewer positions than the thesis's did, every count is another one. So all is done a second time at
//! the nodes with which the base solves a tenth of the positions, as it did there (29 of 302).

use anyhow::Result;
use plysmith_lab::extend::{AtomSet, Evolved, Rules, Threshold, Value, Valuing, Verdict};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::Outcome;
use plysmith_lab::reproduce::{Findings, Group, Printed, Row};
use plysmith_lab::suite::Suite;

use super::gradual_focus::{
    FEATURES, THEIRS, THESIS, effort, evolve, margin, names, order, printed_shares, rules, solved_group, solved_row, top, values,
    valuing, wins,
};
use super::{Experiment, Field, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "gf-evaluations",
    about: "how many features Gradual Focus values, by five variants, and which it finds",
    source: THESIS,
    published: Published::Figures(printed),
    games: |_| &["breakthrough"],
    apart: false,
    hiding: super::gradual_focus::HIDING,
    run,
};

/// A variant of the method.
#[derive(Clone, Copy)]
struct Variant {
    name: &'static str,
    groups: bool,
    tree_pruning: bool,
    threshold: bool,
    knowledge: bool,
    /// What the thesis prints: valuations, and how many of the top ten are overlooked.
    printed: [f64; 2],
}

const GROUPS: Variant =
    Variant { name: "groups", groups: true, tree_pruning: false, threshold: false, knowledge: false, printed: [112.0, 0.0] };

/// All of them; the top ten of the first is what others may overlook.
const VARIANTS: [Variant; 5] = [
    GROUPS,
    Variant { name: "no groups", groups: false, printed: [138.0, 0.0], ..GROUPS },
    Variant { name: "groups, tree pruning", tree_pruning: true, printed: [105.0, 0.0], ..GROUPS },
    Variant { name: "groups, tree pruning, threshold", tree_pruning: true, threshold: true, printed: [27.0, 5.0], ..GROUPS },
    Variant {
        name: "the same with knowledge",
        tree_pruning: true,
        threshold: true,
        knowledge: true,
        printed: [45.0, 0.0],
        ..GROUPS
    },
];

/// The nodes of the thesis, and those with which the base solves as much as there.
const LEVELS: [&str; 2] = ["with the nodes of the thesis", "where the base solves a tenth"];
/// The share that the base solved in the thesis, about.
const TENTH: f64 = 0.1;
const TOP: usize = 10;
const NEUTRAL: (&str, f64) = ("neutral", 29.0);

fn titles(level: &str) -> [String; 3] {
    ["valuations", "solved", "frequency"].map(|what| format!("{what} {level}"))
}

fn overlooked(variant: &Variant) -> String {
    format!("{}: overlooked of the top ten", variant.name)
}

fn printed() -> Vec<Printed> {
    let mut all = Vec::new();
    for level in LEVELS {
        let [valuations, solved, frequency] = titles(level);
        for variant in &VARIANTS {
            all.push((valuations.clone(), variant.name.into(), variant.printed[0].into()));
            all.push((valuations.clone(), overlooked(variant), variant.printed[1].into()));
        }
        let counts = FEATURES.iter().map(|feature| (feature.name, feature.solved)).chain([NEUTRAL]);
        all.extend(printed_shares(&solved, counts, THEIRS));
        all.extend(FEATURES.iter().map(|feature| (frequency.clone(), feature.name.into(), feature.frequency[0].into())));
    }
    all
}

/// What is done at one number of nodes.
struct Level<'l> {
    title: &'static str,
    atoms: &'l AtomSet,
    valuing: Valuing<'l>,
    variants: &'l [Variant],
    /// Positions between two looks of a race.
    batch: usize,
}

fn run(field: &mut Field) -> Result<Findings> {
    let scale = field.scale;
    field.on("breakthrough", |lab| discover(lab, scale))
}

fn discover(lab: &mut Lab, scale: Scale) -> Result<Findings> {
    let atoms = AtomSet::new(&lab.arena().card().atoms)?;
    let mut findings = Findings::default();
    let suites = [wins(lab.arena(), scale.of(75, 3, 1))?, wins(lab.arena(), scale.of(75, 6, 1))?];
    let (nodes, reached) = tenth(lab, &atoms, &suites[1], scale)?;
    let limits = [scale.of(300, 500_000, 500_000), nodes];
    let mut sentences = Vec::new();
    for (at, title) in LEVELS.into_iter().enumerate() {
        let valuing = valuing(lab.arena(), &suites[at], limits[at])?;
        let variants = if at == 1 && scale != Scale::Full { &VARIANTS[..1] } else { &VARIANTS[..] };
        let level = Level { title, atoms: &atoms, valuing, variants, batch: scale.of(2, 10, 10) };
        let (groups, sentence) = level.repeat(lab)?;
        sentences.push(format!("{}{}: {sentence}", title[..1].to_uppercase(), &title[1..]));
        let count = suites[at].entries.len();
        findings.condition(title, format!("{count} positions, {} nodes each, margin {}", limits[at], margin(count)));
        findings.groups.extend(groups);
    }
    findings.verdict = sentences.join(" ");
    findings.condition("a tenth", if reached { "reached" } else { "not reached with the most nodes that were tried" });
    findings.condition(
        "solved",
        "a winning move with a score that proves the win; stable is a winning move in the last two iterations, proven or not",
    );
    findings.condition("cost", "half a ply for a move that has the feature");
    findings.condition("margin", "3 of the thesis's 302 positions, by share, and at least 1");
    findings.condition("overlooked", "features of the top ten of the variant `groups` that are not in the output");
    Ok(findings)
}

/// The nodes with which the base solves a tenth, by steps of one half, and whether it does.
fn tenth(lab: &mut Lab, atoms: &AtomSet, suite: &Suite, scale: Scale) -> Result<(u64, bool)> {
    let mut nodes = scale.of(200, 250_000, 250_000);
    for _ in 0..scale.of(1, 8, 8) {
        let value = values(lab, atoms, &valuing(lab.arena(), suite, nodes)?, &[NEUTRAL.0])?;
        if value[0].solved() as f64 >= TENTH * suite.entries.len() as f64 {
            return Ok((nodes, true));
        }
        nodes += nodes / 2;
    }
    Ok((nodes, false))
}

impl Variant {
    fn evolve(&self, lab: &mut Lab, level: &Level, valuing: &Valuing) -> Result<Evolved> {
        let mut atoms = level.atoms.clone();
        if !self.groups {
            atoms = atoms.ungrouped();
        }
        if !self.knowledge {
            atoms = atoms.keeping(&[])?;
        }
        let threshold = self.threshold.then_some(Threshold::Neutral);
        let rules = Rules { tree_pruning: self.tree_pruning, threshold, ..rules(valuing.entries.len()) };
        evolve(lab, &atoms, &rules, valuing)
    }
}

impl Level<'_> {
    /// Valuations, values, frequencies and the race, and what came of it in a sentence.
    fn repeat(&self, lab: &mut Lab) -> Result<(Vec<Group>, String)> {
        let mut evolved = Vec::new();
        for variant in self.variants {
            evolved.push(variant.evolve(lab, self, &self.valuing)?);
        }
        let groups = &evolved[0];
        let raced = GROUPS.evolve(lab, self, &Valuing { batch: Some(self.batch), ..self.valuing.clone() })?;
        let names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).chain([NEUTRAL.0]).collect();
        let values = values(lab, self.atoms, &self.valuing, &names)?;
        let shared = self.shared(groups);
        let sentence = format!(
            "{} valuations by `groups` (there {}), and {shared} of its top ten are of the thesis's.",
            groups.valued.len(),
            GROUPS.printed[0]
        );
        let made = vec![
            self.valuations(&evolved, &sentence),
            self.solved(groups, &names, &values),
            self.frequencies(&values),
            self.race(groups, &raced),
        ];
        Ok((made, sentence))
    }

    /// How many of the top ten are of the thesis's.
    fn shared(&self, evolved: &Evolved) -> usize {
        let ours = top(evolved, self.atoms, TOP);
        let is_theirs = |name: &str| FEATURES.iter().any(|feature| feature.name == name);
        ours.iter().filter(|valued| is_theirs(&self.atoms.name(valued.feature))).count()
    }

    fn valuations(&self, evolved: &[Evolved], sentence: &str) -> Group {
        let mut group = Group::new(&titles(self.title)[0]);
        let best = top(&evolved[0], self.atoms, TOP);
        for (variant, evolved) in self.variants.iter().zip(evolved) {
            let (searches, nodes) = effort(evolved);
            let remark = format!("{searches} searches, {:.2}e9 nodes", nodes as f64 / 1e9);
            group.rows.push(Row::new(variant.name).ours(evolved.valued.len() as f64).remark(remark));
            let kept =
                |feature: u64| evolved.valued.iter().any(|valued| valued.feature == feature && valued.verdict == Verdict::Kept);
            let missed: Vec<String> =
                best.iter().filter(|valued| !kept(valued.feature)).map(|valued| self.atoms.name(valued.feature)).collect();
            group.rows.push(Row::new(overlooked(variant)).ours(missed.len() as f64).remark(missed.join(", ")));
        }
        group.judged(Outcome::Informative, format!("There are {sentence}"))
    }

    fn solved(&self, groups: &Evolved, names: &[&str], values: &[Value]) -> Group {
        let mut group = solved_group(&titles(self.title)[1]);
        let kept = top(groups, self.atoms, usize::MAX);
        for (name, value) in names.iter().zip(values) {
            let place = kept.iter().position(|valued| self.atoms.name(valued.feature) == *name);
            let remark = match place {
                _ if *name == NEUTRAL.0 => format!("{} stable", value.stable),
                Some(place) => format!("number {} of the output", place + 1),
                None => "not in the output".into(),
            };
            group.rows.push(solved_row(name, value, &format!("mean depth {:.1}; {remark}", value.depth)));
        }
        let row = Row::new("top ten here").ours(self::names(self.atoms, &top(groups, self.atoms, TOP)));
        let neutral = values.last().map_or(0, Value::solved);
        let better = values.iter().filter(|value| value.solved() > neutral).count();
        let sentence = format!("{better} of the thesis's ten features solve more than the base, and there all of them do.");
        group.row(row).judged(Outcome::Informative, sentence)
    }

    fn frequencies(&self, values: &[Value]) -> Group {
        let mut group = Group::new(&titles(self.title)[2]).unit("% of the moves searched");
        for (feature, value) in FEATURES.iter().zip(values) {
            group.rows.push(Row::new(feature.name).ours(100.0 * value.frequency));
        }
        let pairs: Vec<(f64, f64)> =
            FEATURES.iter().zip(values).map(|(feature, value)| (feature.frequency[0], value.frequency)).collect();
        let base = values.last().map_or(0.0, |value| value.depth);
        let often = FEATURES.iter().zip(values).filter(|(feature, value)| 100.0 * value.frequency > 1.5 * feature.frequency[0]);
        let often: Vec<String> =
            often.map(|(feature, value)| format!("{} (mean depth {:.1})", feature.name, value.depth)).collect();
        let more = if often.is_empty() {
            "None is more than half as frequent again as there.".to_string()
        } else {
            // A cause would have to be tested: features that are rarer than there may solve less too.
            format!("More than half as frequent again as there: {}; the base reaches {base:.1}.", often.join(", "))
        };
        group.judged(Outcome::Informative, format!("The frequencies {}. {more}", order(&pairs)))
    }

    /// Giving up what cannot pass any more.
    fn race(&self, groups: &Evolved, raced: &Evolved) -> Group {
        let early = raced.valued.iter().filter(|valued| valued.value.early).count();
        let [all, less] = [groups, raced].map(|evolved| effort(evolved).1 as f64);
        let pairs = || groups.valued.iter().zip(&raced.valued);
        let same = pairs().filter(|(one, other)| one.feature == other.feature && one.verdict == other.verdict).count();
        let agree = same == groups.valued.len()
            && names(self.atoms, &top(groups, self.atoms, TOP)) == names(self.atoms, &top(raced, self.atoms, TOP));
        let count = groups.valued.len() as f64;
        let sentence =
            if agree { "The race gives the same verdicts and the same top ten." } else { "The race gives other verdicts." };
        Group::new(format!("racing {}", self.title))
            .row(Row::new("valuations given up early").ours(early as f64).remark(format!("of {count}")))
            .row(Row::new("nodes saved").ours(100.0 * (1.0 - less / all.max(1.0))).remark("%"))
            .row(Row::new("same verdicts").ours(same as f64).remark(format!("of {count}")))
            .judged(Outcome::from(agree), sentence)
    }
}
