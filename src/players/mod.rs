//! The use cases of accounts, one a file. Nothing knows of HTTP.

pub mod calendar;
pub mod change;
pub mod end;
pub mod profile;
pub mod register;
pub mod secret;
pub mod tokens;
