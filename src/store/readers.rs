//! Those who read games. Whoever comes while all of them are busy is read for together with the others who
//! wait: on a busy server many share one round trip to the database.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use super::{
    AnyConnection, Result, StoreError,
    connection::{Connections, PATIENCE},
    scribe::stopped,
    visits::{self, MOST, Visit, Wanted},
};

/// How many read at the same time: one a core, so that as many as possible are read for together; but one
/// alone would have everybody wait while it waits for the database.
pub fn at_once() -> usize {
    thread::available_parallelism().map_or(2, |cores| cores.get().max(2))
}

/// What is done with what was found, and with the connection by which it was.
type Then = Box<dyn FnOnce(Result<(&mut AnyConnection, Visit)>) + Send>;

struct Reading {
    wanted: Wanted,
    since: Instant,
    then: Then,
}

/// Threads of their own. Dropping this waits until they have stopped.
pub struct Readers {
    /// `None` once they are to stop.
    queue: Option<Sender<Reading>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    /// # Errors
    /// If the system has no more threads.
    pub(super) fn start(connections: &Connections, threads: usize) -> std::io::Result<Self> {
        let (queue, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let start = |number| {
            let (connections, waiting) = (connections.clone(), waiting.clone());
            let thread = thread::Builder::new().name(format!("reader-{number}"));
            thread.spawn(move || work(&connections, &waiting))
        };
        Ok(Self { threads: (0..threads).map(start).collect::<std::io::Result<_>>()?, queue: Some(queue) })
    }

    /// Reads what is wanted, and then does `then` on the reader's thread.
    pub fn read(
        &self,
        wanted: Wanted,
        then: impl FnOnce(Result<(&mut AnyConnection, Visit)>) + Send + 'static,
    ) {
        // They are there as long as this is.
        let _ = self
            .queue
            .as_ref()
            .map(|queue| queue.send(Reading { wanted, since: Instant::now(), then: Box::new(then) }));
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.queue = None;
        stopped(self.threads.drain(..));
    }
}

fn work(connections: &Connections, waiting: &Mutex<Receiver<Reading>>) {
    loop {
        let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(first) = waiting.recv() else { return };
        let together: Vec<Reading> =
            std::iter::once(first).chain(waiting.try_iter().take(MOST - 1)).collect();
        drop(waiting);
        // Whoever waits for an answer that does not come is told so.
        if catch_unwind(AssertUnwindSafe(|| read(connections, together))).is_err() {
            tracing::error!("a reader has panicked");
        }
    }
}

fn read(connections: &Connections, together: Vec<Reading>) {
    // They have waited while others did in vain, and nobody waits for all of those before him.
    let (late, together): (Vec<_>, Vec<_>) =
        together.into_iter().partition(|reading| reading.since.elapsed() > PATIENCE);
    fail(late, &StoreError::Busy("too many want to read".to_owned()));
    let Some(since) = together.first().map(|reading| reading.since) else { return };
    let wanted: Vec<&Wanted> = together.iter().map(|reading| &reading.wanted).collect();
    let look = || {
        let mut connection = connections.take(since)?;
        match visits::look(&mut connection, &wanted) {
            Ok(visits) => Ok((connection, visits)),
            Err(error) => {
                connection.suspect();
                Err(error)
            }
        }
    };
    // The connection may have been lost long before: another one can do the same.
    let read = match look() {
        Err(StoreError::Unreachable(_)) => look(),
        read => read,
    };
    match read {
        Ok((mut connection, visits)) => {
            for (reading, visit) in together.into_iter().zip(visits) {
                finish(reading.then, Ok((&mut connection, visit)));
            }
        }
        Err(error) => fail(together, &error),
    }
}

fn fail(readings: Vec<Reading>, error: &StoreError) {
    readings.into_iter().for_each(|reading| finish(reading.then, Err(error.clone())));
}

/// What panics must not take the others with it.
fn finish(then: Then, found: Result<(&mut AnyConnection, Visit)>) {
    if catch_unwind(AssertUnwindSafe(|| then(found))).is_err() {
        tracing::error!("a reader has panicked");
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::store::{Address, Store, migrations};

    const MANY: usize = 40;

    fn nothing() -> Wanted {
        Wanted { token_hash: None, game_id: "zzzzzzzzzzzz".to_owned(), with_state: true }
    }

    #[test]
    fn whoever_panics_takes_nobody_with_him() {
        let folder = TempDir::new().unwrap();
        let address = Address::Sqlite(folder.path().join("x.db").display().to_string());
        migrations::migrate(&address).unwrap();
        let store = Store::open(address, 2).unwrap();
        let (done, found) = mpsc::channel();
        for number in 0..MANY {
            let done = done.clone();
            store.look(nothing(), move |read| {
                assert!(number % 3 > 0, "on purpose");
                done.send(read.is_ok_and(|(_, visit)| visit.game.is_none())).unwrap();
            });
        }
        drop(done);
        let found: Vec<bool> = found.iter().collect();
        assert_eq!(found, vec![true; (0..MANY).filter(|number| number % 3 > 0).count()]);
    }

    #[test]
    fn everybody_is_told_that_the_database_fails() {
        let folder = TempDir::new().unwrap();
        // It has no tables.
        let store =
            Store::open(Address::Sqlite(folder.path().join("x.db").display().to_string()), 2).unwrap();
        let (done, found) = mpsc::channel();
        for _ in 0..MANY {
            let done = done.clone();
            store.look(nothing(), move |read| done.send(read.map(drop)).unwrap());
        }
        drop(done);
        let found: Vec<_> = found.iter().collect();
        assert!(found.iter().all(|read| matches!(read, Err(StoreError::Other(_)))), "{found:?}");
        assert_eq!(found.len(), MANY);
    }
}
