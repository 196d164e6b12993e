//! Parts: what was learned and is kept as bytes, such as a network or a table. A spec names its parts by their digests and does not contain them.
//!
//! # The file
//! A part is one file, `<digest>.part`, usually in a folder `parts` beside the spec that names it. It consists of
//!
//! 1. a line of text: `plysmith-part`, the version of the format (1), the number of bytes of the header, the number of bytes of the body, and the checksum, with a blank between each two;
//! 2. the header, a TOML text: `kind` says what was learned, `game` for which game, `[shape]` has named whole numbers that the reader compares with what it expects, and `[provenance]`
//!    says where the part comes from (`command`, `seed`, `build`, `data`);
//! 3. the body, bytes that only the reader of this kind understands.
//!
//! The checksum is the first 16 bytes of BLAKE3 over all that the file says: the line before the checksum, the header and the body. The digest by which a part is named covers kind, game, shape and body
//! and leaves the provenance out, so that the same thing learned twice has one name. No file is longer than [`Part::LARGEST`]; who reads one looks at its length first.
//!
//! # Who reads it
//! The core reads no files: it is handed parts as bytes, in a library ([`Parts`]). An enhancement has a parameter of the type [`PartOf`] and asks the library for what it names, which is decoded
//! once for all engines, threads and phases.
//!
//! ```
//! use plysmith::part::{Part, PartCard, Parts, Provenance};
//!
//! let card = PartCard {
//!     kind: "network".into(),
//!     game: "breakthrough".into(),
//!     shape: [("inputs".to_string(), 2), ("units".to_string(), 1)].into(),
//!     provenance: Provenance { command: "plysmith learn".into(), seed: 1, build: plysmith::BUILD.into(), data: "1000 games".into() },
//! };
//! let part = Part::new(card, vec![1, 0, 255, 255]).unwrap();
//! let read = Part::read("mine.part", &part.to_bytes()).unwrap();
//! assert_eq!(read.id(), part.id());
//! let parts = Parts::new("breakthrough");
//! parts.add(read).unwrap();
//! assert!(parts.get(part.id()).is_some());
//! ```

mod error;
mod file;
mod library;

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::Arc;

use crate::enhance::value::{Codes, Field, FieldShape, Value, is_name, other_kind};
use crate::spec::SpecError;

pub use error::{PartError, PartFault};
pub use library::Parts;

/// The name of a part: a digest of what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartId(pub [u8; 16]);

impl PartId {
    /// No part at all.
    pub const NONE: PartId = PartId([0; 16]);

    /// The number of digits of a digest as text.
    const DIGITS: usize = 32;

    /// Whether it names no part.
    pub fn is_none(self) -> bool {
        self == PartId::NONE
    }

    /// The name of its file.
    pub fn file(self) -> String {
        format!("{self}.part")
    }

    /// Every digest that stands in a text as a word of its own: what a spec, or anything that holds one, may name.
    pub fn mentioned(text: &str) -> Vec<PartId> {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| word.len() == PartId::DIGITS);
        let mut ids: Vec<PartId> = words.filter_map(|word| word.parse().ok()).filter(|id: &PartId| !id.is_none()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

/// `none`, or 32 hexadecimal digits.
impl fmt::Display for PartId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_none() {
            return f.pad("none");
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for PartId {
    type Err = ();

    fn from_str(text: &str) -> Result<PartId, ()> {
        if text == "none" {
            return Ok(PartId::NONE);
        }
        if text.len() != PartId::DIGITS || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(());
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| ())?;
        Ok(PartId(number.to_be_bytes()))
    }
}

/// Where a part comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The command that learned it.
    pub command: String,
    /// The seed of its random choices.
    pub seed: u64,
    /// What plysmith was built from.
    pub build: String,
    /// What it was learned from.
    pub data: String,
}

/// What a part says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartCard {
    /// What was learned, by the name of its [`PartKind`].
    pub kind: String,
    /// The game for which it was learned.
    pub game: String,
    /// Named whole numbers, such as how many inputs there are.
    pub shape: BTreeMap<String, u32>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// Something learned, kept as bytes. Cheap to clone.
#[derive(Clone)]
pub struct Part(Arc<Content>);

struct Content {
    id: PartId,
    /// How messages call it: its file, or else its digest.
    name: String,
    card: PartCard,
    body: Vec<u8>,
}

impl Part {
    /// No file is longer, in bytes.
    pub const LARGEST: u64 = 32 << 20;

    /// A part that was just learned. It is refused if its names cannot be written, or if its file would be too long.
    pub fn new(card: PartCard, body: Vec<u8>) -> Result<Part, PartError> {
        let id = id(&card, &body);
        Part::named(id.to_string(), card, body).and_then(|part| {
            let length = part.to_bytes().len() as u64;
            if length > Part::LARGEST { Err(part.error(PartFault::TooLong { length })) } else { Ok(part) }
        })
    }

