//! The floor on SQLite: the statements of a move in a plain loop, on connections like the server's.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use chrono::{NaiveDate, NaiveDateTime, TimeDelta, Utc};
use diesel::{Connection, RunQueryDsl, SqliteConnection, connection::SimpleConnection};

use crate::{
    floor_rows::{FIRST, HASH, Sample},
    floor_statements::{Player, READ, Statement, Value, WRITE_GAME, WRITE_LOG, WRITE_SEATS},
    process::CONNECTIONS,
    run::Run,
};

/// A database with `games` games of each sample's ruleset.
pub struct SqliteFloor {
    pub url: String,
    pub samples: Vec<Sample>,
    pub games: usize,
}

impl SqliteFloor {
    /// Moves for some time, on one connection or on as many as the server has, where they write by turns.
    pub fn run(&self, seconds: f64, connections: usize) -> Run {
        let (turn, start) = (Mutex::new(()), Instant::now());
        let until = start + Duration::from_secs_f64(seconds);
        let latencies = std::thread::scope(|scope| {
            let work = |number| {
                let turn = &turn;
                scope.spawn(move || self.work(number, connections, turn, until))
            };
            let threads: Vec<_> = (0..connections).map(work).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("it works")).collect()
        });
        Run::new(start.elapsed().as_secs_f64(), latencies)
    }

    /// The better way to do it: how many connections.
    pub fn best(&self, seconds: f64) -> usize {
        let rate = |connections| self.run(seconds, connections).rate();
        if rate(1) > rate(CONNECTIONS) { 1 } else { CONNECTIONS }
    }

    /// Moves at games that are nobody else's; how long each move took.
    fn work(&self, number: usize, of: usize, turn: &Mutex<()>, until: Instant) -> Vec<u32> {
        let mut connection = open(&self.url);
        let mut latencies = Vec::new();
        while Instant::now() < until {
            let start = Instant::now();
            let round = latencies.len();
            let sample = &self.samples[round % self.samples.len()];
            // A large odd stride, so that neighbours are not moved one after the other.
            let game = number + round.wrapping_mul(7919) % (self.games / of) * of;
            play(&mut connection, sample, FIRST + game, round / 2 % 2, turn);
            latencies.push(start.elapsed().as_micros() as u32);
        }
        latencies
    }
}

/// As the server opens it.
fn open(url: &str) -> SqliteConnection {
    let mut connection =
        SqliteConnection::establish(url.trim_start_matches("sqlite://")).expect("the file opens");
    let settings = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; \
                    PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;";
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
    let _turn = turn.lock().expect("nobody panics");
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
