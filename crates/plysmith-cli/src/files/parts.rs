//! Parts as files: where those that a spec names are looked for, and how they are written beside it.
//!
//! A part lies in the folder `parts` beside the spec, under its digest. What is not there is looked for in the store of the command, and then in the one
//! that commands have when none is said: `--out` says where results go, and what was learned before need not be copied there.

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

/// Gives the game every part that a spec names and that the game does not have: from the folder in which the spec lies, from the store of the command, or
/// from the usual one.
pub fn load(arena: &dyn Arena, spec: &Spec, beside: &Path, store: &Path) -> Result<()> {
    let usual = Path::new(STORE);
    let stores = if store == usual { vec![store] } else { vec![store, usual] };
    for NamedPart { parameter, id, .. } in spec.named_parts() {
        if arena.part(id).is_some() {
            continue;
        }
        let path = beside.join(file_name(id));
        let part = if path.exists() { Some(read(&path).with_context(|| parameter.clone())?) } else { stored(&stores, id)? };
        let Some(part) = part else {
            let named: Vec<String> = stores.iter().map(|store| format!("`{}`", store.display())).collect();
            let looked = format!("at `{}` and in the store in {}", path.display(), named.join(" or "));
            return Err(SpecError::part(parameter, PartFault::Missing { looked }.of(id.to_string())).into());
        };
        let added = part.demand_id(id).and_then(|part| arena.add_part(part));
        added.map_err(|error| SpecError::part(parameter, error))?;
    }
    Ok(())
}

/// The part in the first of these folders whose store has it. They are looked at, and nothing is written.
#[cfg(feature = "lab")]
fn stored(folders: &[&Path], id: PartId) -> Result<Option<Part>> {
    for folder in folders {
        if let Some(part) = plysmith_lab::store::Store::part_in(folder, id)? {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

#[cfg(not(feature = "lab"))]
fn stored(_: &[&Path], _: PartId) -> Result<Option<Part>> {
    Ok(None)
}

/// The files that belong beside a spec that was checked, by their names from its folder on.
pub fn files(arena: &dyn Arena, spec: &Spec) -> Vec<(String, Vec<u8>)> {
    let parts = spec.part_ids().into_iter().filter_map(|id| arena.part(id));
    parts.map(|part| (file_name(part.id()), part.to_bytes())).collect()
}
