//! What was learned, as a section of a report: the course of the rounds, what scores mean, and which inputs weigh most.

use plysmith::net::{NetCard, Quantised};

use super::{LearnedNet, NetPlan, Round};
use crate::report::{Axis, Block, Cell, Column, Figure, Lines, Outcome, Plot, Point, Section, Series, Table, grouped};

const ID: &str = "network";
/// The title of the section, and of the stage of a forge.
pub const TITLE: &str = "A network as the evaluation";

/// Scores are put into so many groups of the same size.
const GROUPS: usize = 12;
/// So many inputs are named.
const NAMED: usize = 16;

/// Pairs of scores and results in groups of equal size, by score: the mean score, the share of the points, and how many there are.
pub fn groups(mut judged: Vec<(f64, f64)>) -> Vec<(f64, f64, u64)> {
    judged.sort_by(|one, other| one.0.total_cmp(&other.0));
    let size = judged.len().div_ceil(GROUPS).max(1);
    let mean = |group: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| group.iter().map(of).sum::<f64>() / group.len() as f64;
    judged.chunks(size).map(|group| (mean(group, |pair| pair.0), mean(group, |pair| pair.1), group.len() as u64)).collect()
}

/// How much each input weighs for the side to move (the first side, where there is a head for each): as if every unit were between its limits.
pub fn weights(card: &NetCard, whole: &Quantised) -> Vec<f64> {
    let scale = f64::from(1 << whole.shift);
    let row =
        |row: &[i16]| row.iter().zip(&whole.output).map(|(&weight, &counts)| f64::from(weight) * f64::from(counts) / scale).sum();
    whole.rows.chunks(card.units).map(row).collect()
}

/// The network in a sentence.
pub fn sentence(learned: &LearnedNet) -> String {
    let Some(last) = learned.rounds.iter().rfind(|round| round.kept) else {
        return "There were too few positions to learn from: more time, or more games, would help.".into();
    };
    let [inputs, units, heads] = learned.size;
    let games: usize = learned.rounds.iter().map(|round| round.games).sum();
    let source = if learned.free { "free inputs" } else { "inputs of the game" };
    format!(
        "A network of {units} units on {} {source}{} was learned from {} games of self-play in {} rounds; the loss on held-out games of the last is {:.4}.",
        grouped(inputs),
        if heads == 2 { ", with a head for each side," } else { "" },
        grouped(games),
        learned.rounds.len(),
        last.loss[1]
    )
}

/// What was learned, as sections.
pub fn sections(learned: &LearnedNet, plan: &NetPlan) -> Vec<Section> {
    let mut section = Section::new(ID, TITLE).judged(Outcome::Informative, sentence(learned));
    section.blocks.push(Block::paragraph(
        "The engine played itself in rounds, and the network learned what the search thought of the positions and how the games ended. A network plays the games of the next round unless it lost to the one \
         before it, at equal nodes. The loss says that something was learned; whether the engine plays better is for the proof by games.",
    ));
    if learned.rounds.is_empty() {
        return vec![section];
    }
    section.blocks.push(table(&learned.rounds).into());
    section.blocks.push(curve(&learned.rounds).into());
    if learned.calibration.len() > 2 {
        section.blocks.push(calibration(learned).into());
    }
    section.blocks.extend(learned.board.iter().map(|piece| Block::from(piece.plot(&learned.weights))));
    if !learned.weights.is_empty() {
        section.blocks.push(heaviest(learned).into());
    }
    section.blocks.push(Block::Facts(vec![
        ("units".into(), grouped(plan.units)),
        ("nodes a move, in the third round".into(), grouped(plan.nodes)),
        ("positions of the last round".into(), learned.rounds.last().map_or_else(String::new, |round| grouped(round.positions))),
    ]));
    vec![section]
}

fn table(rounds: &[Round]) -> Table {
    let columns = [
        Column::numbers("round"),
        Column::numbers("games"),
        Column::numbers("drawn"),
        Column::numbers("nodes a move"),
        Column::numbers("positions"),
        Column::numbers("loss").decimals(4),
        Column::numbers("held out").decimals(4),
        Column::numbers("against the one before").decimals(2),
        Column::words("plays on"),
    ];
    let mut table = Table::new("The rounds of the learning", columns);
    for (number, round) in rounds.iter().enumerate() {
        let whole = |number: usize| Cell::from(number as f64);
        table.row([
            whole(number + 1),
            whole(round.games),
            whole(round.draws),
            Cell::from(round.nodes as f64),
            whole(round.positions),
            Cell::from(round.loss[0]),
            Cell::from(round.loss[1]),
            Cell::from(round.score.map(|(score, _)| Figure::exact(score))),
            Cell::from(if round.kept { "yes" } else { "no" }.to_string()),
        ]);
    }
    table
}

fn curve(rounds: &[Round]) -> Plot {
    let series = |name: &str, of: fn(&Round) -> f64| {
        let points = rounds.iter().enumerate().map(|(number, round)| Point { x: (number + 1) as f64, y: Figure::exact(of(round)) });
        Series { name: name.into(), points: points.collect() }
    };
    let series = vec![series("learned from", |round| round.loss[0]), series("held out", |round| round.loss[1])];
    let lines = Lines { x: Axis::linear("round"), y: Axis::linear("loss a position"), series };
    Plot::new("The learning curve", lines)
        .note("Games get better from round to round, so that losses of different rounds are of different positions.")
}

fn calibration(learned: &LearnedNet) -> Plot {
    let point = |&(score, points, _): &(f64, f64, u64)| Point { x: score, y: Figure::exact(100.0 * points) };
    let found = Series { name: "share of the points".into(), points: learned.calibration.iter().map(point).collect() };
    let lines =
        Lines { x: Axis::linear("score").unit("points"), y: Axis::linear("share of the points").unit("%"), series: vec![found] };
    let count: u64 = learned.calibration.iter().map(|(_, _, count)| count).sum();
    Plot::new("What scores mean", lines)
        .note(format!("{} held-out positions, in groups by score; without a search.", grouped(count)))
}

fn heaviest(learned: &LearnedNet) -> Table {
    let mut order: Vec<usize> = (0..learned.weights.len()).collect();
    order.sort_by(|&one, &other| learned.weights[other].abs().total_cmp(&learned.weights[one].abs()));
    let columns = [Column::numbers("input"), Column::numbers("points").decimals(1)];
    let mut table = Table::new(
        format!("The {} inputs that weigh most, as if every unit were between its limits", NAMED.min(order.len())),
        columns,
    );
    for input in order.into_iter().take(NAMED) {
        table.row([Cell::from(input as f64), Cell::from(learned.weights[input])]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_equally_many_by_score() {
        let judged: Vec<(f64, f64)> = (0..120).rev().map(|score| (f64::from(score), f64::from(score >= 60))).collect();
        let groups = groups(judged);
        assert_eq!(groups.len(), 12);
        assert!(groups.iter().all(|group| group.2 == 10) && groups.is_sorted_by(|one, next| one.0 < next.0));
        assert_eq!((groups[0].1, groups[11].1), (0.0, 1.0));
    }
}
