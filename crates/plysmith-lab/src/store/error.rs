//! What can go wrong with the store, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use plysmith::part::PartError;
use rusqlite::ErrorCode;

/// A failure of the store. What it held before stays readable.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is none.
    #[error("there is no store in `{}`; a command that measures makes one, or name another folder with --out", folder.display())]
    Missing {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// The folder cannot be made or used.
    #[error("the folder `{}` cannot be used: {reason}; name another one with --out", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// No room is left.
    #[error("no room is left for the store `{}`; what it holds is safe: make room on the disk and run the same command again", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Nothing can be written.
    #[error("the store `{}` cannot be written: the file or its folder is read-only; name another folder with --out", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// It belongs to a later version of this program.
    #[error("the store `{}` has version {found} and this program knows up to {known}; use a newer plysmith, or another folder with --out", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version known here.
        known: u32,
    },
    /// Something else lies in its place.
    #[error("`{}` is no store of plysmith; move it away, or name another folder with --out", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// What is in it does not fit together: it was cut short, or overwritten.
    #[error("the store `{}` is damaged ({reason}); move it away with the files beside it whose names begin alike, and run the same command again: \
             results are computed anew; or name another folder with --out", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        reason: rusqlite::Error,
    },
    /// Another process kept it for too long.
    #[error("the store `{}` is in use by another process that does not let go; end that one, and run the same command again", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// There is no such run.
    #[error("there is no run `{id}` in `{}`; `runs list` shows them", path.display())]
    NoRun {
        /// The file.
        path: PathBuf,
        /// What was asked for.
        id: String,
    },
    /// Somebody has deleted the run that was going on.
    #[error("the run was deleted from `{}` while it was going on; run the same command again", path.display())]
    Deleted {
        /// The file.
        path: PathBuf,
    },
    /// The beginning of a name fits several runs.
    #[error("`{id}` fits several runs: {fitting}; write more of it")]
    SeveralRuns {
        /// What was asked for.
        id: String,
        /// Those that fit.
        fitting: String,
    },
    /// What it says of a run makes no sense.
    #[error(
        "run `{id}` in the store `{}` cannot be read: {what}; if a newer plysmith wrote it, use that one, or forget the run with `runs delete {id}`",
        path.display()
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The run.
        id: String,
        /// What is wrong.
        what: String,
    },
    /// A part in it cannot be used.
    #[error(transparent)]
    Part(#[from] PartError),
    /// SQLite failed in another way.
    #[error("the store `{}` failed: {reason}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: rusqlite::Error,
    },
}

impl StoreError {
    pub(super) fn new(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            _ if path.is_dir() => StoreError::Foreign { path },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => StoreError::ReadOnly { path },
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, reason: error },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            _ => StoreError::Other { path, reason: error },
        }
    }

    pub(super) fn folder(folder: &Path, reason: io::Error) -> StoreError {
        StoreError::Folder { folder: folder.into(), reason }
    }
}
