//! The lab with real processes and whole reports. One program, so that it is linked once.

#[cfg(feature = "test-engines")]
mod external;
#[cfg(feature = "test-engines")]
mod faulty_match;
mod quantised;
mod report;
