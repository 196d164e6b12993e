//! Reading suites and other files of positions.

use std::path::Path;

use anyhow::{Context, Result};
use plysmith::Arena;
use plysmith_lab::suite::{Suite, import};

/// The text of a file.
pub fn text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// A suite, or what can be taken for one.
pub fn read(arena: &dyn Arena, path: &Path) -> Result<Suite> {
    let text = text(path)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    import::any(arena, &text, &name).with_context(|| format!("in `{}`", path.display()))
}
