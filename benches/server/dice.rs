//! Numbers that look random and are the same each time.

use std::time::Duration;

/// Dice that are thrown again and again.
pub struct Dice(pub u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Any of them.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.throw() as usize % among.len()]
    }

    /// Above 0, at most 1.
    fn part(&mut self) -> f64 {
        (self.throw() + 1) as f64 / (1_u64 << 31) as f64
    }
}

/// When things happen that know nothing of each other, `rate` a second, from the start on: like requests of
/// many people, and like what pgbench does.
pub fn arrivals(rate: f64, seconds: f64) -> Vec<Duration> {
    let (mut dice, mut at, mut all) = (Dice(7), 0.0, Vec::new());
    loop {
        at -= dice.part().ln() / rate;
        if at >= seconds {
            return all;
        }
        all.push(Duration::from_secs_f64(at));
    }
}
