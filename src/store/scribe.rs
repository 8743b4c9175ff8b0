//! Writes changes that are handed over to it, one after the other on a thread of its own, and all that have
//! come meanwhile in one transaction. Those who would each have to wait for the turn need not wake up to
//! take it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender, SyncSender},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use super::{
    AnyConnection, Result, StoreError,
    writer::{TOGETHER, Writer},
};

type Work = Box<dyn FnOnce(&mut AnyConnection) -> Result<()> + Send>;

struct Change {
    work: Work,
    since: Instant,
    /// Told once it is on the disk, or has failed.
    done: SyncSender<Result<()>>,
}

/// Of an SQLite file. Dropping this waits until it has stopped, and has closed the file.
pub struct Scribe {
    /// `None` once it is to stop.
    queue: Option<Sender<Change>>,
    thread: Option<JoinHandle<()>>,
}

impl Scribe {
    /// # Errors
    /// If the system has no more threads.
    pub fn start(writer: Arc<Writer>) -> std::io::Result<Self> {
        let (queue, waiting) = mpsc::channel();
        let thread = thread::Builder::new().name("scribe".to_owned());
        let thread = thread.spawn(move || run(&writer, &waiting))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    /// Has `work` done in a transaction: all of it happens, or on an error nothing, and it is on the disk
    /// afterwards.
    pub fn write(&self, work: impl FnOnce(&mut AnyConnection) -> Result<()> + Send + 'static) -> Result<()> {
        let gone = || StoreError::Other("a change that went together with this one has failed".to_owned());
        let (done, outcome) = mpsc::sync_channel(1);
        let change = Change { work: Box::new(work), since: Instant::now(), done };
        self.queue.as_ref().ok_or_else(gone)?.send(change).map_err(|_| gone())?;
        outcome.recv().map_err(|_| gone())?
    }
}

impl Drop for Scribe {
    fn drop(&mut self) {
        self.queue = None;
        stopped(self.thread.take());
    }
}

/// Waits until threads have stopped that were told to.
pub(super) fn stopped(threads: impl IntoIterator<Item = JoinHandle<()>>) {
    for thread in threads {
        // What a thread does may be the last to hold what it belongs to.
        if thread.thread().id() != thread::current().id() {
            // It catches what panics.
            let _ = thread.join();
        }
    }
}

fn run(writer: &Writer, waiting: &Receiver<Change>) {
    while let Ok(first) = waiting.recv() {
        // What panics takes those with it that went together with it, but not this thread.
        if catch_unwind(AssertUnwindSafe(|| write(writer, first, waiting))).is_err() {
            tracing::error!("a change has panicked");
        }
    }
}

/// Writes the first change and those that come until it is written.
fn write(writer: &Writer, first: Change, waiting: &Receiver<Change>) {
    let mut turn = match writer.take_turn(first.since) {
        Ok(turn) => turn,
        Err(error) => return tell(&first.done, Err(error)),
    };
    let mut written = Vec::new();
    let mut next = Some(first);
    while let Some(Change { work, done, .. }) = next {
        written.push((done, turn.run(work)));
        next = if written.len() < TOGETHER { waiting.try_recv().ok() } else { None };
    }
    let ended = turn.end();
    for (done, outcome) in written {
        // What has gone wrong first is what matters.
        tell(&done, outcome.and(ended.clone()));
    }
}

fn tell(done: &SyncSender<Result<()>>, outcome: Result<()>) {
    // Whoever has handed it over waits for it.
    let _ = done.send(outcome);
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::store::{
        Address,
        writer::tests::{EACH, THREADS, Then, add_one, count, counter},
    };

    struct Counter {
        _folder: TempDir,
        address: Address,
        writer: Arc<Writer>,
        scribe: Scribe,
    }

    impl Counter {
        fn new() -> Self {
            let (folder, address, writer) = counter();
            let writer = Arc::new(writer);
            let scribe = Scribe::start(writer.clone()).unwrap();
            Self { _folder: folder, address, writer, scribe }
        }

        /// What another connection sees.
        fn count(&self) -> usize {
            count(&self.address)
        }

        /// Many count at once, every second of them by himself; how many have succeeded.
        fn count_at_once(&self, then: impl Fn(usize) -> Then + Sync) -> usize {
            let add = |number: usize| match (number % 2, then(number)) {
                (0, Then::Succeed) => self.writer.write(|connection| add_one(connection, Then::Succeed)),
                (_, then) => self.scribe.write(move |connection| add_one(connection, then)),
            };
            thread::scope(|scope| {
                let threads: Vec<_> = (0..THREADS)
                    .map(|thread| {
                        let add = &add;
                        scope.spawn(move || (0..EACH).filter(|one| add(thread * EACH + one).is_ok()).count())
                    })
                    .collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).sum()
            })
        }
    }

    #[test]
    fn what_is_handed_over_is_there_when_it_is_answered() {
        let counter = Counter::new();
        for number in 1..=EACH {
            assert_eq!(counter.scribe.write(|connection| add_one(connection, Then::Succeed)), Ok(()));
            assert_eq!(counter.count(), number);
        }
        assert_eq!(counter.count_at_once(|_| Then::Succeed), THREADS * EACH);
        assert_eq!(counter.count(), EACH + THREADS * EACH);
    }

    #[test]
    fn a_change_that_fails_is_undone_alone() {
        let counter = Counter::new();
        let fails = |number: usize| number.is_multiple_of(3);
        let done = counter.count_at_once(|number| if fails(number) { Then::Fail } else { Then::Succeed });
        assert_eq!(done, (0..THREADS * EACH).filter(|number| !fails(*number)).count());
        assert_eq!(counter.count(), done);
    }

    #[test]
    fn a_panic_loses_nothing_that_was_answered_and_does_not_stop_the_others() {
        let counter = Counter::new();
        let done = counter.count_at_once(|number| if number % 10 == 3 { Then::Panic } else { Then::Succeed });
        assert_eq!(counter.count(), done);
        assert!(done < THREADS * EACH);
        assert_eq!(counter.count_at_once(|_| Then::Succeed), THREADS * EACH);
        assert_eq!(counter.count(), done + THREADS * EACH);
    }
}
