//! Files that belong to an ask.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::str::FromStr;

use plysmith::Arena;
use serde::{Deserialize, Serialize};

use crate::suite::{Suite, import};

/// A file with what is in it, so that an ask is complete wherever it is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attached {
    /// Where it is.
    pub path: PathBuf,
    /// What is in it; `None` if it is not there yet.
    pub text: Option<String>,
}

impl Attached {
    /// What is in it, if it has to be there.
    pub fn content(&self) -> Result<&str, String> {
        self.text.as_deref().ok_or_else(|| format!("cannot read `{}`: there is no such file", self.path.display()))
    }

    /// It as a suite, or what can be taken for one.
    pub fn suite(&self, arena: &dyn Arena) -> Result<Suite, String> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        import::any(arena, self.content()?, &name).map_err(|error| format!("in `{}`: {error}", self.path.display()))
    }
}

impl FromStr for Attached {
    type Err = String;

    fn from_str(path: &str) -> Result<Attached, String> {
        let text = match std::fs::read(path) {
            Ok(bytes) => Some(String::from_utf8(bytes).map_err(|_| format!("`{path}` is no text"))?),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(format!("cannot read `{path}`: {error}")),
        };
        Ok(Attached { path: path.into(), text })
    }
}
