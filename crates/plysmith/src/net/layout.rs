//! How many of everything a network has, and where in its flat vector of weights each of them stands.

use std::ops::Range;

use super::Activation;

/// A dense layer between the first and the outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hidden {
    /// How many units.
    pub units: usize,
    /// What they make of their sums.
    pub activation: Activation,
}

/// How many of everything a network has.
///
/// ```
/// use plysmith::net::{Activation, Hidden, Layout};
///
/// // From squares to 64 x 64 moves: ten hidden units beside direct connections.
/// let layout = Layout { first: 10, first_activation: Activation::Tanh, output: Activation::Sigmoid, direct: true, ..Layout::of(128, 4096) };
/// layout.check().unwrap();
/// assert_eq!(layout.weights(), (128 + 1) * 10 + 128 * 4096 + (10 + 1) * 4096);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// How many inputs a view has.
    pub inputs: usize,
    /// How many views of a position there are: one or two. They share the weights of the first layer.
    pub views: usize,
    /// How many units the first layer has for each view; without any the inputs must be connected directly.
    pub first: usize,
    /// What the units of the first layer make of their sums.
    pub first_activation: Activation,
    /// The layers behind the first.
    pub hidden: Vec<Hidden>,
    /// How many outputs there are.
    pub outputs: usize,
    /// What outputs make of their sums.
    pub output: Activation,
    /// Whether the inputs of the first view are also connected to each output.
    pub direct: bool,
}

/// What is wrong with a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// One or two views.
    #[error("a network has one or two views, not {views}")]
    Views {
        /// How many were asked for.
        views: usize,
    },
    /// Something is there not at all, or too often.
    #[error("a network has {least} to {most} {what}, not {found}")]
    Count {
        /// What.
        what: &'static str,
        /// How many were asked for.
        found: usize,
        /// No fewer than this.
        least: usize,
        /// No more than this.
        most: usize,
    },
    /// Nothing leads from the inputs to the outputs.
    #[error("nothing leads from the inputs to the outputs: give the network a first layer, or direct connections")]
    Disconnected,
    /// A hidden layer needs a first.
    #[error("a hidden layer needs a first layer before it")]
    HiddenAlone,
    /// The file of such a network would be too long.
    #[error("a network of {weights} weights is too large: at most {} can be kept; take fewer units", Layout::MOST_WEIGHTS)]
    TooLarge {
        /// How many it would have.
        weights: u64,
    },
}

/// A dense layer in the vector of weights. Row by row: the weights of a unit stand side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// How many units the layer before it has.
    pub before: usize,
    /// How many units it has.
    pub units: usize,
    /// What they make of their sums.
    pub activation: Activation,
    /// The weights: `units` rows of `before` each.
    pub weights: Range<usize>,
    /// What is added to the sum of each unit.
    pub bias: Range<usize>,
}

/// Where everything stands in the flat vector of weights, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// The first layer: a row of `first` weights for each input.
    pub rows: Range<usize>,
    /// What is added to the sum of each unit of the first layer.
    pub bias: Range<usize>,
    /// The hidden layers.
    pub hidden: Vec<Dense>,
    /// The outputs. Without a first layer they have a bias alone.
    pub output: Dense,
    /// Direct connections: a row of one weight for each input, for each output. By outputs, because of a great many outputs few are wanted, and their rows are short.
    pub direct: Range<usize>,
}

impl Layout {
    /// As many weights can be kept as a part, beside what it says about itself.
    pub const MOST_WEIGHTS: usize = 8_000_000;
    const MOST_NUMBERED: usize = 1 << 16;
    const MOST_UNITS: usize = 1 << 14;
    const MOST_HIDDEN: usize = 8;

    /// One view with direct connections and no units, linear outputs: to be filled in with `..`. The activation of a first layer is [`Activation::Clipped`].
    pub fn of(inputs: usize, outputs: usize) -> Layout {
        Layout {
            inputs,
            views: 1,
            first: 0,
            first_activation: Activation::Clipped,
            hidden: Vec::new(),
            outputs,
            output: Activation::Linear,
            direct: false,
        }
    }

