//! Tells the crate what it was built from, as the core does.

include!("../plysmith/digest.rs");
