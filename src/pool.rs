//! Threads of their own for work that takes long, such as a bot's search.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
    time::Duration,
};

/// How many jobs may wait for each thread; more are not taken.
const WAITING: usize = 4;

type Job = Box<dyn FnOnce() + Send>;

/// A bounded number of threads. When it is dropped they stop after what they are at.
#[derive(Debug)]
pub struct Pool {
    jobs: SyncSender<Job>,
}

impl Pool {
    /// # Errors
    /// If the system has no more threads.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::sync_channel::<Job>(threads * WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..threads {
            let waiting = waiting.clone();
            thread::Builder::new().name(format!("bot-{number}")).spawn(move || work(&waiting))?;
        }
        Ok(Self { jobs })
    }

    /// Runs a job and waits for it; `None` if it is not done in time, or too much is waiting already.
    /// A job that nobody waits for any more is not begun.
    pub fn run<T: Send + 'static>(
        &self,
        patience: Duration,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = mpsc::sync_channel(1);
        let is_wanted = Arc::new(AtomicBool::new(true));
        let still_wanted = is_wanted.clone();
        let job = move || {
            if still_wanted.load(Ordering::Relaxed) {
                // Whoever has waited may be gone.
                let _ = done.send(job());
            }
        };
        self.jobs.try_send(Box::new(job)).ok()?;
        let result = result.recv_timeout(patience).ok();
        is_wanted.store(false, Ordering::Relaxed);
        result
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    loop {
        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => {
                // A job that panics must not take its thread with it; its result is missing then.
                let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
                if done.is_err() {
                    tracing::error!("a job of the pool has panicked");
                }
            }
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(10);

    #[test]
    fn results_come_back_and_a_panic_costs_no_thread() {
        let pool = Pool::new(1).unwrap();
        assert_eq!(pool.run(LONG, || 6 * 7), Some(42));
        assert_eq!(pool.run(LONG, || -> u32 { panic!("on purpose") }), None);
        assert_eq!(pool.run(LONG, || 43), Some(43));
    }

    #[test]
    fn what_takes_too_long_or_would_wait_too_long_is_left() {
        let pool = Arc::new(Pool::new(1).unwrap());
        let (release, held) = mpsc::channel::<()>();
        let first = pool.run(Duration::from_millis(20), move || held.recv());
        assert!(first.is_none(), "it is still waiting");
        let began = Arc::new(AtomicBool::new(false));
        for _ in 0..WAITING {
            let began = began.clone();
            assert!(
                pool.run(Duration::from_millis(1), move || began.store(true, Ordering::Relaxed)).is_none()
            );
        }
        let full = std::time::Instant::now();
        assert!(pool.run(LONG, || ()).is_none(), "no more may wait");
        assert!(full.elapsed() < LONG / 2, "and that is told at once");
        release.send(()).unwrap();
        // Those that nobody waits for have to be passed over first.
        let end = std::time::Instant::now() + LONG;
        let results = std::iter::repeat_with(|| pool.run(LONG, || 44));
        let result = results.take_while(|_| std::time::Instant::now() < end).flatten().next();
        assert_eq!(result, Some(44));
        assert!(!began.load(Ordering::Relaxed), "nobody has waited for these");
    }
}
