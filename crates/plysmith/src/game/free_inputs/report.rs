//! What was found in the stream of a state, for people.

use super::plan::{Place, Plan, Reason, Use};
use super::stream::Kind;

/// What was found in the stream of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeInputsReport {
    /// How many inputs there are.
    pub inputs: usize,
    /// How many numbers the state writes.
    pub places: usize,
    /// How many of these never change.
    pub constant_places: usize,
    /// How many bits never change in places that have inputs by bits.
    pub constant_bits: usize,
    /// The places with inputs, a line each; an array has one line.
    pub used: Vec<String>,
    /// The places that change and have no input.
    pub left_out: Vec<LeftOut>,
}

/// Places that change and have no input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Where, such as `place 3, 16 bits`.
    pub place: String,
    /// Why.
    pub reason: Reason,
}

pub(super) fn of(plan: &Plan) -> FreeInputsReport {
    let places = &plan.places;
    let constant = |place: &&Place| place.purpose == Use::LeftOut(Reason::Constant);
    let mut report = FreeInputsReport {
        inputs: plan.inputs(),
        places: places.len(),
        constant_places: places.iter().filter(constant).count(),
        constant_bits: places.iter().map(still).sum(),
        used: Vec::new(),
        left_out: Vec::new(),
    };
    let mut first = 0;
    for group in places.chunk_by(|one, next| one.array == next.array) {
        let name = name(first, group);
        if let Some(line) = used(group) {
            report.used.push(format!("{name}: {line}"));
        }
        for reason in Reason::ALL.into_iter().filter(|&reason| reason != Reason::Constant) {
            if group.iter().any(|place| place.purpose == Use::LeftOut(reason)) {
                report.left_out.push(LeftOut { place: name.clone(), reason });
            }
        }
        first += group.len();
    }
    report
}

/// The bits that never change in a place with inputs by bits.
fn still(place: &Place) -> usize {
    match place.purpose {
        Use::Bits { mask } => (place.width.kind.bits() - mask.count_ones()) as usize,
        _ => 0,
    }
}

fn name(first: usize, group: &[Place]) -> String {
    let kind = match group[0].width.kind {
        Kind::Size => "a length or a choice".to_string(),
        kind => format!("{} bits", kind.bits()),
    };
    match group.len() {
        1 => format!("place {first}, {kind}"),
        count => format!("places {first} to {}, {count} × {kind}", first + count - 1),
    }
}

/// What a place, or the places of an array, are used for; `None` if for nothing.
fn used(group: &[Place]) -> Option<String> {
    let (mut bits, mut values) = (0, 0);
    for place in group {
        match &place.purpose {
            Use::Bits { mask } => bits += mask.count_ones(),
            Use::Values(all) => values += all.len(),
            Use::LeftOut(_) => {}
        }
    }
    let still: usize = group.iter().map(still).sum();
    match (bits, values) {
        (0, 0) => None,
        (0, _) => Some(format!("{values} values seen, an input each")),
        _ if still == 0 => Some(format!("{bits} bits used")),
        _ => Some(format!("{bits} bits used, {still} never change")),
    }
}
