//! What makes a spec another one, as a value that people read: made where the spec is changed, and never taken apart from its words again.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One thing that is different.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difference {
    /// Something is on that was not, by its label.
    On(String),
    /// Something is off that was on.
    Off(String),
    /// Something has another value.
    Set {
        /// What, such as `killers.slots`.
        name: String,
        /// The value.
        value: String,
    },
    /// Something else, in words.
    Words(String),
}

/// Differences, and what has to come along with them. It is written as people write it: `+killers`, `-table with -tt_order`, `killers.slots=3`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct SpecChange {
    differences: Vec<Difference>,
    along: Vec<Difference>,
}

/// Between a change and what has to come along.
const WITH: &str = " with ";

impl SpecChange {
    /// Something is on.
    pub fn on(label: &str) -> SpecChange {
        Difference::On(label.into()).into()
    }

    /// Something is off.
    pub fn off(label: &str) -> SpecChange {
        Difference::Off(label.into()).into()
    }

    /// Something has another value.
    pub fn set(name: impl Into<String>, value: impl Into<String>) -> SpecChange {
        Difference::Set { name: name.into(), value: value.into() }.into()
    }

    /// Something else.
    pub fn words(words: impl Into<String>) -> SpecChange {
        Difference::Words(words.into()).into()
    }

    /// This one and another.
    pub fn and(mut self, other: SpecChange) -> SpecChange {
        self.differences.extend(other.differences);
        self.along.extend(other.along);
        self
    }

    /// It has to take these along.
    pub fn with(mut self, along: Vec<Difference>) -> SpecChange {
        self.along.extend(along);
        self
    }

    /// Everything that is different.
    pub fn all(&self) -> impl Iterator<Item = &Difference> {
        self.differences.iter().chain(&self.along)
    }

    /// The first difference.
    pub fn first(&self) -> Option<&Difference> {
        self.differences.first()
    }

    /// The only difference, if there is no other.
    pub fn only(&self) -> Option<&Difference> {
        if self.all().count() == 1 { self.first() } else { None }
    }

    /// What is on now.
    pub fn come(&self) -> Vec<&str> {
        self.all().filter_map(|one| if let Difference::On(label) = one { Some(label.as_str()) } else { None }).collect()
    }

    /// What is off now.
    pub fn gone(&self) -> Vec<&str> {
        self.all().filter_map(|one| if let Difference::Off(label) = one { Some(label.as_str()) } else { None }).collect()
    }
}

impl Difference {
    /// What it is about.
    pub fn about(&self) -> &str {
        match self {
            Difference::On(label) | Difference::Off(label) | Difference::Words(label) => label,
            Difference::Set { name, .. } => name,
        }
    }

    fn read(word: &str) -> Difference {
        match (word.strip_prefix('+'), word.strip_prefix('-'), word.split_once('=')) {
            (Some(label), ..) => Difference::On(label.into()),
            (_, Some(label), _) => Difference::Off(label.into()),
            (.., Some((name, value))) => Difference::Set { name: name.into(), value: value.into() },
            _ => Difference::Words(word.into()),
        }
    }
}

impl From<Difference> for SpecChange {
    fn from(one: Difference) -> SpecChange {
        SpecChange { differences: vec![one], along: Vec::new() }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Difference::On(label) => write!(f, "+{label}"),
            Difference::Off(label) => write!(f, "-{label}"),
            Difference::Set { name, value } => write!(f, "{name}={value}"),
            Difference::Words(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for SpecChange {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let joined = |all: &[Difference]| all.iter().map(Difference::to_string).collect::<Vec<_>>().join(" ");
        let gap = if self.along.is_empty() { "" } else { WITH };
        f.pad(&format!("{}{gap}{}", joined(&self.differences), joined(&self.along)))
    }
}

impl From<SpecChange> for String {
    fn from(change: SpecChange) -> String {
        change.to_string()
    }
}

/// As stores and reports have it.
impl From<String> for SpecChange {
    fn from(text: String) -> SpecChange {
        let read = |text: &str| {
            let is_sign = |word: &str| word.starts_with(['+', '-']);
            // Words between two signs belong to the first of them.
            let mut pieces: Vec<String> = Vec::new();
            for word in text.split(' ') {
                match pieces.last_mut() {
                    Some(last) if !is_sign(word) || !is_sign(last) => *last = format!("{last} {word}"),
                    _ => pieces.push(word.into()),
                }
            }
            pieces.iter().map(|piece| Difference::read(piece)).collect()
        };
        match text.split_once(WITH) {
            Some((change, along)) => SpecChange { differences: read(change), along: read(along) },
            None => SpecChange { differences: read(&text), along: Vec::new() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_read_back_as_it_was_written() {
        let all = [
            (SpecChange::on("killers"), "+killers"),
            (SpecChange::off("table").with(vec![Difference::Off("tt_order".into())]), "-table with -tt_order"),
            (SpecChange::on("mtdf").and(SpecChange::off("pvs")).and(SpecChange::on("table")), "+mtdf -pvs +table"),
            (SpecChange::set("killers.slots", "2"), "killers.slots=2"),
            (SpecChange::on("C at 0.5").and(SpecChange::on("D at 3")), "+C at 0.5 +D at 3"),
            (SpecChange::words("all of it"), "all of it"),
        ];
        for (change, text) in all {
            assert_eq!(change.to_string(), text);
            assert_eq!(SpecChange::from(text.to_string()), change, "{text}");
            assert_eq!(serde_json::to_string(&change).unwrap(), format!("\"{text}\""));
        }
    }

    #[test]
    fn what_came_what_went_and_what_is_alone_is_known() {
        let change = SpecChange::on("mtdf").and(SpecChange::off("pvs")).with(vec![Difference::On("table".into())]);
        assert_eq!((change.come(), change.gone(), change.only()), (vec!["mtdf", "table"], vec!["pvs"], None));
        assert_eq!(change.first().map(Difference::about), Some("mtdf"));
        assert_eq!(SpecChange::off("pvs").only(), Some(&Difference::Off("pvs".into())));
        assert_eq!(format!("{:6}|", SpecChange::on("pvs")), "+pvs  |");
    }
}
