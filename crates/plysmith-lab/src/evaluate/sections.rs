//! What was fitted, as a section of a report.

use super::{Evaluated, FitPlan};
use crate::report::{Block, Cell, Column, Figure, Outcome, Section, Table, grouped};

const ID: &str = "evaluate";
const TITLE: &str = "Weights of the evaluation";

/// A section that says why nothing was fitted.
pub fn nothing_to_fit(why: impl Into<String>) -> Section {
    Section::new(ID, TITLE).judged(Outcome::Informative, why)
}

/// The weights before and after, what they are worth on games that were held out, and under what that was found.
pub fn sections(evaluated: &Evaluated, plan: &FitPlan) -> Vec<Section> {
    let mut section = Section::new(ID, TITLE).judged(Outcome::Informative, evaluated.sentence());
    section.blocks.push(Block::paragraph(
        "The weights of the terms were fitted by logistic regression to how games of engines with these terms ended. \
         The loss says that something was learned about results; whether the engine plays better is for the proof by games.",
    ));
    let columns =
        [Column::words("term"), Column::numbers("before"), Column::numbers("after"), Column::numbers("fitted").decimals(1)];
    let mut table = Table::new(format!("The evaluation `{}`, fitted weights with 95 % intervals", evaluated.evaluation), columns);
    for term in &evaluated.terms {
        let reach = term.error.map(|error| crate::statistics::Level::default().quantile() * error);
        let fitted = reach.map(|reach| Figure::between(term.exact, term.exact - reach, term.exact + reach));
        let whole = |weight: i32| Cell::from(f64::from(weight));
        table.row([Cell::from(term.name.clone()), whole(term.before), whole(term.after), Cell::from(fitted)]);
    }
    section.blocks.push(table.into());
    let [train, validation, held_out] = evaluated.positions.map(grouped);
    let mut facts = vec![
        ("games".to_string(), grouped(evaluated.games)),
        ("nodes a move, about".to_string(), grouped(plan.nodes)),
        ("positions".to_string(), format!("{train} to learn from, {validation} to choose the pull, {held_out} held out")),
    ];
    if let Some(loss) = evaluated.held_out {
        facts.push(("loss on what was held out".to_string(), format!("{:.5} before, {:.5} after", loss.before, loss.after)));
        let [before, after] = loss.ten_to_one;
        facts.push(("points for odds of ten to one".to_string(), format!("{before:.0} before, {after:.0} after")));
    }
    let pull = evaluated.pull.map_or_else(|| "the weights before are the best".to_string(), |pull| pull.to_string());
    facts.push(("pull to the weights before".to_string(), pull));
    section.blocks.push(Block::Facts(facts));
    vec![section]
}
