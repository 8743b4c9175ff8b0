//! Settings: defaults, then the environment, then flags.

use std::{net::SocketAddr, num::NonZeroU32};

use clap::{
    Args,
    builder::{BoolishValueParser, RangedI64ValueParser, RangedU64ValueParser, TypedValueParser},
};

use crate::{
    club,
    store::{Address, BadAddress, readers},
};

const MAX_WORKERS: usize = 1024;

/// More of them get into each other's way: see `benches/README.md`.
const THREADS_A_CORE: usize = 3;

/// What more of them write goes to the disk together.
const THREADS_A_CORE_ON_SQLITE: usize = 5;

const MAX_THREADS: usize = 10_000;

/// Whoever wants no limit takes this one.
const MAX_LIMIT: i64 = 1_000_000_000;

/// How the server is run.
#[derive(Debug, Clone, Args)]
pub struct Config {
    #[command(flatten)]
    pub database: Database,

    /// The address to listen on.
    #[arg(long, env = "CLUBHOUSE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Threads that take requests.
    #[arg(
        long,
        env = "CLUBHOUSE_WORKERS",
        default_value_t = default_workers(),
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_WORKERS as u64)
    )]
    pub workers: usize,

    /// Requests that are worked on at a time, each with a connection to the database. A few for every core
    /// do most, three or on SQLite five if left out; a database that is far away can do with more.
    #[arg(
        long,
        env = "CLUBHOUSE_THREADS",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64)
    )]
    pub threads: Option<usize>,

    /// How many milliseconds a request may wait for bots; what takes longer is played in the
    /// background.
    #[arg(
        long,
        env = "CLUBHOUSE_BOT_MILLISECONDS",
        default_value_t = 300,
        value_parser = RangedU64ValueParser::<u64>::new().range(0..=60_000)
    )]
    pub bot_milliseconds: u64,

    /// Makes this a sandbox for developers: anybody can move its time on, and choose the seed of a
    /// game. Not for people who want to play.
    #[arg(long, env = "CLUBHOUSE_SANDBOX", value_parser = BoolishValueParser::new())]
    pub sandbox: bool,

    /// Where this server is reached from outside, for links, such as `https://clubhouse.example`.
    #[arg(long, env = "CLUBHOUSE_PUBLIC_URL", value_parser = public_url)]
    pub public_url: Option<String>,

    /// Lets webhooks call any address, also private ones and without TLS. For development only.
    #[arg(long, env = "CLUBHOUSE_WEBHOOKS_ANYWHERE", value_parser = BoolishValueParser::new())]
    pub webhooks_anywhere: bool,

    /// How logs are written.
    #[arg(long, env = "CLUBHOUSE_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,

    #[command(flatten)]
    pub limits: Limits,
}

/// Where the data is.
#[derive(Clone, Args)]
pub struct Database {
    /// Where the data is: sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME.
    #[arg(
        long = "database-url",
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://clubhouse.db"
    )]
    pub url: String,

    /// Connections to the database.
    #[arg(
        long = "database-connections",
        env = "CLUBHOUSE_DATABASE_CONNECTIONS",
        default_value_t = 16,
        value_parser = RangedI64ValueParser::<u32>::new().range(1..=10_000)
    )]
    pub connections: u32,
}

impl Config {
    /// How many requests are worked on at a time.
    ///
    /// # Errors
    /// The URL of the database names none that this server can use.
    pub fn threads(&self) -> Result<usize, BadAddress> {
        let a_core = match self.database.address()? {
            Address::Postgres(_) => THREADS_A_CORE,
            Address::Sqlite(_) => THREADS_A_CORE_ON_SQLITE,
        };
        let threads = self.threads.unwrap_or(a_core * default_workers());
        // Whoever only reads must not have to wait for a connection until others have written.
        let connections = self.database.connections as usize;
        let left = connections.saturating_sub(readers::at_once()).max(connections / 2).max(1);
        Ok(threads.min(left))
    }
}

