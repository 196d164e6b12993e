//! A figure of ours beside a published one.

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::statistics::Interval;

/// A figure, or a word where there is none, such as `rejected`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A word.
    Words(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<&str> for Value {
    fn from(words: &str) -> Value {
        Value::Words(words.into())
    }
}

impl From<String> for Value {
    fn from(words: String) -> Value {
        Value::Words(words)
    }
}

/// One line of the comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Of what.
    pub label: String,
    /// What was published, if anything was.
    pub paper: Option<Value>,
    /// What was found here.
    pub ours: Option<Value>,
    /// Between what that lies.
    pub ends: Option<(f64, f64)>,
    /// A verdict, or something to know about it.
    pub remark: String,
}

impl Row {
    /// A row without figures.
    pub fn new(label: impl Into<String>) -> Row {
        Row { label: label.into(), ..Row::default() }
    }

    /// The row with a figure of ours.
    #[must_use]
    pub fn ours(self, ours: impl Into<Value>) -> Row {
        Row { ours: Some(ours.into()), ..self }
    }

    /// The row with a figure of ours and its interval.
    #[must_use]
    pub fn between(self, Interval { value, low, high }: Interval) -> Row {
        Row { ends: Some((low, high)), ..self.ours(value) }
    }

    /// The row with a remark.
    #[must_use]
    pub fn remark(self, remark: impl Into<String>) -> Row {
        Row { remark: remark.into(), ..self }
    }

    pub(super) fn json(&self, group: &str, unit: &str) -> Json {
        let mut row = Map::new();
        row.insert("group".into(), group.into());
        row.insert("label".into(), self.label.clone().into());
        row.insert("paper".into(), json!(self.paper));
        row.insert("ours".into(), json!(self.ours));
        if let Some((low, high)) = self.ends {
            row.insert("low".into(), json!(low));
            row.insert("high".into(), json!(high));
        }
        for (name, text) in [("unit", unit), ("remark", &self.remark)] {
            if !text.is_empty() {
                row.insert(name.into(), text.into());
            }
        }
        row.into()
    }
}
