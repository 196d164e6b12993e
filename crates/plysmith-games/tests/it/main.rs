//! The bundled games against what others know of them, and what every game has: one program, so that it is linked once. The search on these games is tested in `search`.

#[cfg(feature = "chess")]
mod chess;
#[cfg(feature = "default")]
mod code;
#[cfg(feature = "default")]
mod free_inputs;
#[cfg(feature = "register")]
mod phases;
#[cfg(feature = "register")]
mod playthroughs;
#[cfg(feature = "default")]
mod register;
#[cfg(feature = "default")]
mod sessions;
