//! What the tests stand on.

pub mod app;
pub mod client;
pub mod contract;
pub mod databases;
pub mod play;
pub mod runner;
