//! Parameters of every kind: what a parameter can be, its value as a spec holds it, and the types that enhancements declare.
//!
//! A spec holds a [`Value`] for each parameter, with names as people write them. A search has fields of plain types instead, which can be copied and can be constants: a [`Field`] reads
//! itself from a value, once the names of the game are known. Parser, writer, checks, differences, options of protocols, constants for export and help all follow from the [`Kind`].

use std::fmt::Write;

use crate::part::PartId;
use crate::spec::SpecError;

/// What a parameter can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in a range.
    Number {
        /// The smallest allowed.
        low: i64,
        /// The largest allowed.
        high: i64,
    },
    /// One of these names; its number counts from 0.
    Choice(&'static [&'static str]),
    /// True or false.
    Switch,
    /// A row of whole numbers, at least one.
    Vector {
        /// No more than so many.
        longest: usize,
        /// The smallest allowed.
        low: i64,
        /// The largest allowed.
        high: i64,
        /// Numbers that have a name, such as `all`.
        names: &'static [(&'static str, i64)],
    },
    /// Names of the game with a whole number each.
    Table {
        /// What the names are.
        names: Names,
        /// No more than so many.
        most: usize,
        /// The smallest number allowed.
        low: i64,
        /// The largest number allowed.
        high: i64,
    },
    /// A name of the game.
    Name(Names),
    /// A part of this kind, by its digest, or none.
    Part(&'static str),
}

/// Names that a game gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Of its evaluations.
    Evaluations,
    /// Of the terms of the evaluation in use.
    Terms,
    /// Categories of moves: atoms joined by hyphens.
    Categories,
}

impl Names {
    /// What one of them is, for people.
    pub const fn word(self) -> &'static str {
        match self {
            Names::Evaluations => "evaluation",
            Names::Terms => "term",
            Names::Categories => "category",
        }
    }
}

/// The value of a parameter, as a spec holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, the number of a named choice, or 0 and 1 for a switch.
    Number(i64),
    /// A row of numbers.
    Vector(Vec<i64>),
    /// Names with a number each, in the order of the names.
    Table(Vec<(String, i64)>),
    /// A name; `None` for what the game has first.
    Name(Option<String>),
    /// The digest of a part, or none.
    Part(PartId),
}

impl Value {
    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }

    /// The row of numbers, if it is one.
    pub fn vector(&self) -> Option<&[i64]> {
        if let Value::Vector(numbers) = self { Some(numbers) } else { None }
    }

    /// The names with their numbers, if it is a table.
    pub fn table(&self) -> Option<&[(String, i64)]> {
        if let Value::Table(entries) = self { Some(entries) } else { None }
    }

    /// The digest of a part, if it is one.
    pub fn part(&self) -> Option<PartId> {
        if let Value::Part(id) = self { Some(*id) } else { None }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}

impl From<PartId> for Value {
    fn from(id: PartId) -> Value {
        Value::Part(id)
    }
}

impl From<Vec<i64>> for Value {
    fn from(numbers: Vec<i64>) -> Value {
        Value::Vector(numbers)
    }
}

impl From<Vec<(String, i64)>> for Value {
    /// Of two with the same name the last one counts.
    fn from(entries: Vec<(String, i64)>) -> Value {
        let sorted: std::collections::BTreeMap<String, i64> = entries.into_iter().collect();
        Value::Table(sorted.into_iter().collect())
    }
}

impl Kind {
    /// The kind of a field with elements in this range.
    pub const fn of(shape: FieldShape, low: i64, high: i64) -> Kind {
        match shape {
            FieldShape::Number => Kind::Number { low, high },
            FieldShape::Choice(names) => Kind::Choice(names),
            FieldShape::Switch => Kind::Switch,
            FieldShape::Vector { longest, names } => Kind::Vector { longest, low, high, names },
            FieldShape::Table { names, most } => Kind::Table { names, most, low, high },
            FieldShape::Part(kind) => Kind::Part(kind),
        }
    }

    /// The range of numbers, for what is one number.
    pub const fn numbers(&self) -> Option<(i64, i64)> {
        match self {
            Kind::Number { low, high } => Some((*low, *high)),
            Kind::Choice(names) => Some((0, names.len() as i64 - 1)),
            Kind::Switch => Some((0, 1)),
            _ => None,
        }
    }

