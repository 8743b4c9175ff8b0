//! Clubhouse: a server for golf card games played by correspondence.
//!
//! The house, from the roof down; a room may use those below it, never those above.
//!
//! * [`app`] builds the server from a [`config`] and runs it.
//! * [`api`] speaks HTTP: routes, extractors, problems, the specification.
//! * [`courier`] sends what webhooks are to be sent.
//! * [`players`], [`messages`], [`courses`], [`webhooks`] and [`games`] are the use cases, one a file: where
//!   rules, time, randomness and storage meet.
//! * [`club`] is what every use case needs; [`refusal`] is why one did nothing.
//! * [`relay`] passes on to other processes what the hub tells.
//! * [`store`] is the only user of the database.
//! * [`rulesets`] are the rules of the games, and the computer players: pure.
//! * [`deadlines`] is the time for a turn: pure as well.
//! * [`hub`] wakes those who wait for news; [`pool`] is where bots think.
//! * [`text`] is what people may write, and [`strict`] reads JSON more strictly than serde.
//! * [`clock`] and [`ids`] are where time and random ids come from.
#![forbid(unsafe_code)]

pub mod api;
pub mod app;
pub mod clock;
pub mod club;
pub mod config;
pub mod courier;
pub mod courses;
pub mod deadlines;
pub mod games;
pub mod hub;
pub mod ids;
pub mod messages;
pub mod players;
pub mod pool;
pub mod refusal;
pub mod relay;
pub mod rulesets;
pub mod store;
pub mod strict;
pub mod text;
pub mod webhooks;
