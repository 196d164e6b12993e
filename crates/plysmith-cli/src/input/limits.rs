//! Options that limit a search.

use std::sync::Arc;
use std::time::Duration;

use clap::value_parser;
use plysmith::{Clock, Limits, TimeLimit};

use crate::output::numbers::Wall;

/// The first limit reached ends the search.
#[derive(clap::Args, Clone, Debug)]
pub struct LimitArgs {
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=255), allow_negative_numbers = true)]
    pub depth: Option<u32>,
    /// Search this many nodes
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Search for this long
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000), allow_negative_numbers = true)]
    pub time: Option<u64>,
}

impl LimitArgs {
    /// The limits of a search that begins now, and its clock; `fallback` is the time when nothing is said.
    pub fn start(&self, fallback: Duration) -> (Limits, Arc<dyn Clock>) {
        let clock: Arc<dyn Clock> = Arc::new(Wall::start());
        let said = self.depth.is_some() || self.nodes.is_some();
        let time = self.time.map(Duration::from_millis).or((!said).then_some(fallback));
        let time = time.map(|time| TimeLimit::fixed(Arc::clone(&clock), time));
        (Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() }, clock)
    }
}