    /// Whether a value is of this kind and in its range.
    pub fn holds(&self, value: &Value) -> bool {
        let within = |number: &i64, low: i64, high: i64| (low..=high).contains(number);
        match (self, value) {
            (Kind::Vector { longest, low, high, .. }, Value::Vector(numbers)) => {
                !numbers.is_empty() && numbers.len() <= *longest && numbers.iter().all(|number| within(number, *low, *high))
            }
            (Kind::Table { most, low, high, .. }, Value::Table(entries)) => {
                entries.len() <= *most && entries.iter().all(|(name, number)| is_name(name) && within(number, *low, *high))
            }
            (Kind::Name(_), Value::Name(name)) => name.as_deref().is_none_or(is_name),
            (Kind::Part(_), Value::Part(_)) => true,
            (_, Value::Number(number)) => self.numbers().is_some_and(|(low, high)| within(number, low, high)),
            _ => false,
        }
    }

    /// The value as a spec writes it.
    pub fn write(&self, value: &Value) -> String {
        match (self, value) {
            (Kind::Switch, Value::Number(number)) => (*number != 0).to_string(),
            (Kind::Choice(names), Value::Number(number)) => format!("{:?}", names[*number as usize]),
            (_, Value::Number(number)) => number.to_string(),
            (kind, Value::Vector(numbers)) => {
                let element = |number: &i64| kind.element_name(*number).map_or(number.to_string(), |name| format!("{name:?}"));
                format!("[{}]", numbers.iter().map(element).collect::<Vec<_>>().join(", "))
            }
            (_, Value::Table(entries)) if entries.is_empty() => "{}".into(),
            (_, Value::Table(entries)) => {
                let entries = entries.iter().map(|(name, number)| format!("{name} = {number}"));
                format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
            }
            (_, Value::Name(name)) => format!("{:?}", name.as_deref().unwrap_or_default()),
            (_, Value::Part(id)) => format!("\"{id}\""),
        }
    }

    /// The value as a spec writes it, whatever its kind is: for a message about one that does not fit.
    pub(crate) fn write_any(&self, value: &Value) -> String {
        match value {
            Value::Number(number) if !self.holds(value) => number.to_string(),
            value => self.write(value),
        }
    }

    /// The value in a word or several, as options of a protocol and changes of a spec have it: `3`, `true`, `1,2,4`, `A-B=32,C=48`.
    pub fn brief(&self, value: &Value) -> String {
        match (self, value) {
            (Kind::Switch | Kind::Choice(_), _) | (_, Value::Number(_) | Value::Name(_) | Value::Part(_)) => {
                self.write(value).trim_matches('"').into()
            }
            (kind, Value::Vector(numbers)) => {
                let element = |number: &i64| kind.element_name(*number).map_or(number.to_string(), Into::into);
                numbers.iter().map(element).collect::<Vec<_>>().join(",")
            }
            (_, Value::Table(entries)) => {
                entries.iter().map(|(name, number)| format!("{name}={number}")).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// The value that a plain text names, if it is one of this kind: what [`Kind::brief`] writes, with commas or blanks between elements.
    pub fn read(&self, text: &str) -> Option<Value> {
        let words = || text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
        let value = match self {
            Kind::Number { .. } => Value::Number(text.trim().parse().ok()?),
            Kind::Switch => Value::Number(["false", "true"].iter().position(|word| word.eq_ignore_ascii_case(text))? as i64),
            Kind::Choice(names) => {
                let text = text.replace('-', "_");
                Value::Number(names.iter().position(|name| name.eq_ignore_ascii_case(&text))? as i64)
            }
            Kind::Vector { .. } => Value::Vector(words().map(|word| self.element(word)).collect::<Option<_>>()?),
            Kind::Table { .. } => {
                let entry =
                    |word: &str| word.split_once('=').and_then(|(name, number)| Some((name.to_string(), number.parse().ok()?)));
                words().map(entry).collect::<Option<Vec<_>>>()?.into()
            }
            Kind::Name(_) => Value::Name(Some(text.trim().into())),
            Kind::Part(_) => Value::Part(text.trim().parse().ok()?),
        };
        self.holds(&value).then_some(value)
    }

    /// The number of an element of a vector.
    pub(crate) fn element(&self, word: &str) -> Option<i64> {
        let Kind::Vector { names, .. } = self else { return None };
        let named = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, number)| *number);
        named.or_else(|| word.parse().ok())
    }

    fn element_name(&self, number: i64) -> Option<&'static str> {
        let Kind::Vector { names, .. } = self else { return None };
        names.iter().find(|(_, known)| *known == number).map(|(name, _)| *name)
    }

