//! What is known about an enhancement besides its code: the card, and parameters with their ranges.

use super::value::{Codes, Kind, Value};
use crate::game::Capability;
use crate::spec::SpecError;

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
    /// Holds what others go by, and does nothing by itself.
    Data,
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
            Category::Data => "data",
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
    /// How it takes part in the order of moves.
    pub orders: Orders,
}

/// How an enhancement takes part in the order of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Not at all.
    No,
    /// It puts moves into tiers by ranks below 2^`bits`.
    Tier {
        /// The bits of an ordering key that it fills.
        bits: u32,
    },
    /// The same, and these tiers precede all others unless the spec says otherwise.
    First {
        /// The bits of an ordering key that it fills.
        bits: u32,
    },
    /// It adds to the worth of moves, which decides among moves that are in no tier before it: the entry [`WORTH`] of the precedence.
    Worth,
    /// It puts the moves of the root in order, whatever comes behind it.
    Root,
}

/// The name of worth in the precedence. It is there if an enhancement is on that adds to it.
pub const WORTH: &str = "worth";

/// The bits of an ordering key that worth fills.
pub const WORTH_BITS: u32 = 24;

impl Orders {
    /// It has an entry of its own in the precedence.
    pub const fn is_entry(self) -> bool {
        matches!(self, Orders::Tier { .. } | Orders::First { .. } | Orders::Root)
    }

    /// The bits of an ordering key that its entry fills.
    pub const fn bits(self) -> u32 {
        match self {
            Orders::Tier { bits } | Orders::First { bits } => bits,
            Orders::No | Orders::Worth | Orders::Root => 0,
        }
    }
}

impl Card {
    /// It can change the value: it belongs to the selective half of the search.
    pub const fn is_selective(&self) -> bool {
        self.preserves.is_none()
    }
}

/// How a selection deals with an enhancement: what somebody knows who has selected before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choosing {
    /// Whether it comes into question.
    pub question: Question,
    /// What has to be learned of the game before it does anything.
    pub learned: Option<Learned>,
    /// Engines commonly have it together with all of its circle and of the circles before: each alone can gain too little to be seen, where all of them gain much. 0 for none.
    pub circle: u8,
    /// Parameters that short searches judge too low: a selection by cost may only raise them, games leave them alone.
    pub growing: &'static [&'static str],
}

/// Whether an enhancement comes into question in a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// On or off, as it turns out.
    Open,
    /// Games never take it away: the longer a search is, the more it is worth, and those of a selection are shorter than those of play.
    Kept,
    /// It may be added, and is neither taken away nor set: what it is worth is never seen in a selection.
    OnlyAdded,
    /// Not at all.
    Never,
}

/// What is learned of a game by other commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learned {
    /// What a shallow search says about a deep one: `plysmith calibrate`.
    Calibration,
    /// Categories of moves: `plysmith extend`, `plysmith realization`.
    Categories,
}

impl Choosing {
    /// Nothing special.
    pub const FREE: Choosing = Choosing { question: Question::Open, learned: None, circle: 0, growing: &[] };
    /// It does not come into question.
    pub const NEVER: Choosing = Choosing { question: Question::Never, ..Choosing::FREE };

    /// It is in a circle of companions.
    pub const fn circle(circle: u8) -> Choosing {
        Choosing { circle, ..Choosing::FREE }
    }

    /// It does nothing before this is learned.
    pub const fn after(learned: Learned) -> Choosing {
        Choosing { learned: Some(learned), ..Choosing::FREE }
    }
}

/// A parameter of an enhancement, or of the evaluation.
#[derive(Clone, Copy, Debug)]
pub struct ParameterCard {
    /// The name used in specs.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it can be.
    pub kind: Kind,
    /// The value when nothing else is said.
    pub default: fn() -> Value,
}

/// The parameters of an enhancement, by index. Made by the macro [`parameters!`](crate::parameters).
pub trait Parameters: Copy + Send + Sync + 'static {
    /// What the parameters are.
    const CARDS: &'static [ParameterCard];
    /// The values when nothing else is said.
    const DEFAULT: Self;
    /// The value of a parameter; of a table without the names of the game nothing.
    fn value(&self, index: usize) -> Value;
    /// Changes a parameter to a value of its kind. What is wrong can only be a name that the game does not have.
    fn set(&mut self, index: usize, value: &Value, codes: Codes) -> Result<(), SpecError>;
    /// The Rust expression that makes these parameters.
    fn code(&self) -> String;
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
                    kind: $crate::enhance::value::Kind::of(<$type as $crate::enhance::value::Field>::SHAPE, $low as i64, $high as i64),
                    default: || $crate::enhance::value::Field::value(<Params as $crate::enhance::card::Parameters>::DEFAULT.$field),
                },
            )*];
            const DEFAULT: Params = Params { $($field: $default,)* };

            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn value(&self, index: usize) -> $crate::enhance::value::Value {
                let mut at = 0;
                $(
                    if index == at {
                        return $crate::enhance::value::Field::value(self.$field);
                    }
                    at += 1;
                )*
                panic!("no parameter {index}")
            }

            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn set(
                &mut self,
                index: usize,
                value: &$crate::enhance::value::Value,
                codes: $crate::enhance::value::Codes,
            ) -> Result<(), $crate::spec::SpecError> {
                let mut at = 0;
                $(
                    if index == at {
                        self.$field = $crate::enhance::value::Field::from_value(value, codes)?;
                    }
                    at += 1;
                )*
                Ok(())
            }

            fn code(&self) -> String {
                let fields: &[String] = &[$(
                    format!(" {}: {}", stringify!($field), $crate::enhance::value::Field::code(self.$field)),
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

        impl $crate::enhance::value::Field for $name {
            const SHAPE: $crate::enhance::value::FieldShape = $crate::enhance::value::FieldShape::Choice(&[$($text,)*]);
            fn value(self) -> $crate::enhance::value::Value {
                $crate::enhance::value::Value::Number(self as i64)
            }
            fn from_value(value: &$crate::enhance::value::Value, _: $crate::enhance::value::Codes) -> Result<$name, $crate::spec::SpecError> {
                let number = value.number().and_then(|number| $name::ALL.get(number as usize));
                number.copied().ok_or_else($crate::enhance::value::other_kind)
            }
            fn code(self) -> String {
                match self {
                    $($name::$value => concat!(module_path!(), "::", stringify!($name), "::", stringify!($value)).into(),)*
                }
            }
        }
    };
}
