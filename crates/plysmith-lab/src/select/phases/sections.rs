//! Selections by phase as sections of a report.

use plysmith::Spec;

use super::{ByPhase, FEWEST, PhaseRound};
use crate::compare::{Metric, Step, Tried, bar, figure, intervals, path, way};
use crate::report::{Block, Code, Column, Outcome, Plot, Section, Table};

/// A section for each phase, and one about whether phases pay.
pub fn phase_sections(found: &ByPhase) -> Vec<Section> {
    let mut sections = Vec::new();
    for phase in &found.phases {
        let kept = phase.rounds.iter().any(PhaseRound::is_kept);
        let sentence = if kept { "It has a spec of its own." } else { "The base holds in it." };
        let title = format!("Phase {}", phase.phase);
        let mut section = Section::new(format!("select-phase-{}", phase.phase), title).judged(Outcome::Informative, sentence);
        for round in &phase.rounds {
            section.blocks.push(Block::paragraph(round.sentence()));
            let Some(selected) = &round.selected else { continue };
            let mut current = selected.start.spec().unwrap_or_else(|_| Spec::nothing());
            let steps: Vec<&Step> = selected.path.iter().collect();
            section.blocks.push(path(&steps, round.metric, &mut current).into());
            section.blocks.push(way(&steps, round.metric).into());
            if let Some(proof) = &round.proof {
                section
                    .blocks
                    .push(gains("On the entries of the phase that were held out", round.metric, "all of it", proof).into());
                let picture = intervals(round.metric, vec![bar(round.metric, "all of it".into(), proof)]);
                section.blocks.push(Plot::new("On the entries of the phase that were held out", picture).into());
            }
        }
        sections.push(section);
    }
    let clear = found.whole.iter().any(|whole| whole.tried.gain.low > 0.0);
    let sentence = match (found.whole.is_empty(), clear) {
        (true, _) => "No phase has a spec of its own.",
        (_, true) => "They clearly gain something on all that was held out.",
        (_, false) => "On all that was held out they gain nothing that is clear.",
    };
    let mut section = Section::new("select-phases", "Whether phases pay").judged(Outcome::Informative, sentence);
    for whole in &found.whole {
        section.blocks.push(gains("With phases, beside the spec without them", whole.metric, &whole.limit, &whole.tried).into());
        let picture = intervals(whole.metric, vec![bar(whole.metric, whole.limit.clone(), &whole.tried)]);
        section.blocks.push(Plot::new("With phases, beside the spec without them", picture).into());
    }
    section.blocks.push(Code::compared("the spec with its phases", found.base.as_str(), found.spec.as_str()).into());
    sections.push(section);
    sections
}

impl PhaseRound {
    /// What became of it, in a sentence.
    pub fn sentence(&self) -> String {
        let PhaseRound { name, learned, held_out, .. } = self;
        let Some(selected) = &self.selected else {
            return format!(
                "{name}: {learned} entries to learn from and {held_out} held out are too few, {FEWEST} of each are needed; the base stays."
            );
        };
        let tried: usize = selected.path.iter().map(|step| step.tried.len()).sum();
        let on = format!("{name}: on {learned} entries, {held_out} held out, of {tried} candidates");
        match (self.proof.is_some(), self.is_kept()) {
            (false, _) => format!("{on} none is clearly better."),
            (true, true) => format!("{on} some were taken, and what they gain is clear on what was held out too."),
            (true, false) => format!("{on} some were taken, but it is not clear on what was held out; the base stays."),
        }
    }
}

/// A gain in figures.
fn gains(caption: &str, metric: Metric, label: &str, tried: &Tried) -> Table {
    let columns = [Column::words(""), Column::numbers("gain").unit(metric.unit()).decimals(1).signed()];
    let mut table = Table::new(caption, columns);
    table.row([label.into(), figure(tried.gain, metric).into()]);
    table
}
