//! A network: its layout, its weights, and what it answers.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::kernel::{add_rows, dot};
use super::{Activation, Dense, Layout, LayoutError, Ranges};

/// A small network with sparse inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    layout: Layout,
    ranges: Ranges,
    weights: Vec<f32>,
}

/// What is wrong with weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// There can be no such network at all.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// Too few, or too many.
    #[error("there are {found} weights where the layout has {wanted}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// One of them is no number.
    #[error("the weight at {at} is no finite number")]
    NotFinite {
        /// Which.
        at: usize,
    },
}

/// What a network put out last, layer by layer: room that is used again, and what a gradient is made from.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    units: Vec<f32>,
    sums: Vec<f32>,
}

impl Scratch {
    /// What the units before the outputs put out: those of the first layer view by view, then those of each hidden layer.
    pub fn units(&self) -> &[f32] {
        &self.units
    }

    /// The sums of the wanted outputs, before their activation.
    pub fn sums(&self) -> &[f32] {
        &self.sums
    }
}

/// A view of an average position has about so many active inputs; the first weights are chosen for that.
const USUAL: usize = 32;
/// What clipped units begin with beside their inputs: the middle of where they are not flat.
const MIDDLE: f32 = 0.5;

impl Network {
    /// A network of these weights.
    pub fn new(layout: Layout, weights: Vec<f32>) -> Result<Network, WeightsError> {
        layout.check()?;
        if weights.len() != layout.weights() {
            return Err(WeightsError::Length { found: weights.len(), wanted: layout.weights() });
        }
        if let Some(at) = weights.iter().position(|weight| !weight.is_finite()) {
            return Err(WeightsError::NotFinite { at });
        }
        Ok(Network { ranges: layout.ranges(), layout, weights })
    }

    /// A network of small random weights; see [`Network::seeded_where`].
    pub fn seeded(layout: Layout, seed: u64) -> Result<Network, LayoutError> {
        Network::seeded_where(layout, seed, |_| true)
    }

    /// A network of small random weights, in which inputs that do not occur begin with weight zero: what nothing can teach should not speak.
    ///
    /// Weights lie evenly around zero, the closer the more there are. Direct connections begin at zero, clipped units in the middle.
    pub fn seeded_where(layout: Layout, seed: u64, occurs: impl Fn(usize) -> bool) -> Result<Network, LayoutError> {
        layout.check()?;
        let ranges = layout.ranges();
        let mut weights = vec![0.0; layout.weights()];
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut draw = |weights: &mut [f32], active: usize| {
            let most = 1.0 / (active.max(1) as f32).sqrt();
            weights.iter_mut().for_each(|weight| *weight = rng.random_range(-most..most));
        };
        draw(&mut weights[ranges.rows.clone()], layout.inputs.min(USUAL));
        for dense in ranges.hidden.iter().chain([&ranges.output]) {
            draw(&mut weights[dense.weights.clone()], dense.before);
        }
        // Afterwards, so that the other weights are the same whatever occurs.
        if layout.first > 0 {
            let rows = weights[ranges.rows.clone()].chunks_exact_mut(layout.first);
            rows.enumerate().filter(|(input, _)| !occurs(*input)).for_each(|(_, row)| row.fill(0.0));
        }
        let hidden = ranges.hidden.iter().map(|dense| (dense.activation, dense.bias.clone()));
        for (activation, bias) in hidden.chain([(layout.first_activation, ranges.bias.clone())]) {
            if activation == Activation::Clipped {
                weights[bias].fill(MIDDLE);
            }
        }
        Ok(Network { layout, ranges, weights })
    }

    /// How many of everything it has.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Where everything stands among the weights.
    pub fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// The weights, in the order of [`Network::ranges`].
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weights, to be changed by who learns them.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// What it answers to these views (lists of active inputs) at each of the wanted outputs, in their order. An input that is listed twice counts twice.
    ///
    /// # Panics
    /// If there are too few views, or if an input or an output does not exist.
    pub fn forward(&self, views: &[&[u16]], wanted: &[u16], scratch: &mut Scratch, out: &mut Vec<f32>) {
        let units = &mut scratch.units;
        units.resize(self.layout.units(), 0.0);
        let width = self.layout.views * self.layout.first;
        if width > 0 {
            let (rows, bias) = (&self.weights[self.ranges.rows.clone()], &self.weights[self.ranges.bias.clone()]);
            for (view, sums) in units[..width].chunks_exact_mut(self.layout.first).enumerate() {
                sums.copy_from_slice(bias);
                add_rows(rows, views[view], sums);
            }
            self.layout.first_activation.apply_all(&mut units[..width]);
        }
        let mut end = width;
        for dense in &self.ranges.hidden {
            let (before, here) = units.split_at_mut(end);
            let (before, here) = (&before[end - dense.before..], &mut here[..dense.units]);
            for (unit, sum) in here.iter_mut().enumerate() {
                *sum = self.sum(dense, unit, before);
            }
            dense.activation.apply_all(here);
            end += dense.units;
        }
        let output = &self.ranges.output;
        let before = &units[end - output.before..];
        scratch.sums.clear();
        scratch.sums.extend(wanted.iter().map(|&unit| self.sum(output, unit.into(), before)));
        if self.layout.direct {
            let direct = &self.weights[self.ranges.direct.clone()];
            for (sum, &unit) in scratch.sums.iter_mut().zip(wanted) {
                let row = &direct[usize::from(unit) * self.layout.inputs..][..self.layout.inputs];
                *sum = views[0].iter().fold(*sum, |sum, &input| sum + row[usize::from(input)]);
            }
        }
        out.clear();
        out.extend_from_slice(&scratch.sums);
        output.activation.apply_all(out);
    }

