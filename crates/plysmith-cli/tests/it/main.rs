//! The program `plysmith` and the crates that it makes, as a user meets them. One program, so that it is linked once.
#![cfg(all(feature = "bundled", feature = "lab"))]

mod common;

mod commands;
mod evaluate;
mod export;
mod extend;
mod forge;
mod lab;
mod new;
#[cfg(feature = "dummy")]
mod parts;
mod programs;
mod report;
mod reproduce;
mod resume;
mod select;
mod sprt;
mod tournament;
