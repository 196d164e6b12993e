//! `select-matches`: what a selection is worth in games, at equal time and with the same evaluation, against what somebody would take without it.
//!
//! The rivals are plain alpha-beta with iterative deepening, everything that preserves the value and can be on together, and the default of the game.

use anyhow::Result;
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::verify::{EqualTimeMatch, Rating, Tally};

use super::engines::{BESIDE_DEFAULT, Evaluation, NAMES, Players, selected, way};
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "select-matches",
    about: "games of the selected engine against plain alpha-beta, everything on and the default",
    source: "our own proof of the selection, after the tournaments of PILOT",
    published: Published::Nothing("the paper's opponents were students' programs that are not to be had any more"),
    games: |scale| scale.of(&["tic-tac-toe"], &GAMES, &GAMES),
    apart: true,
    hiding: Hiding::Anything,
    run,
};

const GAMES: [&str; 5] = ["breakthrough", "ataxx", "loa", "lose-checkers", "awari"];
/// Who scores no less than so much below one half is not worse, in per cent of the points.
const MARGIN: f64 = 5.0;

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let (mut better, mut sound, mut matches) = (0, 0, 0);
    for game in field.wanted.clone() {
        let (group, told, ratings) = field.on(game, |lab| play(lab, game, scale, seed))?;
        matches += ratings.len();
        better += ratings.iter().filter(|rating| rating.score.low > 0.5).count();
        sound += ratings.iter().filter(|rating| not_worse(rating)).count();
        findings.condition(game, told);
        findings.groups.push(group);
    }
    findings.verdict = format!(
        "Of {matches} matches the selected engine is clearly better in {better}, and not worse by more than {MARGIN} % of the points in {sound} (one-sided, 95 %)."
    );
    findings.condition(
        "selection",
        "floating, from the generic choice: what preserves the value by time at equal depth, the rest by games at equal cost",
    );
    findings.condition("openings", "other ones than those of the selection; every one from both sides");
    Ok(findings)
}

fn not_worse(rating: &Rating) -> bool {
    100.0 * rating.at_least() > 50.0 - MARGIN
}

fn play(lab: &mut Lab, game: &str, scale: Scale, seed: u64) -> Result<(Group, String, Vec<Rating>)> {
    let evaluation = Evaluation::of_default(lab)?;
    let selected = selected(lab, &evaluation, scale, seed)?;
    let pairs = scale.of(4, 150, 400);
    let players = Players::new(lab, &evaluation, &selected, scale.of(200, 40_000, 40_000), seed)?;
    let mut group = Group::new(game).unit("% of the points");
    let mut ratings = Vec::new();
    for (rival, name) in NAMES.iter().enumerate().skip(1) {
        let label = format!("against {name}");
        if players.specs[rival] == players.specs[0] {
            group.rows.push(Row::new(label).ours("the same engine"));
            continue;
        }
        let specs = [&players.specs[0], &players.specs[rival]];
        let nodes = [players.nodes[0], players.nodes[rival]];
        let mut played = EqualTimeMatch::at(lab, &label, specs, nodes, players.seed);
        played.go_on(lab, pairs, None, &mut |_| false)?;
        let tally = played.tally();
        let Some(rating) = Rating::of(tally.pairs) else { continue };
        group.rows.push(Row::new(label).between(rating.score.map(|share| 100.0 * share)).remark(remark(tally, &rating)));
        ratings.push(rating);
    }
    let worst = ratings.iter().all(not_worse);
    let sentence = if worst {
        format!("It is not worse than any of them by more than {MARGIN} % of the points.")
    } else {
        format!("That it is not worse than each of them by more than {MARGIN} % of the points is not shown.")
    };
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    let outcome = if worst { Outcome::Proven } else { Outcome::Undecided };
    let mut group = group.judged(outcome, sentence).plotted(Axis::linear("score").unit("%"), Some(reference));
    group.blocks = way(&selected, &players.specs[1], BESIDE_DEFAULT);
    let told = format!(
        "evaluation `{}`; {}; selection: {} searches of entries, {} games",
        evaluation.name(lab),
        players.told(),
        selected.effort.searches,
        selected.effort.games
    );
    Ok((group, told, ratings))
}

fn remark(tally: &Tally, rating: &Rating) -> String {
    let verdict = match (rating.score.low > 0.5, not_worse(rating), rating.score.high < 0.5) {
        (true, ..) => "better",
        (_, true, _) => "not worse",
        (.., true) => "worse",
        _ => "undecided",
    };
    let least = 100.0 * rating.at_least();
    format!("{verdict}: {} games, at least {least:.1} % (one-sided, 95 %)", tally.games.games())
}
