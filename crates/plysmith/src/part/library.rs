//! The parts that the engines of a game may use, each decoded once.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::{Part, PartError, PartFault, PartId, PartKind, PartOf};
use crate::game::Game;

/// A library of parts for one game. Clones share what is in it, and what was decoded: engines that are handed the same library decode nothing twice. Nothing is ever taken out.
#[derive(Clone)]
pub struct Parts(Arc<Library>);

struct Library {
    game: String,
    parts: RwLock<HashMap<PartId, Part>>,
    decoded: Mutex<HashMap<(PartId, TypeId), Slot>>,
    /// What was wrong with those that came with the game or the program.
    broken: Vec<PartError>,
}

/// What came of decoding a part, once somebody did.
type Slot = Arc<Mutex<Option<Arc<dyn Any + Send + Sync>>>>;

impl Parts {
    /// An empty library for the game of this name.
    pub fn new(game: &str) -> Parts {
        Parts::of(game.into(), [])
    }

    /// The parts that come with a game.
    pub fn bundled<G: Game>(game: &G) -> Parts {
        Parts::with(game, &[])
    }

    /// The parts that come with a game, and these, which come with the program, as whole files. One that cannot be read is reported when a part is missing.
    pub(crate) fn with<G: Game>(game: &G, more: &[&'static [u8]]) -> Parts {
        let name = game.name();
        let bundled =
            game.parts().iter().enumerate().map(|(at, bytes)| (format!("number {at} of those bundled with {name}"), *bytes));
        let more = more.iter().enumerate().map(|(at, bytes)| (format!("number {at} of those compiled in"), *bytes));
        Parts::of(name.clone(), bundled.chain(more))
    }

    fn of<'b>(game: String, files: impl IntoIterator<Item = (String, &'b [u8])>) -> Parts {
        let (mut parts, mut broken) = (HashMap::new(), Vec::new());
        for (name, bytes) in files {
            match Part::read(&name, bytes).and_then(|part| of_game(part, &game)) {
                Ok(part) => drop(parts.insert(part.id(), part)),
                Err(error) => broken.push(error),
            }
        }
        Parts(Arc::new(Library { game, parts: RwLock::new(parts), decoded: Mutex::default(), broken }))
    }

    /// The game.
    pub fn game(&self) -> &str {
        &self.0.game
    }

    /// What is wrong with a part that came with the game or the program, if anything is.
    pub fn broken(&self) -> Option<&PartError> {
        self.0.broken.first()
    }

    /// Adds a part, which must be of this game.
    pub fn add(&self, part: Part) -> Result<PartId, PartError> {
        let part = of_game(part, self.game())?;
        let id = part.id();
        // A lock that a panic left behind guards a map that is whole: nothing of ours panics in between.
        self.0.parts.write().unwrap_or_else(PoisonError::into_inner).entry(id).or_insert(part);
        Ok(id)
    }

    /// The part of this digest.
    pub fn get(&self, id: PartId) -> Option<Part> {
        self.0.parts.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// The part of this digest, which must be of this kind.
    pub fn find(&self, id: PartId, kind: &str) -> Result<Part, PartError> {
        let Some(part) = self.get(id) else {
            // Perhaps it is the broken one.
            return Err(self.broken().cloned().unwrap_or_else(|| {
                let looked = format!("among the parts of {} that the engine was handed", self.game());
                PartFault::Missing { looked }.of(id.to_string())
            }));
        };
        if part.card().kind == kind {
            return Ok(part);
        }
        Err(part.error(PartFault::OtherKind { found: part.card().kind.clone(), wanted: kind.into() }))
    }

    /// What a part holds, decoded for the first who asks and shared with all others; nothing if none is named.
    pub fn decoded<T: PartKind>(&self, part: PartOf<T>) -> Result<Option<Arc<T>>, PartError> {
        if part.id().is_none() {
            return Ok(None);
        }
        let key = (part.id(), TypeId::of::<T>());
        let slot = self.0.decoded.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        // Whoever wants the same waits here until it is there; other parts are decoded meanwhile.
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(decoded) = slot.clone().and_then(|decoded| decoded.downcast().ok()) {
            return Ok(Some(decoded));
        }
        let part = self.find(part.id(), T::KIND)?;
        let decoded = Arc::new(T::decode(&part).map_err(|fault| part.error(fault))?);
        *slot = Some(decoded.clone());
        Ok(Some(decoded))
    }
}

fn of_game(part: Part, game: &str) -> Result<Part, PartError> {
    if part.card().game == game {
        return Ok(part);
    }
    Err(part.error(PartFault::OtherGame { found: part.card().game.clone(), wanted: game.into() }))
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let ids: Vec<PartId> = self.0.parts.read().unwrap_or_else(PoisonError::into_inner).keys().copied().collect();
        f.debug_struct("Parts").field("game", &self.game()).field("parts", &ids).finish()
    }
}
