//! Webhooks: players are told at an address of their own. One use case a file; nothing knows of HTTP
//! but `call`.
//!
//! The feed is what there is to tell, written with the change itself. `fan_out` turns its items into
//! deliveries, and `deliver` sends these: each step is a transaction that any process may take up, so
//! that a crash loses nothing. `sign`, `address`, `format` and `schedule` are pure.

pub mod address;
pub mod call;
pub mod change;
pub mod create;
pub mod delete;
pub mod deliver;
mod disable;
pub mod fan_out;
pub mod forget;
pub mod format;
pub mod list;
pub mod post;
pub mod redeliver;
pub mod rotate;
pub mod schedule;
pub mod sign;
pub mod test_call;
pub mod view;
pub mod words;
