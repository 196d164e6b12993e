//! What can be wrong with a part. Every message names the part, by its file where it has one, and the remedy.

use super::{Part, PartId, file};

/// A part that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the part `{name}` {fault}")]
pub struct PartError {
    /// Its file, or else its digest.
    pub name: String,
    /// What is wrong.
    pub fault: PartFault,
}

/// What is wrong with a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartFault {
    /// The file is something else.
    #[error("is no part: it does not begin with `{}`; name a file that plysmith wrote, or learn the part again", file::MAGIC)]
    NotAPart,
    /// A later version of plysmith wrote it.
    #[error(
        "has the format {found}, and this program reads format {}; use a newer plysmith, or learn the part again with this one",
        file::VERSION
    )]
    Future {
        /// The version of its format.
        found: u32,
    },
    /// It is longer than any part.
    #[error("is {length} bytes long, and no part is longer than {}; name another file, or learn a smaller part", Part::LARGEST)]
    TooLong {
        /// Its length in bytes.
        length: u64,
    },
    /// Its end is missing.
    #[error("ends after {length} bytes of at least {wanted}; copy it again from where it came, or learn it again")]
    Truncated {
        /// Its length in bytes.
        length: usize,
        /// What it says its length is, as far as can be known.
        wanted: usize,
    },
    /// Something else was written over some of it, or behind it.
    #[error(
        "was altered: its content does not have the checksum that it states; copy it again from where it came, or learn it again"
    )]
    Altered,
    /// What it says about itself makes no sense.
    #[error("has a header that cannot be used: {reason}; learn it again")]
    Header {
        /// Why.
        reason: String,
    },
    /// What it holds makes no sense to the reader of its kind.
    #[error("has a body that cannot be used: {reason}; learn it again")]
    Body {
        /// Why.
        reason: String,
    },
    /// It was learned for another game.
    #[error("was learned for {found} and not for {wanted}; name a part of {wanted}, or learn one")]
    OtherGame {
        /// Its game.
        found: String,
        /// The game that is played.
        wanted: String,
    },
    /// It is something else than the parameter wants.
    #[error("is of the kind `{found}` and not `{wanted}`; name a part of that kind, or learn one")]
    OtherKind {
        /// Its kind.
        found: String,
        /// The kind that is wanted.
        wanted: String,
    },
    /// It has another shape than the reader expects.
    #[error("has another shape: {}; learn it again for the game as it is now", difference(number, *found, *wanted))]
    OtherShape {
        /// The name of a number that differs.
        number: String,
        /// What the part says.
        found: Option<u32>,
        /// What is wanted.
        wanted: Option<u32>,
    },
    /// Under its name lies another part.
    #[error("holds another part, {found}, where {wanted} is wanted; copy the right one there, or learn it again")]
    OtherPart {
        /// The digest of what is there.
        found: PartId,
        /// The digest of what should be there.
        wanted: PartId,
    },
    /// It is nowhere to be found.
    #[error("is missing; it was looked for {looked}; copy it there, or leave it out with `none`")]
    Missing {
        /// Where: `in …, and in …`.
        looked: String,
    },
}

impl PartFault {
    /// The fault of the part with this name.
    pub fn of(self, name: impl Into<String>) -> PartError {
        PartError { name: name.into(), fault: self }
    }
}

fn difference(number: &str, found: Option<u32>, wanted: Option<u32>) -> String {
    match (found, wanted) {
        (Some(found), Some(wanted)) => format!("`{number}` is {found} and not {wanted}"),
        (Some(found), None) => format!("`{number}` is {found}, which its reader does not know"),
        (None, wanted) => format!("it does not say `{number}`, which should be {}", wanted.unwrap_or(0)),
    }
}
