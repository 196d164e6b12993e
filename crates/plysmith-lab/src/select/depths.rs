//! What a search costs, depth by depth: the picture that shows whether an engine gains with depth or falls behind.

use crate::compare::{Material, Selected, text};
use crate::lab::{Lab, LabError};
use crate::measure::{Totals, measure};
use crate::report::{Axis, Figure, Lines, Plot, Point, Section, Series};
use crate::statistics::Bootstrap;
use crate::suite::{Kind, Split};
use crate::trial::{Limit, SpecText};

/// So many sequences are enough for a picture.
const SEQUENCES: usize = 8;
/// A line ends where a position takes so many times the nodes for which the material was made.
const TOO_MANY: u64 = 8;

/// A section with what the start, the selected spec and plain alpha-beta cost at every depth.
pub fn depths(lab: &mut Lab, selected: &Selected, material: &Material) -> Result<Section, LabError> {
    let mut specs = vec![("what was started from", selected.start.clone())];
    if selected.spec != selected.start {
        specs.push(("selected", selected.spec.clone()));
    }
    if let (Ok(mut plain), Ok(start)) = (lab.arena().preset("plain"), selected.start.spec()) {
        plain.evaluate_like(&start);
        specs.push(("plain alpha-beta", text(lab, &plain)?));
    }
    let mut section = Section::new("select-depths", "What a search costs");
    section.blocks.push(cost_by_depth(lab, &specs, material)?.into());
    Ok(section)
}

/// The nodes a position of each spec at every depth, on sequences that were held out.
fn cost_by_depth(lab: &mut Lab, specs: &[(&str, SpecText)], material: &Material) -> Result<Plot, LabError> {
    let entries = material.sequences.split(Some(Split::Heldout));
    let entries = &entries[..entries.len().min(SEQUENCES)];
    let mut series = Vec::new();
    for (name, spec) in specs {
        let mut points = Vec::new();
        for depth in 1..=material.depth + 1 {
            let limit = Limit { nodes: Some(TOO_MANY * material.nodes), ..Limit::depth(depth) };
            let measured = measure(lab, &format!("cost of {name} at depth {depth}"), Kind::Sequences, entries, spec, limit)?;
            if Totals::of(&measured).capped > 0 {
                break;
            }
            let costs: Vec<(f64, f64)> =
                measured.iter().map(|measured| (measured.nodes as f64 / measured.positions.max(1) as f64, 0.0)).collect();
            let Ok(mean) = Bootstrap::new(material.seed).mean_difference(&costs) else { break };
            points.push(Point { x: depth.into(), y: Figure::from(mean) });
        }
        series.push(Series { name: (*name).into(), points });
    }
    let lines = Lines { x: Axis::linear("depth").unit("plies"), y: Axis::logarithmic("nodes a position"), series };
    let note = format!(
        "Means over {} sequences of {} positions that were held out, with 95 % intervals; a line ends where a search takes more than {} nodes. With forward \
         pruning, reductions or extensions a depth means something else: then the lines show how far a search gets, not how good it is.",
        entries.len(),
        entries.first().map_or(0, |entry| entry.line.moves.len() + 1),
        crate::report::grouped(TOO_MANY * material.nodes)
    );
    Ok(Plot::new("Cost by depth", lines).note(note))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Metric, Size};
    use crate::report::Picture;
    use crate::testing::arena;

    #[test]
    fn a_deeper_search_costs_more_and_alpha_beta_less_than_negamax() {
        let arena = arena("breakthrough-5x5");
        let mut lab = Lab::new(&*arena, "");
        let start = arena.preset("plain").unwrap();
        let size = Size { sequences: 8, length: 2, nodes: 500, ..Size::default() };
        let material = Material::make(&mut lab, &start, &[Metric::Nodes], size, 1).unwrap();
        let specs = ["plain", "negamax"].map(|name| (name, text(&lab, &arena.preset(name).unwrap()).unwrap()));
        let plot = cost_by_depth(&mut lab, &specs, &material).unwrap();
        let Picture::Lines(lines) = plot.picture else { panic!("lines are drawn") };
        let [plain, negamax] = &lines.series[..] else { panic!("a line for each spec") };
        assert!(
            plain.points.len() as u32 == material.depth + 1
                && plain.points.windows(2).all(|pair| pair[0].y.value < pair[1].y.value)
        );
        let last = negamax.points.last().unwrap();
        let same_depth = plain.points.iter().find(|point| point.x == last.x).unwrap();
        assert!(same_depth.y.value < last.y.value, "{same_depth:?} {last:?}");
    }
}
