//! `extend-matches`: what the features that `extend` finds are worth in games, with the default of the game as base, at equal time and at four times that.
//!
//! Features are found on positions of all phases, and of the best of them, by positions solved and by how rare they are, those are put together that win games against the base. The proof is
//! another one: a sequential test from openings that nothing was learned from. Where nothing is likely to gain, there is nothing to prove, and the rows say what the best candidate scored. The
//! default of chess has a feature that was put there by hand, checks at no cost; it begins without.

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::compare::{Material, Selected, sections};
use plysmith_lab::extend::{
    AtomSet, ByGames, Reading, Rule, Rules, SuiteKind, Threshold, Valuing, Wanted, choose_set, focus, join_features, plies, suite,
};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Block, Code, Details, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::suite::{Split, Suite};
use plysmith_lab::verify::{EqualTimeMatch, EqualTimeSettings, Model, Rating, Sprt, Verdict};

use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "extend-matches",
    about: "games of the default with the features that `extend` finds against the default without",
    source: "our own proof of extension features, after the matches of Gradual Focus",
    published: Published::Nothing("the thesis proves single features in a plain engine, as gf-matches repeats"),
    games: |scale| scale.of(&["breakthrough-5x5"], &GAMES, &GAMES),
    apart: true,
    hiding: Hiding::Anything,
    run,
};

const GAMES: [&str; 6] = ["breakthrough", "ataxx", "othello", "loa", "chess", "halma"];
/// Pairs of games that a candidate plays at most, at quick scale: small gains take many games, and here these are quick. In the other games [`PAIRS`].
const MANY_PAIRS: [(&str, usize); 3] = [("breakthrough", 768), ("othello", 512), ("halma", 256)];
const PAIRS: usize = 128;
/// What moves of a feature may cost, in 1/64 ply. Reductions are of whole plies: half ones were accepted at one limit at best.
const COSTS: [i64; 4] = [0, 32, 128, 192];
/// No more than this share of the moves may have a feature that makes them cheaper.
const CAP: f64 = 0.2;
/// Positions between two looks whether a candidate can still pass.
const BATCH: usize = 20;
/// So many of the best features play.
const WIDTH: usize = 12;
/// What is to be told apart, in normalised Elo, with errors of 5 %.
const BOUNDS: (f64, f64) = (0.0, 20.0);
/// How many times the time the second match has.
const LONGER: u64 = 4;
/// Openings are other ones than those that anything was learned from.
const OTHER_SEED: u64 = 0x7072_6f76;

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let (mut proven, games) = (Vec::new(), field.wanted.clone());
    for &game in &games {
        let (group, told, gains) = field.on(game, |lab| prove(lab, game, scale, seed))?;
        findings.condition(game, told);
        findings.groups.push(group);
        proven.extend(gains.then_some(game));
    }
    findings.verdict = format!(
        "In {} of {} games what was found is accepted at equal time and at {LONGER} times that{}.",
        proven.len(),
        games.len(),
        if proven.is_empty() { String::new() } else { format!(": {}", proven.join(", ")) }
    );
    findings.condition("test", format!("sequential, [{}, {}] normalised Elo, errors of 5 %", BOUNDS.0, BOUNDS.1));
    findings.condition("costs tried", COSTS.map(plies).join(", "));
    findings.condition("openings", "other ones than those that features were chosen by; every one from both sides");
    Ok(findings)
}

