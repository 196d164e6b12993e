//! `forge-generic`: what a forge makes of the generic choice for a game, with two seeds, by fresh games against where it began and against the default.

use anyhow::Result;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::verify::Rating;

use super::forging::{budget, counted, forged, games, games_beside, judged, move_time, score, told};
use super::{Experiment, Field, Published, frozen};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "forge-generic",
    about: "what `forge` makes of the generic choice: fresh games against where it began",
    source: "our own proof of the forge",
    published: Published::Nothing("no other system forges engines"),
    games: |scale| scale.of(&["breakthrough-5x5"], &GAMES, &GAMES),
    apart: true,
    hiding: frozen::HIDING,
    run,
};

const GAMES: [&str; 4] = ["breakthrough", "othello", "loa", "lose-checkers"];
/// Forges of a game.
const SEEDS: u64 = 2;

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let (mut better, mut all, mut proposals, mut below) = (0, 0, 0, 0);
    for game in field.wanted.clone() {
        let group = field.on(game, |lab| -> Result<Group> {
            let start = frozen::spec(lab.arena(), "generic")?;
            let default = frozen::spec(lab.arena(), "default")?;
            let mut group = Group::new(game).unit("% of the points");
            for number in seed..seed + SEEDS {
                let name = format!("{game} from generic, seed {number}");
                let outcome = forged(lab, &name, &start, scale, number)?;
                let (count, bad) = counted(&outcome.proofs);
                (proposals, below, all) = (proposals + count, below + bad, all + 1);
                let spec = outcome.spec.spec()?;
                let words = told(&outcome.proofs);
                let rivals = [("generic", &start, games(scale)), ("the default", &default, games_beside(scale))];
                for (label, other, games) in rivals {
                    let title = format!("{name}, against {label}");
                    let pairs = judged(lab, &title, [&spec, other], games, move_time(scale), number)?;
                    let row = Row::new(format!("seed {number} against {label}"));
                    better += u32::from(label == "generic" && score(pairs).1 > 50.0);
                    let remark = format!("{} games; proofs: {words}", pairs.games());
                    group.rows.push(match Rating::of(pairs) {
                        Some(rating) => row.between(rating.score.map(|share| 100.0 * share)).remark(remark),
                        None => row.ours("no games").remark(remark),
                    });
                }
            }
            let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
            Ok(group.judged(Outcome::Informative, "Fresh games.").plotted(Axis::linear("score").unit("%"), Some(reference)))
        })?;
        findings.groups.push(group);
    }
    findings.verdict = format!(
        "{better} of {all} forges are above where they began with the lower bound of the interval; {proposals} proposals, of which {below} had less than half of the points in their proof."
    );
    findings.condition("budget of a forge", format!("{} s", budget(scale).as_secs()));
    findings.condition("fresh games", format!("{} each at {} ms a move, equal time", games(scale), move_time(scale).as_millis()));
    findings.condition("generic and default", format!("as they were on {}", frozen::DAY));
    Ok(findings)
}
