//! What is known about an enhancement besides its code: the card, and parameters with their ranges.

use crate::game::Capability;

/// What kind of decision an enhancement makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Remembers what was searched.
    Memory,
    /// Decides which move is tried first.
    Order,
    /// Decides which values still matter.
    Window,
    /// Decides how the search is repeated with growing depth.
    Deepening,
    /// Decides how deep a move is searched.
    Depth,
    /// Decides what is not searched at all.
    Prune,
    /// Decides what happens at the horizon.
    Leaf,
}

impl Category {
    /// The name shown in lists.
    pub const fn name(self) -> &'static str {
        match self {
            Category::Memory => "memory",
            Category::Order => "order",
            Category::Window => "window",
            Category::Deepening => "deepening",
            Category::Depth => "depth",
            Category::Prune => "prune",
            Category::Leaf => "leaf",
        }
    }
}

/// An enhancement at a glance.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name used in specs.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What kind of decision it makes.
    pub category: Category,
    /// Under which condition the value at a fixed depth stays that of plain negamax; `None` if it does not.
    pub preserves: Option<&'static str>,
    /// What can go wrong with it.
    pub risks: &'static str,
    /// Enhancements that must be on as well.
    pub needs: &'static [&'static str],
    /// Enhancements that must be off.
    pub excludes: &'static [&'static str],
    /// Capabilities that the game must have.
    pub capabilities: &'static [Capability],
    /// Who described it.
    pub origin: &'static str,
    /// Its parameters.
    pub parameters: &'static [ParameterCard],
    /// The bits of an ordering key that it fills; 0 if it does not order moves.
    pub rank_bits: u32,
}

impl Card {
    /// It can change the value: it belongs to the selective half of the search.
    pub const fn is_selective(&self) -> bool {
        self.preserves.is_none()
    }
}

/// A parameter of an enhancement. Every value is an integer; named choices count from 0.
#[derive(Clone, Copy, Debug)]
pub struct ParameterCard {
    /// The name used in specs.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// The value when nothing else is said.
    pub default: i64,
    /// The smallest value allowed.
    pub low: i64,
    /// The largest value allowed.
    pub high: i64,
    /// The names of the values, if they have names; `false` and `true` for a switch.
    pub names: &'static [&'static str],
}

impl ParameterCard {
    /// The value as a spec writes it.
    pub fn write(&self, value: i64) -> String {
        match self.names {
            [] => value.to_string(),
            ["false", "true"] => (value != 0).to_string(),
            names => format!("{:?}", names[value as usize]),
        }
    }

    /// The value that a plain text names, if it is one in range.
    pub fn read(&self, text: &str) -> Option<i64> {
        let number = match self.names {
            [] => text.parse().ok()?,
            names => names.iter().position(|name| name.eq_ignore_ascii_case(&text.replace('-', "_")))? as i64,
        };
        (self.low..=self.high).contains(&number).then_some(number)
    }

    /// The values allowed, for a person to read.
    pub fn range(&self) -> String {
        match self.names {
            [] => format!("{} to {}", self.low, self.high),
            names => names.join(", "),
        }
    }
}

/// The parameters of an enhancement, by index. Made by the macro [`parameters!`](crate::parameters).
pub trait Parameters: Copy + Send + Sync + 'static {
    /// What the parameters are.
    const CARDS: &'static [ParameterCard];
    /// The values when nothing else is said.
    const DEFAULT: Self;
    /// The value of a parameter.
    fn get(&self, index: usize) -> i64;
    /// Changes a parameter; the value must be in its range.
    fn set(&mut self, index: usize, value: i64);
    /// The Rust expression that makes these parameters.
    fn code(&self) -> String;
}

/// The type of a parameter.
pub trait Value: Copy {
    /// The names of the values, if they have names.
    const NAMES: &'static [&'static str] = &[];
    /// The number of a value.
    fn number(self) -> i64;
    /// The value of a number.
    fn from_number(number: i64) -> Self;
    /// The Rust expression that makes the value.
    fn code(self) -> String;
}

impl Value for i32 {
    fn number(self) -> i64 {
        self.into()
    }
    fn from_number(number: i64) -> i32 {
        number as i32
    }
    fn code(self) -> String {
        self.to_string()
    }
}

impl Value for bool {
    const NAMES: &'static [&'static str] = &["false", "true"];
    fn number(self) -> i64 {
        self.into()
    }
    fn from_number(number: i64) -> bool {
        number != 0
    }
    fn code(self) -> String {
        self.to_string()
    }
}

/// Declares the struct `Params` of an enhancement, a parameter a line: name, type, default, range, meaning.
#[macro_export]
#[doc(hidden)]
macro_rules! parameters {
    ($($field:ident: $type:ty = $default:expr, $low:expr, $high:expr, $about:literal;)*) => {
        /// The parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $(#[doc = $about] pub $field: $type,)*
        }

        impl $crate::enhance::card::Parameters for Params {
            const CARDS: &'static [$crate::enhance::card::ParameterCard] = &[$(
                $crate::enhance::card::ParameterCard {
                    name: stringify!($field),
                    about: $about,
                    default: $default as i64,
                    low: $low as i64,
                    high: $high as i64,
                    names: <$type as $crate::enhance::card::Value>::NAMES,
                },
            )*];
            const DEFAULT: Params = Params { $($field: $default,)* };

            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn get(&self, index: usize) -> i64 {
                let mut at = 0;
                $(
                    if index == at {
                        return $crate::enhance::card::Value::number(self.$field);
                    }
                    at += 1;
                )*
                panic!("no parameter {index}")
            }

            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn set(&mut self, index: usize, value: i64) {
                let mut at = 0;
                $(
                    if index == at {
                        self.$field = $crate::enhance::card::Value::from_number(value);
                    }
                    at += 1;
                )*
            }

            fn code(&self) -> String {
                let fields: &[String] = &[$(
                    format!(" {}: {}", stringify!($field), $crate::enhance::card::Value::code(self.$field)),
                )*];
                let end = if fields.is_empty() { "" } else { " " };
                format!("{}::Params {{{}{end}}}", module_path!(), fields.join(","))
            }
        }
    };
}

/// Declares a parameter type with named values.
#[macro_export]
#[doc(hidden)]
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$value_doc])* $value,)*
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [$name] = &[$($name::$value,)*];
            /// The number of the last value.
            pub const LAST: i64 = $name::ALL.len() as i64 - 1;
        }

        impl $crate::enhance::card::Value for $name {
            const NAMES: &'static [&'static str] = &[$($text,)*];
            fn number(self) -> i64 {
                self as i64
            }
            fn from_number(number: i64) -> $name {
                $name::ALL[number as usize]
            }
            fn code(self) -> String {
                match self {
                    $($name::$value => concat!(module_path!(), "::", stringify!($name), "::", stringify!($value)).into(),)*
                }
            }
        }
    };
}
