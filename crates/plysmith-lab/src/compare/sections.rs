//! A way to a better spec as sections of a report.

use plysmith::Spec;
use plysmith::enhance::CARDS;

use super::comparison::{Metric, Tried};
use super::{Deeper, Selected, Sought, Step};
use crate::measure::{Difference, SpecChange};
use crate::report::{
    Axis, Block, Candidate, Change, Code, Column, Details, Figure, IntervalBar, Intervals, Outcome, Plot, Reference, Section,
    SelectionPath, Step as PathStep, Table,
};
use crate::statistics::Interval;

/// A section for each round of the selection, with what became of its choices elsewhere.
pub fn sections(selected: &Selected, checks: &[(Metric, Deeper)]) -> Vec<Section> {
    let mut rounds: Vec<(&str, Metric)> = Vec::new();
    for step in &selected.path {
        if !rounds.iter().any(|(name, _)| *name == step.round) {
            rounds.push((&step.round, step.metric));
        }
    }
    let mut current = selected.start.spec().unwrap_or_else(|_| Spec::nothing());
    let mut sections = Vec::new();
    for (name, metric) in rounds {
        let steps: Vec<&Step> = selected.path.iter().filter(|step| step.round == name).collect();
        let taken = steps.iter().filter(|step| step.taken.is_some()).count();
        let tried: usize = steps.iter().map(|step| step.tried.len()).sum();
        let sentence = match taken {
            0 => format!("None of {tried} candidates is better than what was there."),
            1 => format!("One change was taken, of {tried} candidates."),
            _ => format!("{taken} changes were taken, one after the other, of {tried} candidates."),
        };
        let mut section = Section::new(format!("select-{name}"), title(metric)).judged(Outcome::Informative, sentence);
        section.blocks.push(Block::paragraph(about(metric)));
        section.blocks.push(path(&steps, metric, &mut current).into());
        section.blocks.push(way(&steps, metric).into());
        section.blocks.extend(elsewhere(checks, metric));
        sections.push(section);
    }
    let mut spec = Section::new("select-spec", "The selected spec");
    spec.blocks.push(Code::compared("compared with what was started from", selected.start.as_str(), selected.spec.as_str()).into());
    sections.push(spec);
    sections
}

fn title(metric: Metric) -> &'static str {
    if metric.is_cost() { "Enhancements that preserve the value" } else { "Enhancements that change the value" }
}

fn about(metric: Metric) -> &'static str {
    match metric {
        Metric::Nodes => "They are judged by the nodes that they save at equal depth.",
        Metric::Time => "They are judged by the time that they save at equal depth: nodes, each by what it costs.",
        Metric::Loss => "They are judged at equal cost, by the points that their moves lose against the values of a deep search.",
        Metric::Solved => "They are judged at equal cost, by how often they find the best move of a deep search.",
        Metric::Match => {
            "They are judged by games at equal cost against the spec before them: all play a few, the better half twice as many, and so on. What is likely to gain is taken."
        }
    }
}

pub(crate) fn figure(gain: Interval, metric: Metric) -> Figure {
    Figure::from(gain).times(metric.scale())
}

fn axis(metric: Metric) -> Axis {
    Axis::linear(metric.unit().trim_start_matches("% ")).unit(if metric.scale() > 1.0 { "%" } else { "" })
}

pub(crate) fn bar(metric: Metric, label: String, tried: &Tried) -> IntervalBar {
    IntervalBar { label, figure: figure(tried.gain, metric), note: format!("{} entries", tried.entries) }
}

pub(crate) fn intervals(metric: Metric, bars: Vec<IntervalBar>) -> Intervals {
    let reference = Reference { value: 0.0, label: "no difference".into(), better: crate::report::Better::Higher };
    Intervals { axis: axis(metric), reference: Some(reference), bars }
}

pub(crate) fn path(steps: &[&Step], metric: Metric, current: &mut Spec) -> Plot {
    let mut picture = SelectionPath {
        gain: axis(metric),
        start: "what was started from".into(),
        end: "nothing more helps".into(),
        ..SelectionPath::default()
    };
    let candidate =
        |tried: &Tried, current: &Spec| Candidate { change: change(&tried.change, current), gain: figure(tried.gain, metric) };
    for step in steps {
        // Who never played has no gain to show.
        let looked_at = |tried: &&Tried| tried.entries > 0;
        let taken = step.taken.as_ref().map(|taken| &taken.change);
        let others = step.tried.iter().filter(looked_at).filter(|tried| Some(&tried.change) != taken);
        let mut rejected: Vec<Candidate> = others.map(|tried| candidate(tried, current)).collect();
        rejected.sort_by(|a, b| b.gain.value.total_cmp(&a.gain.value));
        let Some(taken) = &step.taken else {
            if picture.rejected.is_empty() {
                picture.rejected = rejected;
            }
            continue;
        };
        picture.steps.push(PathStep {
            change: change(&taken.change, current),
            gain: figure(taken.gain, metric),
            total: None,
            rejected,
        });
        if let Ok(spec) = taken.spec.spec() {
            *current = spec;
        }
    }
    let note = "Full marks were taken; faint ones were tried at the same step. Intervals are wide enough for all candidates of a step together.";
    Plot::new("The path of the selection", picture).note(note)
}

