//! What the tests stand on.

pub mod app;
pub mod calendar;
pub mod client;
pub mod clocked;
pub mod cluster;
pub mod contract;
pub mod databases;
pub mod dealing;
pub mod endpoints;
pub mod following;
pub mod laying_out;
pub mod lock;
pub mod mirror;
pub mod personal;
pub mod play;
pub mod process;
pub mod quick;
pub mod reading;
pub mod receiver;
pub mod rematches;
pub mod runner;
pub mod rush;
pub mod sensible;
pub mod timing;
