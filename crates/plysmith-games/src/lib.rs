//! The bundled games, each written as a user would write theirs: on the public contract alone.
pub mod bits;
pub mod breakthrough;