    /// The sum of a unit of a dense layer.
    #[inline]
    fn sum(&self, dense: &Dense, unit: usize, before: &[f32]) -> f32 {
        let row = &self.weights[dense.weights.clone()][unit * dense.before..][..dense.before];
        self.weights[dense.bias.clone()][unit] + dot(row, before)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Hidden;
    use super::*;

    fn answers(network: &Network, views: &[&[u16]], wanted: &[u16]) -> Vec<f32> {
        let mut out = Vec::new();
        network.forward(views, wanted, &mut Scratch::default(), &mut out);
        out
    }

    #[test]
    fn a_small_network_answers_what_one_reckons_by_hand() {
        // Two inputs, two views, one unit, one hidden unit, two outputs, direct.
        let hidden = vec![Hidden { units: 1, activation: Activation::Linear }];
        let layout = Layout { first: 1, views: 2, hidden, direct: true, ..Layout::of(2, 2) };
        let weights = vec![
            0.25, 0.75,  // the rows of the first layer
            0.125, // its bias
            2.0, 4.0, // the hidden unit, of each view
            1.0, // its bias
            10.0, 100.0, // the outputs
            0.5, 0.25, // their biases
            1.0, 2.0, 3.0, 4.0, // direct
        ];
        let network = Network::new(layout, weights).unwrap();
        // First view: 0.375; second: 1.125, clipped to 1. Hidden: 1 + 0.75 + 4.
        assert_eq!(answers(&network, &[&[0], &[0, 1]], &[0, 1]), [57.5 + 0.5 + 1.0, 575.0 + 0.25 + 3.0]);
        // Bare: only biases.
        assert_eq!(answers(&network, &[&[], &[]], &[1]), [(1.0 + 6.0 * 0.125) * 100.0 + 0.25]);
    }

    #[test]
    fn wanted_outputs_are_those_of_all() {
        let layout = Layout { first: 10, direct: true, output: Activation::Sigmoid, ..Layout::of(30, 50) };
        let mut network = Network::seeded(layout, 3).unwrap();
        let direct = network.ranges().direct.clone();
        network.weights_mut()[direct].iter_mut().enumerate().for_each(|(at, weight)| *weight = (at % 11) as f32 / 40.0 - 0.1);
        let all: Vec<u16> = (0..50).collect();
        let every = answers(&network, &[&[1, 20, 29]], &all);
        let some = answers(&network, &[&[1, 20, 29]], &[49, 7, 7]);
        assert_eq!(some, [every[49], every[7], every[7]]);
        assert!(every.iter().all(|answer| (0.0..=1.0).contains(answer)) && every[49] != every[7]);
    }

    #[test]
    fn sums_are_kept_from_before_the_activation() {
        let layout = Layout { first: 8, output: Activation::Tanh, ..Layout::of(12, 2) };
        let network = Network::seeded(layout, 1).unwrap();
        let (mut scratch, mut out) = (Scratch::default(), Vec::new());
        network.forward(&[&[1, 3]], &[0, 1], &mut scratch, &mut out);
        for (sum, answer) in scratch.sums().iter().zip(&out) {
            assert_eq!(Activation::Tanh.apply(*sum), *answer);
        }
        assert_eq!(scratch.units().len(), 8);
    }

    #[test]
    fn what_never_occurs_begins_without_weight_and_changes_nothing_else() {
        let layout = Layout { first: 4, views: 2, ..Layout::of(6, 1) };
        let all = Network::seeded(layout.clone(), 9).unwrap();
        let some = Network::seeded_where(layout, 9, |input| input != 2).unwrap();
        let zero = 2 * 4..3 * 4;
        assert_eq!(some.weights()[zero.clone()], [0.0; 4]);
        assert!(all.weights()[zero.clone()].iter().all(|weight| *weight != 0.0));
        let rest = |network: &Network| [&network.weights()[..zero.start], &network.weights()[zero.end..]].concat();
        assert_eq!(rest(&some), rest(&all));
    }

    #[test]
    fn other_seeds_have_other_weights() {
        let layout = Layout { first: 16, ..Layout::of(64, 1) };
        let seeded = |seed| Network::seeded(layout.clone(), seed).unwrap();
        assert_eq!(seeded(1), seeded(1));
        assert_ne!(seeded(1), seeded(2));
    }
}
