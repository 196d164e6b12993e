//! A network in whole numbers says what the network says from which it was made.

use plysmith::game::Side;
use plysmith::net::{Activation, EvaluationNet, Layout, NetCard, Network, Scratch};
use plysmith_lab::evaluate::network::quantised;

/// Points for an output of one.
const SCALE: f64 = 200.0;

#[test]
fn whole_numbers_say_what_the_network_says_to_a_few_points() {
    let (inputs, units) = (40, 16);
    for seed in 1..=20 {
        let layout =
            Layout { first: units, first_activation: Activation::Clipped, output: Activation::Linear, ..Layout::of(inputs, 1) };
        let network = Network::seeded(layout, seed).unwrap();
        let card = NetCard { inputs, units, heads: 1, turned: false, ten_to_one: 460 };
        let whole = EvaluationNet::new(card, None, &quantised(&network, SCALE)).unwrap();
        let (mut largest, mut scratch, mut out) = (0.0_f64, Scratch::default(), Vec::new());
        for step in 1..inputs as u16 {
            let active: Vec<u16> = (0..inputs as u16).filter(|input| input % step == 0).collect();
            network.forward(&[&active], &[0], &mut scratch, &mut out);
            let expected = f64::from(out[0]) * SCALE;
            let found = f64::from(whole.points_of(&active, Side::First));
            // Half a step of rounding for each input that is on, in each unit, is less than this.
            assert!((found - expected).abs() < 3.0, "seed {seed}, every {step}th input: {found} instead of {expected}");
            largest = largest.max(expected.abs());
        }
        assert!(largest > 6.0, "seed {seed}: the outputs are too small to tell anything, at most {largest}");
    }
}