    /// The values allowed, for a person to read.
    pub fn range(&self) -> String {
        match self {
            Kind::Number { low, high } => format!("{low} to {high}"),
            Kind::Choice(names) => names.join(", "),
            Kind::Switch => "false, true".into(),
            Kind::Vector { longest, low, high, names } => {
                let mut text = format!("1 to {longest} numbers from {low} to {high}");
                for (name, _) in *names {
                    let _ = write!(text, ", or {name:?}");
                }
                text
            }
            Kind::Table { names, most, low, high } => {
                let word = names.word();
                match *low > i32::MIN.into() {
                    true => format!("a whole number from {low} to {high} for each {word}, and at most {most}"),
                    false => format!("a whole number for each {word}"),
                }
            }
            Kind::Name(names) => format!("the name of an {}", names.word()),
            Kind::Part(kind) => format!("the digest of a part of the kind `{kind}`, 32 hexadecimal digits, or none"),
        }
    }
}

/// A name that can be written as it is.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-')
}

/// What a type of fields holds, whatever its range.
#[derive(Clone, Copy, Debug)]
pub enum FieldShape {
    /// A number.
    Number,
    /// A named choice.
    Choice(&'static [&'static str]),
    /// True or false.
    Switch,
    /// A row of numbers.
    Vector {
        /// No more than so many.
        longest: usize,
        /// Numbers that have a name.
        names: &'static [(&'static str, i64)],
    },
    /// Names of the game with a number each.
    Table {
        /// What the names are.
        names: Names,
        /// No more than so many.
        most: usize,
    },
    /// A part of this kind.
    Part(&'static str),
}

/// The number that a name of the game stands for, or what is wrong with the name.
pub type Codes<'c> = &'c dyn Fn(Names, &str) -> Result<u64, SpecError>;

/// The type of a parameter, as the search has it.
pub trait Field: Copy + PartialEq {
    /// What it holds.
    const SHAPE: FieldShape;
    /// The value; of a table without the names, which only the game knows, nothing.
    fn value(self) -> Value;
    /// Reads a value that is of its kind.
    fn from_value(value: &Value, codes: Codes) -> Result<Self, SpecError>;
    /// The Rust expression that makes it.
    fn code(self) -> String;
}

/// What cannot happen to a value that was checked.
#[doc(hidden)]
pub fn other_kind() -> SpecError {
    SpecError::Kind { key: "a parameter".into(), expected: "of the kind that its card says" }
}

impl Field for i32 {
    const SHAPE: FieldShape = FieldShape::Number;

    fn value(self) -> Value {
        Value::Number(self.into())
    }
    fn from_value(value: &Value, _: Codes) -> Result<i32, SpecError> {
        value.number().map(|number| number as i32).ok_or_else(other_kind)
    }
    fn code(self) -> String {
        self.to_string()
    }
}

impl Field for bool {
    const SHAPE: FieldShape = FieldShape::Switch;

    fn value(self) -> Value {
        Value::Number(self.into())
    }
    fn from_value(value: &Value, _: Codes) -> Result<bool, SpecError> {
        value.number().map(|number| number != 0).ok_or_else(other_kind)
    }
    fn code(self) -> String {
        self.to_string()
    }
}

/// A row of at most `N` numbers, as a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List<const N: usize> {
    count: usize,
    /// What lies behind the count is 0, so that equal lists are equal.
    items: [i32; N],
}

impl<const N: usize> List<N> {
    /// These numbers; those beyond `N` are left out.
    pub const fn of(numbers: &[i32]) -> List<N> {
        let mut list = List { count: 0, items: [0; N] };
        while list.count < N && list.count < numbers.len() {
            list.items[list.count] = numbers[list.count];
            list.count += 1;
        }
        list
    }

    /// The number at a place; 0 where there is none.
    #[inline(always)]
    pub fn at(&self, place: usize) -> i32 {
        self.items.get(place).copied().unwrap_or(0)
    }

