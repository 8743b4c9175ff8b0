//! The use cases of courses, one a file. Nothing knows of HTTP.
//!
//! Those that come with a ruleset are the ruleset's data; those that players have laid out are
//! stored. Anybody may see and play on either.

pub mod create;
pub mod delete;
pub mod list;
pub mod read;
pub mod view;
