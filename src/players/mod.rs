//! The use cases of accounts, one a file. Nothing knows of HTTP.

pub mod end;
pub mod profile;
pub mod register;
pub mod rename;
pub mod secret;
pub mod tokens;
