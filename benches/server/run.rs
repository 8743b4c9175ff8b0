//! What came out of doing one thing for some time.

/// How often it was done, and how long each time took.
#[derive(Debug, Default)]
pub struct Run {
    pub seconds: f64,
    /// In microseconds, sorted.
    latencies: Vec<u32>,
}

impl Run {
    pub fn new(seconds: f64, mut latencies: Vec<u32>) -> Self {
        latencies.sort_unstable();
        Self { seconds, latencies }
    }

    /// How often it was done.
    pub fn done(&self) -> f64 {
        self.latencies.len() as f64
    }

    /// How often a second.
    pub fn rate(&self) -> f64 {
        self.done() / self.seconds
    }

    /// What part of them, in percent, was no slower than this, in milliseconds.
    pub fn percentile(&self, percent: usize) -> f64 {
        let place = self.latencies.len().saturating_sub(1) * percent / 100;
        self.latencies.get(place).map_or(f64::NAN, |&micros| f64::from(micros) / 1000.0)
    }

    /// How much longer the slowest hundredth took than half of them.
    pub fn spread(&self) -> f64 {
        self.percentile(99) / self.percentile(50)
    }

    /// The one of an odd number of runs that is neither among the steadier nor among the less steady half.
    pub fn middle(mut runs: Vec<Self>) -> Self {
        runs.sort_by(|one, other| one.spread().total_cmp(&other.spread()));
        runs.swap_remove(runs.len() / 2)
    }

    /// Both one after the other.
    pub fn and(mut self, mut other: Self) -> Self {
        self.latencies.append(&mut other.latencies);
        Self::new(self.seconds + other.seconds, self.latencies)
    }
}

/// A run and what it cost.
#[derive(Debug, Default)]
pub struct Cost {
    pub run: Run,
    /// Seconds that the processes have worked.
    pub server: f64,
    pub database: f64,
    pub driver: f64,
    /// Bytes written.
    pub bytes: f64,
}

impl Cost {
    /// Both one after the other.
    pub fn and(self, other: Self) -> Self {
        Self {
            run: self.run.and(other.run),
            server: self.server + other.server,
            database: self.database + other.database,
            driver: self.driver + other.driver,
            bytes: self.bytes + other.bytes,
        }
    }
}
