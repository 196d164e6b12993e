//! `pilot-tournaments`: the paper's two tournaments in our form.
//!
//! The paper's opponents, programs of students, are not to be had. Here the selected engine meets, everybody against everybody at equal time, the default, plain alpha-beta with
//! iterative deepening, and everything that preserves the value. All have the evaluation of the paper, material alone.

use anyhow::Result;
use plysmith_lab::lab::Lab;
use plysmith_lab::play::{Adjudication, Openings, openings};
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Printed, Row};
use plysmith_lab::verify::tournament::{Format, Results, Tournament};
use plysmith_lab::verify::{Pentanomial, Rating};

use super::engines::{BESIDE_DEFAULT, Evaluation, NAMES, Players, selected, way};
use super::pilot::PAPER;
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "pilot-tournaments",
    about: "how the selected engine does in a tournament, with material as its only knowledge",
    source: PAPER,
    published: Published::Figures(printed),
    games: |scale| scale.of(&["ataxx-4x4"], &["ataxx", "lose-checkers"], &["ataxx", "lose-checkers"]),
    apart: true,
    hiding: Hiding::Anything,
    run,
};

const DEPTH: &str = "mean depth of the selected engine";

fn printed() -> Vec<Printed> {
    let figure = |group: &str, label: &str, value| (group.to_string(), label.to_string(), value);
    vec![
        figure("ataxx", NAMES[0], "10 won, 6 lost: joint 4th of 9".into()),
        figure("ataxx", DEPTH, 7.9.into()),
        figure("lose-checkers", NAMES[0], "9 won, 10 lost, 13 drawn: 7th".into()),
        figure("lose-checkers", DEPTH, 21.6.into()),
    ]
}

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let mut places = Vec::new();
    for game in field.wanted.clone() {
        let (group, told, place) = field.on(game, |lab| play(lab, game, scale, seed))?;
        places.push(format!("{} of {} in {game}", place + 1, NAMES.len()));
        findings.condition(game, told);
        findings.groups.push(group);
    }
    findings.verdict = format!("The selected engine is number {}.", places.join(" and "));
    findings.condition("opponents", "ours, all with the same evaluation; the paper's were 8 and 16 programs of others with evaluations of their own, at 15 and 20 s a move");
    findings.condition("ranks", "by rating; intervals of the share of the points by pairs of games");
    Ok(findings)
}

fn play(lab: &mut Lab, game: &str, scale: Scale, seed: u64) -> Result<(Group, String, usize)> {
    let evaluation = Evaluation::named("material");
    let selected = selected(lab, &evaluation, scale, seed)?;
    let pairs = scale.of(2, 25, 100);
    let players = Players::new(lab, &evaluation, &selected, scale.of(200, 10_000, 50_000), seed)?;
    let openings = openings(lab, &Openings::usual(pairs, players.seed, players.specs[1].clone()))?;
    let wanted = Tournament {
        players: &players.players,
        openings: &openings,
        format: Format::RoundRobin,
        pairs,
        adjudication: Adjudication::default(),
        occasion: "",
    };
    let results = wanted.play(lab, |_, _| {})?;
    let mut group = Group::new(game).unit("% of the points");
    for (place, standing) in results.table.iter().enumerate() {
        let Some(rating) = Rating::of(pairs_of(&results, standing.player)) else { continue };
        let games = standing.games;
        let remark = format!("number {}: {} won, {} drawn, {} lost", place + 1, games.wins, games.draws, games.losses);
        group.rows.push(Row::new(NAMES[standing.player]).between(rating.score.map(|share| 100.0 * share)).remark(remark));
    }
    let own = results.table.iter().position(|standing| standing.player == 0).unwrap_or_default();
    let effort = results.table[own].effort;
    let depth = effort.depth as f64 / effort.moves.max(1) as f64;
    group.rows.push(Row::new(DEPTH).ours(depth).remark("plies"));
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    let sentence = format!("The selected engine is number {} of {}.", own + 1, NAMES.len());
    let mut group =
        group.judged(Outcome::Informative, sentence).plotted(Axis::linear("share of the points").unit("%"), Some(reference));
    group.blocks = way(&selected, &players.specs[1], BESIDE_DEFAULT);
    let told =
        format!("evaluation `material`; {pairs} pairs of games an encounter; {} games; {}", results.played(), players.told());
    Ok((group, told, own))
}

/// All pairs of games of a player, seen from its side.
fn pairs_of(results: &Results, player: usize) -> Pentanomial {
    let mut all = Pentanomial::default();
    for meeting in &results.meetings {
        let [one, other] = meeting.players;
        if one == player {
            all += meeting.tally.pairs;
        } else if other == player {
            all += meeting.tally.pairs.mirrored();
        }
    }
    all
}