    fn named(name: String, card: PartCard, body: Vec<u8>) -> Result<Part, PartError> {
        let game_is_sound = !card.game.is_empty() && !card.game.contains(char::is_control);
        let wrong = match () {
            () if !is_name(&card.kind) => Some(format!("its kind {:?} is no name", card.kind)),
            () if !game_is_sound => Some(format!("its game {:?} is no name", card.game)),
            () => card.shape.keys().find(|name| !is_name(name)).map(|name| format!("its shape has {name:?}, which is no name")),
        };
        match wrong {
            Some(reason) => Err(PartFault::Header { reason }.of(name)),
            None => Ok(Part(Arc::new(Content { id: id(&card, &body), name, card, body }))),
        }
    }

    /// Its digest.
    pub fn id(&self) -> PartId {
        self.0.id
    }

    /// What it says about itself.
    pub fn card(&self) -> &PartCard {
        &self.0.card
    }

    /// What only the reader of its kind understands.
    pub fn body(&self) -> &[u8] {
        &self.0.body
    }

    /// How messages call it: by its file, or else by its digest.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Something is wrong with it.
    pub fn error(&self, fault: PartFault) -> PartError {
        fault.of(self.name())
    }

    /// A number of its shape; 0 if the shape does not have it.
    pub fn number(&self, name: &str) -> u32 {
        self.card().shape.get(name).copied().unwrap_or(0)
    }

    /// Whether its shape has exactly these numbers.
    pub fn demand_shape(&self, wanted: &[(&str, u32)]) -> Result<(), PartFault> {
        let shape = &self.card().shape;
        let different = wanted.iter().find(|(name, number)| shape.get(*name) != Some(number));
        if let Some(&(name, wanted)) = different {
            return Err(PartFault::OtherShape { number: name.into(), found: shape.get(name).copied(), wanted: Some(wanted) });
        }
        let further = shape.iter().find(|(name, _)| wanted.iter().all(|(other, _)| other != name));
        further
            .map_or(Ok(()), |(name, found)| Err(PartFault::OtherShape { number: name.clone(), found: Some(*found), wanted: None }))
    }

    /// Whether it is the part of this digest.
    pub fn demand_id(self, id: PartId) -> Result<Part, PartError> {
        if self.id() == id { Ok(self) } else { Err(self.error(PartFault::OtherPart { found: self.id(), wanted: id })) }
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Part").field("id", &self.id()).field("card", self.card()).field("length", &self.body().len()).finish()
    }
}

/// Parts are equal if they have the same digest, wherever they come from.
impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Part {}

/// The first bytes of a digest of these, each closed by its length so that none flows into the next.
fn digest<'b>(pieces: impl IntoIterator<Item = &'b [u8]>) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for piece in pieces {
        hasher.update(&(piece.len() as u64).to_le_bytes()).update(piece);
    }
    let digest = hasher.finalize();
    let (first, _) = digest.as_bytes().split_first_chunk().expect("a digest has 32 bytes");
    *first
}

fn id(card: &PartCard, body: &[u8]) -> PartId {
    let shape: Vec<(&[u8], [u8; 4])> = card.shape.iter().map(|(name, number)| (name.as_bytes(), number.to_le_bytes())).collect();
    let shape = shape.iter().flat_map(|(name, number)| [*name, &number[..]]);
    PartId(digest([b"plysmith-part".as_slice(), card.kind.as_bytes(), card.game.as_bytes()].into_iter().chain(shape).chain([body])))
}

/// A kind of part: what a reader makes of the bytes.
pub trait PartKind: Sized + Send + Sync + 'static {
    /// Its name, in lower case with underscores.
    const KIND: &'static str;

    /// Reads a part of this kind. What comes out depends on nothing but the part: it is made once, for all who name it.
    fn decode(part: &Part) -> Result<Self, PartFault>;
}

/// The parameter that names a part of one kind, or none. The bytes are in the library; see [`Parts::decoded`].
pub struct PartOf<T> {
    id: PartId,
    kind: PhantomData<fn() -> T>,
}

impl<T> PartOf<T> {
    /// No part at all.
    pub const NONE: PartOf<T> = PartOf::of(PartId::NONE);

    /// The part of this digest.
    pub const fn of(id: PartId) -> PartOf<T> {
        PartOf { id, kind: PhantomData }
    }

    /// The digest.
    pub const fn id(&self) -> PartId {
        self.id
    }
}

// Not derived: that would demand the same of what the part holds.
impl<T> Clone for PartOf<T> {
    fn clone(&self) -> PartOf<T> {
        *self
    }
}

impl<T> Copy for PartOf<T> {}

impl<T> PartialEq for PartOf<T> {
    fn eq(&self, other: &PartOf<T>) -> bool {
        self.id == other.id
    }
}

impl<T> Eq for PartOf<T> {}

impl<T> fmt::Debug for PartOf<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "PartOf({})", self.id)
    }
}

impl<T: PartKind> Field for PartOf<T> {
    const SHAPE: FieldShape = FieldShape::Part(T::KIND);

    fn value(self) -> Value {
        Value::Part(self.id)
    }

    fn from_value(value: &Value, _: Codes) -> Result<PartOf<T>, SpecError> {
        value.part().map(PartOf::of).ok_or_else(other_kind)
    }

    fn code(self) -> String {
        format!("plysmith::part::PartOf::of(plysmith::part::PartId({:?}))", self.id.0)
    }
}

#[cfg(test)]
mod tests;
