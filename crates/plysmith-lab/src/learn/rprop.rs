//! RPROP: of a gradient only the sign counts. Every weight has a step of its own, which grows while the sign stays and shrinks when it changes.
//!
//! Origin: M. Riedmiller and H. Braun, *A direct adaptive method for faster backpropagation learning* (1993), here without taking back a step that went too far (RPROP−). It wants the gradient of all examples,
//! or at least of the same ones each time: signs that change by chance alone shrink every step.

/// The settings of RPROP.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rprop {
    /// By what factor a step shrinks when the sign of the slope changes.
    pub shrink: f64,
    /// By what factor a step grows while the sign stays.
    pub grow: f64,
    /// The first step.
    pub first: f64,
    /// No step is shorter.
    pub least: f64,
    /// No step is longer.
    pub most: f64,
    /// Whether one round is waited after a change of sign, and the slope of that round forgotten.
    pub waits: bool,
}

impl Default for Rprop {
    fn default() -> Rprop {
        Rprop { shrink: 0.5, grow: 1.2, first: 0.1, least: 1e-6, most: 50.0, waits: false }
    }
}

/// What RPROP keeps of one weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    step: f64,
    /// The slope of the round before; 0 if there was none that counts.
    last: f64,
}

impl Rprop {
    /// What is kept of a weight before the first round.
    pub fn start(&self) -> Pace {
        Pace { step: self.first, last: 0.0 }
    }

    /// By how much a weight of this slope is to be changed.
    pub fn change(&self, pace: &mut Pace, slope: f64) -> f64 {
        let agrees = slope * pace.last;
        if agrees > 0.0 {
            pace.step *= self.grow;
        } else if agrees < 0.0 {
            pace.step *= self.shrink;
        }
        pace.step = pace.step.clamp(self.least, self.most);
        let waits = self.waits && agrees < 0.0;
        pace.last = if waits { 0.0 } else { slope };
        if waits || slope == 0.0 { 0.0 } else { -slope.signum() * pace.step }
    }

    /// Changes all these weights.
    pub fn step(&self, paces: &mut [Pace], gradient: &[f32], weights: &mut [f32]) {
        for ((pace, &slope), weight) in paces.iter_mut().zip(gradient).zip(weights) {
            *weight = (f64::from(*weight) + self.change(pace, slope.into())) as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// The changes that a row of slopes leads to.
    fn changes(rprop: Rprop, slopes: &[f64]) -> Vec<f64> {
        let mut pace = rprop.start();
        slopes.iter().map(|&slope| rprop.change(&mut pace, slope)).collect()
    }

    #[test]
    fn steps_grow_while_the_sign_stays_and_shrink_when_it_changes() {
        let found = changes(Rprop::default(), &[3.0, 0.001, 500.0, -1.0, -1.0, 0.0, -1.0]);
        let wanted = [-0.1, -0.12, -0.144, 0.072, 0.0864, 0.0, 0.0864];
        assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn who_waits_stands_still_for_one_round_and_then_begins_anew() {
        let found = changes(Rprop { waits: true, ..Rprop::default() }, &[1.0, -1.0, -1.0, -1.0]);
        let wanted = [-0.1, 0.0, 0.05, 0.06];
        assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn waiting_is_the_rule_that_costs_of_features_were_tuned_by() {
        // That rule, as it was written out there before it was shared: every bit should be the same.
        let rprop = Rprop { first: 8.0, least: 1.0, most: 32.0, waits: true, ..Rprop::default() };
        let (mut at, mut step, mut last) = (32.0_f64, 8.0_f64, 0.0_f64);
        let (mut pace, mut found) = (rprop.start(), 32.0_f64);
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for round in 0..2_000 {
            let slope = if rng.random_ratio(1, 10) { 0.0 } else { rng.random_range(-1.0..1.5) };
            let agrees = slope * last;
            step *= if agrees > 0.0 {
                1.2
            } else if agrees < 0.0 {
                0.5
            } else {
                1.0
            };
            step = step.clamp(1.0, 32.0);
            let sign = if agrees < 0.0 || slope == 0.0 { 0.0 } else { slope.signum() };
            at = (at - sign * step).clamp(8.0, 256.0);
            last = if agrees < 0.0 { 0.0 } else { slope };
            found = (found + rprop.change(&mut pace, slope)).clamp(8.0, 256.0);
            assert_eq!(at, found, "round {round}");
        }
    }

    #[test]
    fn steps_stay_within_their_limits() {
        let longest = changes(Rprop::default(), &[1.0; 100]);
        assert_eq!(longest[99], -50.0);
        let slopes: Vec<f64> = (0..100).map(|round| if round % 2 == 0 { 1.0 } else { -1.0 }).collect();
        assert_eq!(changes(Rprop::default(), &slopes)[99], 1e-6);
    }

    #[test]
    fn a_bowl_is_descended_to_its_bottom() {
        let bottom = [3.0, -40.0, 0.01];
        let (rprop, mut weights) = (Rprop::default(), [0.0_f32; 3]);
        let mut paces = [rprop.start(); 3];
        for _ in 0..200 {
            let gradient: Vec<f32> = weights.iter().zip(bottom).map(|(weight, bottom)| weight - bottom).collect();
            rprop.step(&mut paces, &gradient, &mut weights);
        }
        assert!(weights.iter().zip(bottom).all(|(weight, bottom)| (weight - bottom).abs() < 1e-3), "{weights:?}");
    }
}
