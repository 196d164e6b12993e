//! Adam: steps of a learning rate, each weight's own gradient divided by how large it usually is.
//!
//! Origin: D. Kingma and J. Ba, *Adam: a method for stochastic optimization* (2015), with its correction of the first steps.

/// The settings of Adam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// How much of the mean gradient stays with each step.
    pub mean: f32,
    /// How much of the mean square stays with each step.
    pub square: f32,
    /// Added to the root of the mean square, so that nothing is divided by zero.
    pub epsilon: f32,
}

impl Default for Adam {
    fn default() -> Adam {
        Adam { mean: 0.9, square: 0.999, epsilon: 1e-8 }
    }
}

/// What Adam keeps of some weights.
#[derive(Clone, Debug)]
pub struct AdamState {
    settings: Adam,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// The state for so many weights before the first step.
    pub fn start(self, weights: usize) -> AdamState {
        AdamState { settings: self, means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }
}

impl AdamState {
    /// One step against the gradient. A weight that never had a gradient is not moved.
    pub fn step(&mut self, rate: f32, gradient: &[f32], weights: &mut [f32]) {
        let Adam { mean, square, epsilon } = self.settings;
        self.steps = self.steps.saturating_add(1);
        let of_first = |kept: f32| 1.0 - f64::from(kept).powi(self.steps);
        let rate = rate / of_first(mean) as f32;
        let scale = (1.0 / of_first(square).sqrt()) as f32;
        for (((weight, slope), means), squares) in weights.iter_mut().zip(gradient).zip(&mut self.means).zip(&mut self.squares) {
            *means = mean * *means + (1.0 - mean) * slope;
            *squares = square * *squares + (1.0 - square) * slope * slope;
            *weight -= rate * *means / (squares.sqrt() * scale + epsilon);
        }
    }
}

/// A rate that falls from `first` to `last` along half a wave of the cosine; `done` is the share of the training that is over.
pub fn cosine(first: f32, last: f32, done: f64) -> f32 {
    let share = 0.5 * (1.0 + (std::f64::consts::PI * done.clamp(0.0, 1.0)).cos());
    (f64::from(last) + f64::from(first - last) * share) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_as_long_as_the_rate_whatever_the_gradient() {
        let mut weights = [1.0; 4];
        Adam::default().start(4).step(0.1, &[1e-3, -4.0, 1e4, 0.0], &mut weights);
        for (weight, wanted) in weights.iter().zip([0.9, 1.1, 0.9, 1.0]) {
            assert!((weight - wanted).abs() < 1e-4, "{weights:?}");
        }
    }

    #[test]
    fn steps_are_those_of_the_paper() {
        // The same in double precision, written as in the paper.
        let (mut weight, mut mean, mut square) = (2.0_f64, 0.0, 0.0);
        let (mut weights, mut adam) = ([2.0_f32], Adam::default().start(1));
        for step in 1..=200 {
            let slope = 2.0 * weight + (f64::from(step) * 0.7).sin();
            mean = 0.9 * mean + 0.1 * slope;
            square = 0.999 * square + 0.001 * slope * slope;
            let (mean, square) = (mean / (1.0 - 0.9_f64.powi(step)), square / (1.0 - 0.999_f64.powi(step)));
            weight -= 0.01 * mean / (square.sqrt() + 1e-8);
            adam.step(0.01, &[slope as f32], &mut weights);
            assert!((weight - f64::from(weights[0])).abs() < 1e-4, "step {step}: {weight}, {weights:?}");
        }
        assert!(weight < 1.0);
    }

    #[test]
    fn the_rate_falls_from_the_first_to_the_last() {
        let rates: Vec<f32> = (0..=10).map(|step| cosine(2e-3, 1e-5, f64::from(step) / 10.0)).collect();
        assert_eq!((rates[0], rates[10]), (2e-3, 1e-5));
        assert!((rates[5] - 1.005e-3).abs() < 1e-8);
        assert!(rates.is_sorted_by(|earlier, later| earlier > later));
    }
}
