//! Parts as files: where those that a spec names are looked for, and how they are written beside it.
//!
//! A part lies in the folder `parts` beside the spec, under its digest. What is not there is looked for in the store.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use plysmith::part::PartFault;
use plysmith::spec::{NamedPart, SpecError};
use plysmith::{Arena, Part, PartId, Spec};

/// The folder beside a spec.
pub const FOLDER: &str = "parts";
/// The folder of the store where no command says another.
pub const STORE: &str = "plysmith-runs";

/// The name of the file of a part, from the folder of the spec on.
pub fn file_name(id: PartId) -> String {
    format!("{FOLDER}/{}", id.file())
}

/// Reads a file, unless it is longer than any part.
pub fn read(path: &Path) -> Result<Part> {
    let name = path.display().to_string();
    let reading = || format!("cannot read the part `{name}`");
    let file = File::open(path).with_context(reading)?;
    Part::demand_length(&name, file.metadata().with_context(reading)?.len())?;
    let mut bytes = Vec::new();
    // What is no plain file has no length that could be known before.
    file.take(Part::LARGEST + 1).read_to_end(&mut bytes).with_context(reading)?;
    Ok(Part::read(&name, &bytes)?)
}

/// Gives the game every part that a spec names and that the game does not have: from the folder in which the spec lies, or from the store.
pub fn load(arena: &dyn Arena, spec: &Spec, beside: &Path, store: &Path) -> Result<()> {
    for NamedPart { parameter, id, .. } in spec.named_parts() {
        if arena.part(id).is_some() {
            continue;
        }
        let path = beside.join(file_name(id));
        let part = if path.exists() { Some(read(&path).with_context(|| parameter.clone())?) } else { stored(store, id)? };
        let Some(part) = part else {
            let looked = format!("at `{}` and in the store in `{}`", path.display(), store.display());
            return Err(SpecError::part(parameter, PartFault::Missing { looked }.of(id.to_string())).into());
        };
        let added = part.demand_id(id).and_then(|part| arena.add_part(part));
        added.map_err(|error| SpecError::part(parameter, error))?;
    }
    Ok(())
}

/// The part in the store of a folder, if there are both.
#[cfg(feature = "lab")]
fn stored(folder: &Path, id: PartId) -> Result<Option<Part>> {
    use plysmith_lab::store::{Store, StoreError};
    match Store::look(folder) {
        Ok(store) => Ok(store.part(id)?),
        Err(StoreError::Missing { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(feature = "lab"))]
fn stored(_: &Path, _: PartId) -> Result<Option<Part>> {
    Ok(None)
}

/// The files that belong beside a spec that was checked, by their names from its folder on.
pub fn files(arena: &dyn Arena, spec: &Spec) -> Vec<(String, Vec<u8>)> {
    let parts = spec.part_ids().into_iter().filter_map(|id| arena.part(id));
    parts.map(|part| (file_name(part.id()), part.to_bytes())).collect()
}
