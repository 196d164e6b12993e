//! Playing games, by our engines or by other programs.

pub mod external;
