//! The floor on SQLite: the statements of a move in a plain loop, on connections like the server's.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use chrono::{NaiveDate, NaiveDateTime, TimeDelta, Utc};
use diesel::{Connection, RunQueryDsl, SqliteConnection, connection::SimpleConnection};
use tokio::sync::Mutex;

use crate::{
    dice::arrivals,
    floor_rows::{FIRST, HASH, Sample},
    floor_statements::{Player, READ, Statement, Value, WRITE_GAME, WRITE_LOG, WRITE_SEATS},
    run::Run,
};

/// A database with `games` games of each sample's ruleset.
pub struct SqliteFloor {
    pub url: String,
    pub samples: Vec<Sample>,
    pub games: usize,
}

/// When moves are made.
enum Pace {
    Flood { until: Instant },
    Drip { times: Vec<Instant>, next: AtomicUsize },
}

impl SqliteFloor {
    /// As many moves as there is time for, on one connection or on several, which write by turns.
    pub fn flood(&self, seconds: f64, connections: usize) -> Run {
        self.run(&Pace::Flood { until: Instant::now() + Duration::from_secs_f64(seconds) }, connections)
    }

    /// So many moves a second, at random times.
    pub fn drip(&self, rate: f64, seconds: f64, connections: usize) -> Run {
        let start = Instant::now();
        let times = arrivals(rate, seconds).into_iter().map(|after| start + after).collect();
        self.run(&Pace::Drip { times, next: AtomicUsize::new(0) }, connections)
    }

    fn run(&self, pace: &Pace, connections: usize) -> Run {
        // This one is fair: whoever has waited longest is next.
        let (turn, start) = (Mutex::new(()), Instant::now());
        let latencies = std::thread::scope(|scope| {
            let work = |number| {
                let turn = &turn;
                scope.spawn(move || self.work(number, connections, turn, pace))
            };
            let threads: Vec<_> = (0..connections).map(work).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("it works")).collect()
        });
        Run::new(start.elapsed().as_secs_f64(), latencies)
    }

    /// Moves at games that are nobody else's; how long each move took.
    fn work(&self, number: usize, of: usize, turn: &Mutex<()>, pace: &Pace) -> Vec<u32> {
        let mut connection = open(&self.url);
        let mut latencies = Vec::new();
        while let Some(due) = pace.next() {
            let round = latencies.len();
            let sample = &self.samples[round % self.samples.len()];
            // A large odd stride, so that neighbours are not moved one after the other.
            let game = number + round.wrapping_mul(7919) % (self.games / of) * of;
            play(&mut connection, sample, FIRST + game, round / 2 % 2, turn);
            latencies.push(due.elapsed().as_micros() as u32);
        }
        latencies
    }
}

impl Pace {
    /// Waits for the time of the next move, from which its latency counts.
    fn next(&self) -> Option<Instant> {
        match self {
            Self::Flood { until } => Some(Instant::now()).filter(|now| now < until),
            Self::Drip { times, next } => {
                let due = *times.get(next.fetch_add(1, Ordering::Relaxed))?;
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                Some(due)
            }
        }
    }
}

/// As the server opens it.
fn open(url: &str) -> SqliteConnection {
    let mut connection =
        SqliteConnection::establish(url.trim_start_matches("sqlite://")).expect("the file opens");
    let settings = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; \
                    PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                    PRAGMA wal_autocheckpoint = 250; PRAGMA cache_size = -8000;";
    connection.batch_execute(settings).expect("settings");
    connection
}

/// One move.
fn play(connection: &mut SqliteConnection, sample: &Sample, number: usize, seat: usize, turn: &Mutex<()>) {
    let id = format!("{}-{number}", sample.ruleset);
    let hash = format!("{HASH}{id}-{seat}");
    let (id, seat) = (Value::Text(&id), Value::Number(seat as i64));
    let read = Statement::<READ>(&[Value::Text(&hash), id]);
    let (_, version): (Player, i64) = read.get_result(connection).map(at_version).expect("a game");

    let now = Utc::now().naive_utc();
    let (later, deadline) = (now + TimeDelta::hours(54), now + TimeDelta::hours(72));
    let _turn = turn.blocking_lock();
    connection.batch_execute("BEGIN IMMEDIATE").expect("a transaction");
    let game = [
        Value::Number(version + 1),
        Value::Text(&sample.state),
        Value::Time(now),
        Value::Time(later),
        id,
        Value::Number(version),
    ];
    let written = Statement::<WRITE_GAME>(&game).execute(connection);
    assert_eq!(written, Ok(1), "nobody else moves at it");
    let seats = [
        seat,
        seat,
        Value::Time(deadline),
        Value::Time(far_away()),
        seat,
        Value::Text(&sample.turn),
        seat,
        Value::Time(later),
        id,
    ];
    Statement::<WRITE_SEATS>(&seats).execute(connection).expect("seats");
    let entry = [
        id,
        Value::Number(version + 1),
        seat,
        Value::Text(&sample.action),
        Value::Text(&sample.events),
        Value::Time(now),
    ];
    Statement::<WRITE_LOG>(&entry).execute(connection).expect("an entry");
    connection.batch_execute("COMMIT").expect("it is stored");
}

fn at_version((player, game, ..): crate::floor_statements::Row) -> (Player, i64) {
    (player, game.4)
}

/// The server's word for no deadline.
fn far_away() -> NaiveDateTime {
    NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or_default().and_time(chrono::NaiveTime::MIN)
}