    /// Whether there can be such a network.
    pub fn check(&self) -> Result<(), LayoutError> {
        if !(1..=2).contains(&self.views) {
            return Err(LayoutError::Views { views: self.views });
        }
        let within = |what: &'static str, found: usize, least: usize, most: usize| {
            if (least..=most).contains(&found) { Ok(()) } else { Err(LayoutError::Count { what, found, least, most }) }
        };
        within("inputs", self.inputs, 1, Layout::MOST_NUMBERED)?;
        within("outputs", self.outputs, 1, Layout::MOST_NUMBERED)?;
        within("units of the first layer", self.first, 0, Layout::MOST_UNITS)?;
        within("hidden layers", self.hidden.len(), 0, Layout::MOST_HIDDEN)?;
        self.hidden.iter().try_for_each(|hidden| within("units of a hidden layer", hidden.units, 1, Layout::MOST_UNITS))?;
        match () {
            () if self.first == 0 && !self.hidden.is_empty() => Err(LayoutError::HiddenAlone),
            () if self.first == 0 && !self.direct => Err(LayoutError::Disconnected),
            () if self.count() > Layout::MOST_WEIGHTS as u64 => Err(LayoutError::TooLarge { weights: self.count() }),
            () => Ok(()),
        }
    }

    /// How many weights there are, biases among them. Counted so that no sound or unsound layout within the limits of its numbers overflows.
    fn count(&self) -> u64 {
        let [inputs, first, outputs] = [self.inputs, self.first, self.outputs].map(|number| number as u64);
        let mut weights = if first > 0 { (inputs + 1) * first } else { 0 };
        let mut before = self.views as u64 * first;
        for units in self.hidden.iter().map(|hidden| hidden.units as u64).chain([outputs]) {
            weights += (before + 1) * units;
            before = units;
        }
        weights + if self.direct { inputs * outputs } else { 0 }
    }

    /// How many weights there are, biases among them, if there can be such a network at all.
    pub fn weights(&self) -> usize {
        self.count() as usize
    }

    /// How many units the layers before the outputs have together, the first layer counted once for each view.
    pub fn units(&self) -> usize {
        self.views * self.first + self.hidden.iter().map(|hidden| hidden.units).sum::<usize>()
    }

    /// Where everything stands in the flat vector of weights.
    pub fn ranges(&self) -> Ranges {
        let mut end = 0;
        let mut next = |length: usize| {
            let start = end;
            end += length;
            start..end
        };
        let (rows, bias) = (next(self.inputs * self.first), next(self.first));
        let mut dense = |before: usize, units: usize, activation: Activation| {
            let (weights, bias) = (next(before * units), next(units));
            Dense { before, units, activation, weights, bias }
        };
        let mut before = self.views * self.first;
        let mut hidden = Vec::new();
        for layer in &self.hidden {
            hidden.push(dense(before, layer.units, layer.activation));
            before = layer.units;
        }
        let output = dense(before, self.outputs, self.output);
        let direct = next(if self.direct { self.inputs * self.outputs } else { 0 });
        Ranges { rows, bias, hidden, output, direct }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_one_another_without_a_gap() {
        let hidden = |units| Hidden { units, activation: Activation::Tanh };
        for layout in [
            Layout { direct: true, ..Layout::of(7, 3) },
            Layout { first: 4, ..Layout::of(7, 1) },
            Layout { first: 4, views: 2, hidden: vec![hidden(5), hidden(2)], direct: true, ..Layout::of(9, 6) },
        ] {
            layout.check().unwrap();
            let ranges = layout.ranges();
            let mut all = vec![ranges.rows.clone(), ranges.bias.clone()];
            for dense in ranges.hidden.iter().chain([&ranges.output]) {
                assert_eq!((dense.weights.len(), dense.bias.len()), (dense.before * dense.units, dense.units));
                all.extend([dense.weights.clone(), dense.bias.clone()]);
            }
            all.push(ranges.direct.clone());
            let end = all.iter().fold(0, |end, range| {
                assert_eq!(range.start, end, "{layout:?}");
                range.end
            });
            assert_eq!(end, layout.weights(), "{layout:?}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        let sound = Layout { first: 16, ..Layout::of(64, 1) };
        let hidden = |units| vec![Hidden { units, activation: Activation::Clipped }];
        let check = |layout: Layout, wanted: &str| {
            let error = layout.check().unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        };
        check(Layout { views: 3, ..sound.clone() }, "one or two views, not 3");
        check(Layout { inputs: 0, ..sound.clone() }, "inputs, not 0");
        check(Layout { outputs: 70_000, ..sound.clone() }, "1 to 65536 outputs, not 70000");
        check(Layout { hidden: hidden(0), ..sound.clone() }, "units of a hidden layer, not 0");
        check(Layout::of(64, 1), "nothing leads");
        check(Layout { hidden: hidden(4), direct: true, ..Layout::of(64, 1) }, "needs a first layer");
        check(Layout { direct: true, ..Layout::of(65_536, 65_536) }, "too large");
        check(Layout { first: 16_384, ..Layout::of(65_536, 1) }, "too large");
    }
}