/// The same in words and figures: what was taken, and the best of what was not where nothing was.
pub(crate) fn way(steps: &[&Step], metric: Metric) -> Table {
    let columns = [
        Column::words("change"),
        Column::numbers("gain").unit(metric.unit()).decimals(1).signed(),
        Column::numbers("candidates"),
        Column::words(""),
    ];
    let mut table = Table::new("Step by step, each beside the spec before it", columns);
    for step in steps {
        let cells = |change: &SpecChange, gain: Interval, verdict: &str| {
            [change.to_string().into(), figure(gain, metric).into(), (step.tried.len() as u64).into(), verdict.into()]
        };
        // Who never played has no gain to show.
        let best = || step.tried.iter().filter(|tried| tried.entries > 0).max_by(|a, b| a.gain.value.total_cmp(&b.gain.value));
        match &step.taken {
            Some(taken) => table.row(cells(&taken.change, taken.gain, "taken")),
            None if step.sought == Sought::Addition => {
                if let Some(best) = best() {
                    table.row(cells(&best.change, best.gain, "the best addition, not taken"));
                }
            }
            None => {}
        }
    }
    table
}

/// A change as the report writes it.
fn change(change: &SpecChange, current: &Spec) -> Change {
    let (gone, come) = (change.gone(), change.come());
    if let Some(Difference::Set { name, value }) = change.only()
        && let Some((enhancement, parameter)) = name.split_once('.')
    {
        let card = CARDS.iter().find(|card| card.name == enhancement);
        let card = card.and_then(|card| card.parameters.iter().find(|card| card.name == parameter));
        let before = card.and_then(|card| Some(card.kind.brief(&current.value(enhancement, parameter)?)));
        let from = before.unwrap_or_else(|| "?".into());
        return Change::Set { name: name.clone(), from, to: value.clone() };
    }
    match (gone.is_empty(), come.is_empty()) {
        (false, false) => Change::Swapped { from: gone.join(" "), to: come.join(" ") },
        (false, true) => Change::Removed(gone.join(" ")),
        _ => Change::Added(if come.is_empty() { change.to_string() } else { come.join(" ") }),
    }
}

/// What became of the choices on held-out positions, and deeper.
fn elsewhere(checks: &[(Metric, Deeper)], metric: Metric) -> Vec<Block> {
    let mut blocks = Vec::new();
    let checks: Vec<&Deeper> = checks.iter().filter(|(other, _)| *other == metric).map(|(_, check)| check).collect();
    let whole: Vec<IntervalBar> =
        checks.iter().filter_map(|check| Some(bar(metric, check.limit.to_string(), check.whole.as_ref()?))).collect();
    if whole.is_empty() {
        return blocks;
    }
    let columns = [
        Column::words("searched to"),
        Column::numbers("gain").unit(metric.unit()).decimals(1).signed(),
        Column::words("does not hold"),
    ];
    let mut table = Table::new("All choices together, on what was held out", columns);
    for check in &checks {
        let broken: Vec<String> = check.broken().map(|tried| tried.change.to_string()).collect();
        let gain = check.whole.as_ref().map(|whole| figure(whole.gain, metric));
        table.row([check.limit.to_string().into(), gain.into(), broken.join(", ").into()]);
    }
    blocks.push(table.into());
    blocks.push(
        Plot::new("All choices together, on what was held out", intervals(metric, whole))
            .note("Beside the spec that was started from, with 95 % intervals.")
            .into(),
    );
    let broken: Vec<String> = checks
        .iter()
        .flat_map(|check| check.broken().map(|tried| format!("`{}` does not hold at {}", tried.change, check.limit)))
        .collect();
    let sentence = if broken.is_empty() { "No choice does clear harm there.".into() } else { format!("{}.", broken.join("; ")) };
    blocks.push(Block::paragraph(sentence));
    let each: Vec<Block> = checks
        .iter()
        .filter(|check| !check.steps.is_empty())
        .map(|check| {
            let bars = check.steps.iter().map(|tried| bar(metric, tried.change.to_string(), tried)).collect();
            Plot::new(format!("At {}", check.limit), intervals(metric, bars)).into()
        })
        .collect();
    if !each.is_empty() {
        blocks.push(Details { summary: "Each choice by itself".into(), blocks: each }.into());
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_told_as_what_it_is() {
        let current = Spec::parse("[alpha_beta]\n[killers]\nslots = 3").unwrap();
        for (text, expected) in [
            ("+table", Change::Added("table".into())),
            ("+tt_order +table", Change::Added("tt_order table".into())),
            ("-table with -tt_order", Change::Removed("table tt_order".into())),
            ("+mtdf -pvs", Change::Swapped { from: "pvs".into(), to: "mtdf".into() }),
            ("killers.slots=2", Change::Set { name: "killers.slots".into(), from: "3".into(), to: "2".into() }),
        ] {
            assert_eq!(change(&SpecChange::from(text.to_string()), &current), expected, "{text}");
        }
    }
}
