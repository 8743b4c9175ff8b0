//! The one writer of an SQLite file.
//!
//! SQLite lets one transaction write at a time, and waits for the disk at the end of each. So whoever wants
//! to write queues here, which is fairer than its own busy handler; they all use the same connection,
//! whose cache stays warm; and whoever comes while others wait leaves the end of the transaction to them:
//! what is written by many reaches the disk at once. Nobody is answered before it has.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use diesel::connection::{SimpleConnection, TransactionManager};

use super::{
    AnyConnection, StoreError,
    connection::{Address, PATIENCE, Transactions, busy_timeout},
};

/// How many changes go to the disk together at most.
pub(super) const TOGETHER: usize = 32;

/// Whoever writes, and whoever waits for it.
pub struct Writer {
    address: Address,
    desk: Mutex<Desk>,
    /// The turn is free.
    freed: Condvar,
    /// A transaction has ended.
    ended: Condvar,
}

#[derive(Default)]
struct Desk {
    /// Whether somebody has the turn.
    taken: bool,
    /// How many want it.
    waiting: usize,
    /// `None` while somebody has it, and before anybody had.
    connection: Option<AnyConnection>,
    /// The transaction that is left to whoever comes next. Its connection is there then.
    open: Option<Together>,
}

/// Changes that go to the disk together.
#[derive(Clone, Default)]
struct Together {
    changes: usize,
    /// How it has ended: an error is of them all.
    outcome: Arc<OnceLock<Result<(), String>>>,
}

/// The turn. If it is dropped before its end, because what is done in it panics, all that was to be written
/// together is not.
pub(super) struct Turn<'a> {
    writer: &'a Writer,
    connection: Option<AnyConnection>,
    together: Together,
    /// Whether the transaction was left to somebody else.
    is_passed_on: bool,
}

impl Writer {
    pub fn new(address: Address) -> Self {
        Self { address, desk: Mutex::default(), freed: Condvar::new(), ended: Condvar::new() }
    }

    /// Runs `work` in a transaction: all of it happens, or on an error nothing, and it is on the disk
    /// afterwards.
    pub fn write<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut turn = self.take_turn(Instant::now())?;
        let done = turn.run(work);
        let ended = turn.end();
        // What has gone wrong first is what matters.
        let done = done?;
        ended?;
        Ok(done)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn, and begins a transaction if none was left open: for whoever has waited since then,
    /// and does not wait longer than [`PATIENCE`] in all.
    pub(super) fn take_turn(&self, since: Instant) -> Result<Turn<'_>, StoreError> {
        let mut desk = self.desk();
        desk.waiting += 1;
        let patience = PATIENCE.saturating_sub(since.elapsed());
        let waited = self.freed.wait_timeout_while(desk, patience, |desk| desk.taken);
        let (mut desk, _) = waited.unwrap_or_else(PoisonError::into_inner);
        desk.waiting -= 1;
        if desk.taken {
            return Err(StoreError::Busy("too many want to write".to_owned()));
        }
        desk.taken = true;
        let (connection, open) = (desk.connection.take(), desk.open.take());
        drop(desk);
        let is_open = open.is_some();
        let mut turn =
            Turn { writer: self, connection, together: open.unwrap_or_default(), is_passed_on: false };
        if !is_open {
            turn.begin(since)?;
        }
        Ok(turn)
    }

    /// Gives the turn back, when a transaction has ended.
    fn free(&self, connection: Option<AnyConnection>) {
        let mut desk = self.desk();
        desk.connection = connection;
        desk.taken = false;
        drop(desk);
        self.freed.notify_one();
        self.ended.notify_all();
    }
}

