//! Tests of differences measured on the same positions.
