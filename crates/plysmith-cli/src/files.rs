//! Files and folders that commands read and write.

pub mod atomic_folder;
pub mod forged;
#[cfg(feature = "lab")]
pub mod game_log;
pub mod parts;
