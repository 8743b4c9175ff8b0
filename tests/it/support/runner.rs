//! Tests as values, so that each can be run on either database.

use std::{future::Future, pin::Pin};

use super::databases::Database;

/// A test that is given an empty database.
#[derive(Clone, Copy)]
pub struct Test {
    pub name: &'static str,
    pub run: fn(Database) -> Pin<Box<dyn Future<Output = ()>>>,
}

/// Declares a module's tests: `tests![one, two];` for `async fn one(database: Database)`.
macro_rules! tests {
    ($($name:ident),+ $(,)?) => {
        pub const TESTS: &[crate::support::runner::Test] = &[
            $(crate::support::runner::Test {
                name: stringify!($name),
                run: |database| Box::pin($name(database)),
            }),+
        ];
    };
}
pub(crate) use tests;

/// Runs a future on a runtime of its own.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime starts").block_on(future)
}
