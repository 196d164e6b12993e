//! What a match proves: counts, ratings and the sequential test.