fn prove(lab: &mut Lab, game: &str, scale: Scale, seed: u64) -> Result<(Group, String, bool)> {
    let mut base = lab.arena().preset("default")?;
    let by_hand: Vec<String> = base.costs().into_iter().map(|(name, _)| name).collect();
    base.set_costs(Vec::new())?;
    if !by_hand.is_empty() {
        base.switch_off("fractional")?;
    }
    let (found, mut told) = find(lab, &base, game, scale, seed)?;
    if !by_hand.is_empty() {
        told.push_str(&format!("; without {}, which the default has", by_hand.join(", ")));
    }
    let mut group = Group::new(game).unit("% of the points");
    group.blocks = way(&found);
    let specs = [found.spec.clone(), found.start.clone()];
    if specs[0] == specs[1] {
        let best = found.path.iter().flat_map(|step| &step.tried).max_by(|one, other| one.gain.value.total_cmp(&other.gain.value));
        let remark = best
            .map_or_else(String::new, |best| format!("{}, on {} pairs of games; not likely to gain", best.change, best.entries));
        let row = Row::new("the best that was found");
        group.rows.push(match best {
            Some(best) => row.between(best.gain.map(|share| 50.0 + 100.0 * share)).remark(remark),
            None => row.ours("nothing"),
        });
        return Ok((group.judged(Outcome::Rejected, "Nothing that was found is likely to win games: none pays."), told, false));
    }
    let pairs = scale.of(4, 1_500, 6_000);
    let lines = Material::lines(lab, seed)?;
    let sprt = Sprt::new(Model::Normalised, BOUNDS.0, BOUNDS.1)?;
    let mut verdicts = Vec::new();
    for times in [1, LONGER] {
        let label = if times == 1 { "equal time".to_string() } else { format!("{times} times the time") };
        let settings = EqualTimeSettings {
            name: &label,
            specs: [&specs[0], &specs[1]],
            nodes: times * game_nodes(scale),
            lines: &lines,
            seed: seed ^ OTHER_SEED,
        };
        let mut games = EqualTimeMatch::new(lab, settings)?;
        games.go_on(lab, pairs, Some(sprt), &mut |pairs| sprt.verdict(pairs) != Verdict::Continue)?;
        let (tally, nodes) = (games.tally(), games.nodes());
        let verdict = sprt.verdict(tally.pairs);
        verdicts.push(verdict);
        let word = match verdict {
            Verdict::AcceptH1 => "accepted",
            Verdict::AcceptH0 => "rejected",
            Verdict::Continue => "undecided",
        };
        let remark = format!(
            "{word}: {} games, LLR {:.2}, {} and {} nodes a move",
            tally.games.games(),
            sprt.llr(tally.pairs),
            nodes[0],
            nodes[1]
        );
        if let Some(rating) = Rating::of(tally.pairs) {
            group.rows.push(Row::new(label).between(rating.score.map(|share| 100.0 * share)).remark(remark));
        }
    }
    let gains = verdicts.iter().all(|verdict| *verdict == Verdict::AcceptH1);
    let fails = verdicts.contains(&Verdict::AcceptH0);
    let (outcome, sentence) = match (gains, fails) {
        (true, _) => (Outcome::Proven, "It is accepted at both limits."),
        (_, true) => (Outcome::Rejected, "It is not accepted at both limits: it does not pay."),
        _ => (Outcome::Undecided, "The games do not suffice to tell."),
    };
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    Ok((group.judged(outcome, sentence).plotted(Axis::linear("score").unit("%"), Some(reference)), told, gains))
}

/// Nodes a move of the base, in the games that features are chosen by and in the first match. What saves depth gains nothing where there is none to save.
fn game_nodes(scale: Scale) -> u64 {
    scale.of(100, 20_000, 40_000)
}

/// Features of moves, from positions and then by games.
fn find(lab: &mut Lab, base: &Spec, game: &str, scale: Scale, seed: u64) -> Result<(Selected, String)> {
    let atoms = AtomSet::new(&lab.arena().card().atoms)?;
    let (count, nodes) = (scale.of(8, 100, 150), scale.of(100, 10_000, 20_000));
    let made = suite(lab, &atoms, &Wanted { kind: SuiteKind::Phases, count, base, nodes, seed })?;
    let learn = Suite { entries: made.split(Some(Split::Train)).into_iter().cloned().collect(), ..made };
    let valuing = Valuing::new(lab.arena(), &learn, base.clone(), nodes, &COSTS, Reading::Stable)?;
    let valuing = Valuing { batch: Some(BATCH), ..valuing };
    let rule = Rule::Margin(scale.of(1, 2, 3));
    let rules = Rules { rule, tree_pruning: true, threshold: Some(Threshold::Neutral), blacklist: Vec::new(), by_promise: false };
    let evolved = focus(&atoms, &rules, |asked| valuing.value(lab, &atoms, asked))?;
    let joined = join_features(lab, &atoms, &valuing, &evolved, CAP, rule)?;
    let set = choose_set(lab, &atoms, &valuing, &evolved, &joined, CAP, rule)?;
    let pairs = MANY_PAIRS.iter().find(|(name, _)| *name == game).map_or(PAIRS, |(_, pairs)| *pairs);
    let games = ByGames { pairs: scale.of(4, pairs, 2 * pairs), nodes: game_nodes(scale), width: WIDTH, cap: CAP, seed };
    let found = games.choose(lab, &atoms, &valuing, &evolved, Some(&joined), set.as_ref())?;
    let told = format!(
        "{} positions, {nodes} nodes each, {} valuations; {} games to choose by",
        learn.entries.len(),
        evolved.valued.len(),
        found.effort.games
    );
    Ok((found, told))
}

/// What games chose, and how.
fn way(found: &Selected) -> Vec<Block> {
    let blocks = sections(found, &[]).into_iter().flat_map(|section| section.blocks).collect();
    vec![
        Code::compared("the features, compared with the base", found.start.as_str(), found.spec.as_str()).into(),
        Block::Details(Details { summary: "What played".into(), blocks }),
    ]
}
