use crate::support::runner::Test;
pub const TESTS: &[Test] = &[];
