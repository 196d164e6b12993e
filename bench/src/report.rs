//! Figures with their spread, and whether they meet their targets.

use serde_json::{Value, json};

/// Collects figures and prints them as they come.
pub struct Report {
    json: bool,
    rows: Vec<Value>,
    /// Targets that were not met.
    pub missed: usize,
}

/// Which side of the target is good.
#[derive(Clone, Copy)]
pub enum Target {
    /// Not less than this.
    AtLeast(f64),
    /// Not more than this.
    AtMost(f64),
    /// For information only.
    None,
}

impl Report {
    /// An empty report.
    pub fn new(json: bool) -> Report {
        Report { json, rows: Vec::new(), missed: 0 }
    }

    /// A figure measured once in each round.
    pub fn figure(&mut self, name: &str, unit: &str, mut values: Vec<f64>, target: Target) {
        values.sort_by(f64::total_cmp);
        let (low, median, high) = (values[0], values[values.len() / 2], values[values.len() - 1]);
        let (verdict, wanted) = match target {
            Target::AtLeast(bound) => (Some(median >= bound), format!("at least {bound}")),
            Target::AtMost(bound) => (Some(median <= bound), format!("at most {bound}")),
            Target::None => (None, String::new()),
        };
        self.missed += usize::from(verdict == Some(false));
        let word = match verdict {
            Some(true) => "met",
            Some(false) => "MISSED",
            None => "",
        };
        if !self.json {
            let spread = if values.len() > 1 { format!("{low:.3} to {high:.3}, {} rounds", values.len()) } else { "exact".into() };
            println!("  {name:<58} {median:>9.3} {unit:<14} ({spread}) {wanted} {word}");
        }
        self.rows.push(json!({
            "name": name, "unit": unit, "median": median, "low": low, "high": high, "rounds": values.len(),
            "target": wanted, "met": verdict,
        }));
    }

    /// A heading or a remark.
    pub fn say(&self, text: &str) {
        if !self.json {
            println!("{text}");
        }
    }

    /// The end.
    pub fn finish(&self) {
        if self.json {
            println!("{:#}", json!({ "rows": self.rows, "missed": self.missed }));
        } else {
            println!("{}", if self.missed == 0 { "every target met".into() } else { format!("{} targets MISSED", self.missed) });
        }
    }
}