    /// The numbers.
    #[inline(always)]
    pub const fn as_slice(&self) -> &[i32] {
        self.items.split_at(self.count).0
    }
}

impl<const N: usize> Field for List<N> {
    const SHAPE: FieldShape = FieldShape::Vector { longest: N, names: &[] };

    fn value(self) -> Value {
        Value::Vector(self.as_slice().iter().map(|&number| number.into()).collect())
    }
    fn from_value(value: &Value, _: Codes) -> Result<List<N>, SpecError> {
        let numbers = value.vector().ok_or_else(other_kind)?;
        Ok(List::of(&numbers.iter().map(|&number| number as i32).collect::<Vec<_>>()))
    }
    fn code(self) -> String {
        format!("plysmith::enhance::List::of(&{:?})", self.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBER: Kind = Kind::Number { low: -3, high: 9 };
    const CHOICE: Kind = Kind::Choice(&["one", "two_level"]);
    const VECTOR: Kind = Kind::Vector { longest: 3, low: 1, high: 99, names: &[("all", 99)] };
    const TABLE: Kind = Kind::Table { names: Names::Categories, most: 2, low: 0, high: 640 };
    const NAME: Kind = Kind::Name(Names::Evaluations);
    const PART: Kind = Kind::Part("net");

    #[test]
    fn every_kind_reads_what_it_writes() {
        let table = || Value::from(vec![("C".to_string(), 48), ("A-B".to_string(), 32)]);
        let cases = [
            (NUMBER, Value::Number(-3), "-3", "-3"),
            (Kind::Switch, Value::Number(1), "true", "true"),
            (CHOICE, Value::Number(1), "\"two_level\"", "two_level"),
            (VECTOR, Value::Vector(vec![1, 99, 4]), "[1, \"all\", 4]", "1,all,4"),
            (TABLE, table(), "{ A-B = 32, C = 48 }", "A-B=32,C=48"),
            (TABLE, Value::Table(Vec::new()), "{}", ""),
            (NAME, Value::Name(Some("material".into())), "\"material\"", "material"),
            (PART, Value::Part(PartId::NONE), "\"none\"", "none"),
            (PART, PartId([10; 16]).into(), "\"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a\"", "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"),
        ];
        for (kind, value, written, brief) in cases {
            assert_eq!((kind.write(&value).as_str(), kind.brief(&value).as_str()), (written, brief));
            assert_eq!(kind.read(brief), Some(value), "{brief}");
        }
        assert_eq!(VECTOR.read("1 ALL 4"), VECTOR.read("1, all, 4"));
        assert_eq!(CHOICE.read("Two-Level"), Some(Value::Number(1)));
    }

    #[test]
    fn what_is_of_another_kind_or_out_of_range_is_refused() {
        for (kind, texts) in [
            (NUMBER, &["", "x", "10", "-4", "1.5"][..]),
            (Kind::Switch, &["2", "yes", ""]),
            (CHOICE, &["three", "0", ""]),
            (VECTOR, &["", "0", "1,2,3,4", "1,some", "100"]),
            (TABLE, &["A", "A=x", "A=641", "A=1,B=2,C=3", "ä=3", "=3"]),
            (NAME, &["a b", ""]),
            (PART, &["", "mine.part", "0a0a", "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0g"]),
        ] {
            for text in texts {
                assert_eq!(kind.read(text), None, "{kind:?}: {text}");
            }
        }
        assert!(!NUMBER.holds(&Value::Vector(vec![1])) && !VECTOR.holds(&Value::Number(1)) && !TABLE.holds(&Value::Number(1)));
        assert!(!PART.holds(&Value::Number(1)) && !NAME.holds(&Value::Part(PartId::NONE)));
    }

    #[test]
    fn equal_lists_are_equal_constants() {
        const LIST: List<4> = List::of(&[3, 1]);
        assert_eq!(LIST, List::from_value(&LIST.value(), &|_, _| Ok(0)).unwrap());
        assert_eq!((LIST.as_slice(), List::<1>::of(&[3, 1]).as_slice()), (&[3, 1][..], &[3][..]));
        assert_eq!(LIST.code(), "plysmith::enhance::List::of(&[3, 1])");
    }
}