impl Database {
    /// # Errors
    /// The URL names no database that this server can use.
    pub fn address(&self) -> Result<Address, BadAddress> {
        Address::parse(&self.url)
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database")
            .field("address", &self.address())
            .field("connections", &self.connections)
            .finish()
    }
}

/// How logs are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line, for programs.
    Json,
}

/// How much one player or one address may use.
#[derive(Debug, Clone, Args)]
pub struct Limits {
    /// New players from one address in an hour.
    #[arg(long, env = "CLUBHOUSE_REGISTRATIONS_PER_HOUR", default_value = "20", value_parser = some())]
    pub registrations_per_hour: NonZeroU32,

    /// Requests with one token, and without one from one address, in a minute.
    #[arg(long, env = "CLUBHOUSE_REQUESTS_PER_MINUTE", default_value = "600", value_parser = some())]
    pub requests_per_minute: NonZeroU32,

    /// Open games that a player may have created.
    #[arg(long, env = "CLUBHOUSE_OPEN_GAMES", default_value_t = 50, value_parser = at_least(1))]
    pub open_games: i64,

    /// Active games that a player may have a seat in.
    #[arg(long, env = "CLUBHOUSE_ACTIVE_GAMES", default_value_t = 500, value_parser = at_least(1))]
    pub active_games: i64,

    /// Tokens that a player may have.
    #[arg(long, env = "CLUBHOUSE_TOKENS", default_value_t = 50, value_parser = at_least(1))]
    pub tokens: i64,

    /// Messages that a player may write at a table in a minute.
    #[arg(long, env = "CLUBHOUSE_MESSAGES_PER_MINUTE", default_value_t = 10, value_parser = at_least(1))]
    pub messages_per_minute: i64,

    /// Courses that a player may have laid out.
    #[arg(long, env = "CLUBHOUSE_COURSES", default_value_t = 20, value_parser = at_least(1))]
    pub courses: i64,

    /// Webhooks that a player may have.
    #[arg(long, env = "CLUBHOUSE_WEBHOOKS", default_value_t = 10, value_parser = at_least(1))]
    pub webhooks: i64,

    /// Log entries of a game; with the last of them it is abandoned.
    #[arg(long, env = "CLUBHOUSE_LOG_ENTRIES", default_value_t = 10_000, value_parser = at_least(100))]
    pub log_entries: i64,

    /// Whether these limits (of requests, registrations, games and courses) hold for clients on
    /// the same machine too.
    #[arg(long, env = "CLUBHOUSE_LIMIT_LOOPBACK", value_parser = BoolishValueParser::new())]
    pub limit_loopback: bool,

    /// Whether a proxy stands in front: a client's address is then the last one in
    /// X-Forwarded-For.
    #[arg(long, env = "CLUBHOUSE_BEHIND_PROXY", value_parser = BoolishValueParser::new())]
    pub behind_proxy: bool,
}

impl Limits {
    /// The limits that the use cases look after.
    pub fn of_club(&self) -> club::Limits {
        club::Limits {
            open_games: self.open_games,
            active_games: self.active_games,
            log_entries: self.log_entries,
            tokens: self.tokens,
            messages: self.messages_per_minute,
            courses: self.courses,
            webhooks: self.webhooks,
        }
    }
}

/// Reads an address to which paths can be appended.
fn public_url(text: &str) -> Result<String, String> {
    let is_good = url::Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.query().is_none()
            && url.fragment().is_none()
    });
    match is_good {
        true => Ok(text.trim_end_matches('/').to_owned()),
        false => Err("an address such as https://clubhouse.example".to_owned()),
    }
}

/// With less than that the server would be of no use.
fn at_least(least: i64) -> RangedI64ValueParser {
    RangedI64ValueParser::new().range(least..=MAX_LIMIT)
}

/// Any number but none.
fn some() -> impl TypedValueParser<Value = NonZeroU32> {
    RangedI64ValueParser::<u32>::new().range(1..=MAX_LIMIT).try_map(NonZeroU32::try_from)
}

fn default_workers() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).min(MAX_WORKERS)
}