impl Turn<'_> {
    /// Begins a transaction; whoever has waited for long has less patience left for other processes.
    fn begin(&mut self, since: Instant) -> Result<(), StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.writer.address.open()?,
        };
        let connection = self.connection.insert(connection);
        let left = PATIENCE.saturating_sub(since.elapsed());
        let is_impatient = left < PATIENCE - Duration::from_secs(1);
        if is_impatient {
            connection.batch_execute(&busy_timeout(left))?;
        }
        connection.begin("BEGIN", "BEGIN IMMEDIATE")?;
        if is_impatient {
            connection.batch_execute(&busy_timeout(PATIENCE))?;
        }
        Ok(())
    }

    /// Does one of the changes that go together: it may fail by itself.
    pub(super) fn run<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let gone = || StoreError::Other("the writer has no connection".to_owned());
        let connection = self.connection.as_mut().ok_or_else(gone)?;
        self.together.changes += 1;
        Transactions::begin_transaction(connection).map_err(StoreError::from)?;
        let done = work(connection);
        let ended = match &done {
            Ok(_) => Transactions::commit_transaction(connection),
            Err(_) => Transactions::rollback_transaction(connection),
        };
        let done = done?;
        ended.map_err(StoreError::from)?;
        Ok(done)
    }

    /// Leaves the transaction to whoever waits, or ends it; and waits until it has ended.
    pub(super) fn end(mut self) -> Result<(), StoreError> {
        let outcome = self.together.outcome.clone();
        let writer = self.writer;
        let mut desk = writer.desk();
        if desk.waiting > 0 && self.together.changes < TOGETHER {
            desk.connection = self.connection.take();
            desk.open = Some(std::mem::take(&mut self.together));
            desk.taken = false;
            self.is_passed_on = true;
            writer.freed.notify_one();
            // Whoever waits for the turn takes it before he loses patience.
            let ended = writer.ended.wait_while(desk, |_| outcome.get().is_none());
            drop(ended.unwrap_or_else(PoisonError::into_inner));
        } else {
            drop(desk);
            self.commit();
        }
        match outcome.get() {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) => Err(StoreError::Other(error.clone())),
            None => Err(StoreError::Other("the transaction has not ended".to_owned())),
        }
    }

    fn commit(mut self) {
        let Some(connection) = &mut self.connection else { return };
        let done = Transactions::commit_transaction(connection).map_err(|error| error.to_string());
        if done.is_err() {
            // Whatever state it is in: with the connection the transaction goes.
            self.connection = None;
        }
        let _ = self.together.outcome.set(done);
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if self.is_passed_on {
            return;
        }
        let was_ended = self.together.outcome.get().is_some();
        let _ = self.together.outcome.set(Err("a change that went together with this one has failed".into()));
        self.writer.free(self.connection.take().filter(|_| was_ended));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::{panic::AssertUnwindSafe, thread};

    use diesel::{RunQueryDsl, dsl::sql, sql_query, sql_types::Integer};
    use tempfile::TempDir;

    use super::*;

    pub const THREADS: usize = 8;
    pub const EACH: usize = 20;

    /// What a change does after it has written.
    #[derive(Clone, Copy, PartialEq)]
    pub enum Then {
        Succeed,
        Fail,
        Panic,
    }

    /// A file that counts.
    pub fn counter() -> (TempDir, Address, Writer) {
        let folder = TempDir::new().unwrap();
        let address = Address::Sqlite(folder.path().join("x.db").display().to_string());
        let writer = Writer::new(address.clone());
        let made = writer.write(|connection| {
            connection.batch_execute("CREATE TABLE counter (n INTEGER); INSERT INTO counter VALUES (0)")?;
            Ok::<_, StoreError>(())
        });
        made.unwrap();
        (folder, address, writer)
    }

    /// What another connection sees.
    pub fn count(address: &Address) -> usize {
        let count = diesel::select(sql::<Integer>("(SELECT n FROM counter)"));
        count.get_result::<i32>(&mut address.open().unwrap()).unwrap() as usize
    }

    pub fn add_one(connection: &mut AnyConnection, then: Then) -> Result<(), StoreError> {
        sql_query("UPDATE counter SET n = n + 1").execute(connection)?;
        match then {
            Then::Succeed => Ok(()),
            Then::Fail => Err(StoreError::Stale),
            Then::Panic => panic!("on purpose"),
        }
    }

    /// Many count at once; how many have succeeded.
    fn count_at_once(writer: &Writer, then: impl Fn(usize) -> Then + Sync) -> usize {
        let add = |number: usize| {
            let written = std::panic::catch_unwind(AssertUnwindSafe(|| {
                writer.write(|connection| add_one(connection, then(number)))
            }));
            matches!(written, Ok(Ok(())))
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS)
                .map(|thread| {
                    let add = &add;
                    scope.spawn(move || (0..EACH).filter(|one| add(thread * EACH + one)).count())
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        })
    }

    #[test]
    fn what_many_write_at_once_is_all_there_when_they_are_answered() {
        let (_folder, address, writer) = counter();
        assert_eq!(count_at_once(&writer, |_| Then::Succeed), THREADS * EACH);
        assert_eq!(count(&address), THREADS * EACH);
    }

    #[test]
    fn a_change_that_fails_is_undone_alone() {
        let (_folder, address, writer) = counter();
        let done = count_at_once(&writer, |number| if number % 3 == 0 { Then::Fail } else { Then::Succeed });
        let failing = (0..THREADS * EACH).filter(|number| number % 3 == 0).count();
        assert_eq!(done, THREADS * EACH - failing);
        assert_eq!(count(&address), done);
    }

    #[test]
    fn a_panic_loses_nothing_that_was_answered_and_does_not_stop_the_others() {
        let (_folder, address, writer) = counter();
        let done =
            count_at_once(&writer, |number| if number % 10 == 3 { Then::Panic } else { Then::Succeed });
        assert_eq!(count(&address), done);
        assert!(done < THREADS * EACH);
        assert_eq!(count_at_once(&writer, |_| Then::Succeed), THREADS * EACH);
        assert_eq!(count(&address), done + THREADS * EACH);
    }

    #[test]
    fn another_process_that_writes_is_waited_for() {
        let (_folder, address, writer) = counter();
        let mut other = address.open().unwrap();
        other.batch_execute("BEGIN IMMEDIATE; UPDATE counter SET n = n + 1").unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| count_at_once(&writer, |_| Then::Succeed));
            thread::sleep(Duration::from_millis(100));
            other.batch_execute("COMMIT").unwrap();
            assert_eq!(waiting.join().unwrap(), THREADS * EACH);
        });
        assert_eq!(count(&address), THREADS * EACH + 1);
    }
    #[test]
    fn whoever_has_waited_elsewhere_has_no_patience_left() {
        let (_folder, address, writer) = counter();
        let long_ago = Instant::now().checked_sub(PATIENCE).expect("the machine was up then");
        let (start, turn) = (Instant::now(), writer.take_turn(Instant::now()).unwrap());
        assert!(matches!(writer.take_turn(long_ago), Err(StoreError::Busy(_))));
        drop(turn);
        let mut other = address.open().unwrap();
        other.batch_execute("BEGIN IMMEDIATE").unwrap();
        assert!(matches!(writer.take_turn(long_ago), Err(StoreError::Busy(_))));
        other.batch_execute("COMMIT").unwrap();
        assert!(start.elapsed() < PATIENCE / 2);
        // Where nobody is in the way he needs none.
        assert!(writer.take_turn(long_ago).is_ok());
    }
}
