//! A network as a part: the layout as numbers of the shape, the weights as bytes.

use std::collections::BTreeMap;

use super::{Activation, Hidden, Layout, Network, WeightsError};
use crate::part::{Part, PartFault, PartKind};

/// The bytes of a weight.
const BYTES: usize = 4;

impl Layout {
    /// The layout as named numbers, for [`crate::part::PartCard::shape`].
    pub fn shape(&self) -> BTreeMap<String, u32> {
        let mut shape: BTreeMap<String, u32> = [
            ("inputs", self.inputs as u32),
            ("views", self.views as u32),
            ("first", self.first as u32),
            ("first_activation", self.first_activation.code()),
            ("hidden", self.hidden.len() as u32),
            ("outputs", self.outputs as u32),
            ("output_activation", self.output.code()),
            ("direct", self.direct.into()),
        ]
        .map(|(name, number)| (name.to_string(), number))
        .into();
        for (index, hidden) in self.hidden.iter().enumerate() {
            let [units, activation] = names(index);
            shape.extend([(units, hidden.units as u32), (activation, hidden.activation.code())]);
        }
        shape
    }

    /// The layout that a part says it has.
    pub fn of_part(part: &Part) -> Result<Layout, PartFault> {
        let number = |name: &str| part.number(name) as usize;
        let activation = |name: &str| {
            let found = part.number(name);
            let no_such = || PartFault::Body { reason: format!("its `{name}` is {found}, and there is no such activation") };
            Activation::ALL.get(found as usize).copied().ok_or_else(no_such)
        };
        // What is more than any layout is refused by the check, here it only must not take long.
        let hidden: Result<Vec<Hidden>, PartFault> = (0..number("hidden").min(1_000))
            .map(|index| {
                let [units, activated] = names(index);
                Ok(Hidden { units: number(&units), activation: activation(&activated)? })
            })
            .collect();
        let layout = Layout {
            inputs: number("inputs"),
            views: number("views"),
            first: number("first"),
            first_activation: activation("first_activation")?,
            hidden: hidden?,
            outputs: number("outputs"),
            output: activation("output_activation")?,
            direct: part.number("direct") == 1,
        };
        layout.check().map_err(|error| PartFault::Body { reason: error.to_string() })?;
        let shape = layout.shape();
        // All numbers, and no further ones, which somebody meant something by.
        part.demand_shape(&shape.iter().map(|(name, number)| (name.as_str(), *number)).collect::<Vec<_>>())?;
        Ok(layout)
    }
}

/// What the shape calls the units of a hidden layer, and what they make of their sums.
fn names(index: usize) -> [String; 2] {
    [format!("hidden_{}", index + 1), format!("hidden_{}_activation", index + 1)]
}

impl Network {
    /// The weights as bytes, four each with the low one first: the body of a part whose shape is [`Layout::shape`].
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights().iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }
}

impl PartKind for Network {
    const KIND: &'static str = "network";

    fn decode(part: &Part) -> Result<Network, PartFault> {
        let layout = Layout::of_part(part)?;
        let body = |reason: String| PartFault::Body { reason };
        let (weights, rest) = part.body().as_chunks::<BYTES>();
        if !rest.is_empty() {
            return Err(body(format!("{} bytes are no row of numbers of {BYTES} bytes", part.body().len())));
        }
        let weights = weights.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        Network::new(layout, weights).map_err(|error: WeightsError| body(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::PartCard;

    type Numbers = BTreeMap<String, u32>;

    fn network() -> Network {
        let hidden = vec![Hidden { units: 3, activation: Activation::Tanh }, Hidden { units: 2, activation: Activation::Clipped }];
        let layout = Layout { first: 4, views: 2, hidden, output: Activation::Sigmoid, direct: true, ..Layout::of(5, 6) };
        Network::seeded(layout, 1).unwrap()
    }

    fn part(shape: Numbers, body: Vec<u8>) -> Part {
        let card = PartCard { kind: Network::KIND.into(), game: "any".into(), shape, ..PartCard::default() };
        Part::new(card, body).unwrap()
    }

    #[test]
    fn what_was_written_is_read() {
        let network = network();
        let part = part(network.layout().shape(), network.to_bytes());
        let read = Part::read("x", &part.to_bytes()).unwrap();
        assert_eq!(Network::decode(&read).unwrap(), network);
    }

    #[test]
    fn what_is_no_network_is_refused_with_the_reason() {
        let network = network();
        let check = |change: &dyn Fn(&mut Numbers, &mut Vec<u8>), wanted: &str| {
            let (mut shape, mut body) = (network.layout().shape(), network.to_bytes());
            change(&mut shape, &mut body);
            let fault = Network::decode(&part(shape, body)).unwrap_err().to_string();
            assert!(fault.contains(wanted), "{fault}");
        };
        let set = |name: &'static str, number: u32| {
            move |shape: &mut Numbers, _: &mut Vec<u8>| {
                shape.insert(name.into(), number);
            }
        };
        check(&|_, body| body.truncate(8), "there are 2 weights where the layout has");
        check(&|_, body| body.push(0), "no row of numbers of 4 bytes");
        check(&|_, body| body[8..12].copy_from_slice(&f32::NAN.to_le_bytes()), "the weight at 2 is no finite number");
        check(&|_, body| body[4..8].copy_from_slice(&f32::INFINITY.to_le_bytes()), "the weight at 1 is no finite number");
        check(&set("first", 5), "weights where the layout has");
        check(&set("views", 7), "one or two views, not 7");
        check(&set("hidden", u32::MAX), "hidden layers, not 1000");
        check(&set("hidden", 1), "`hidden_2` is 2, which its reader does not know");
        check(&set("direct", 2), "`direct` is 2 and not 0");
        check(&set("output_activation", 9), "there is no such activation");
        check(&set("inputs", u32::MAX), "inputs, not 4294967295");
        check(&set("further", 1), "does not know");
        let without = |shape: &mut Numbers, _: &mut Vec<u8>| shape.retain(|name, _| name != "views");
        check(&without, "one or two views, not 0");
    }
}
