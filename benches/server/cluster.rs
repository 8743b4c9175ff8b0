//! A private Postgres that keeps what it has been told, and the statements that it has run.

use std::{fs, time::Duration};

use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl,
    connection::SimpleConnection,
    sql_query,
    sql_types::{BigInt, Bool, Double, Text},
};

use crate::{machine, private::Cluster};

/// Safe to lose power at any time. Checkpoints would come at different times of each measurement.
const SETTINGS: &[&str] = &[
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    "shared_buffers=256MB",
    "max_wal_size=4GB",
    "checkpoint_timeout=1h",
    "shared_preload_libraries=pg_stat_statements",
    "pg_stat_statements.track_utility=on",
];

/// A durable Postgres with the databases `server`, `floor` and `small`.
pub struct Postgres {
    cluster: Cluster,
}

/// A statement and how often it was run.
#[derive(Debug, QueryableByName)]
pub struct Statement {
    #[diesel(sql_type = Text)]
    pub query: String,
    #[diesel(sql_type = BigInt)]
    pub calls: i64,
    /// Whether somebody has sent it; otherwise the database runs it for another one.
    #[diesel(sql_type = Bool)]
    pub is_sent: bool,
    /// What the database worked on it, in milliseconds.
    #[diesel(sql_type = Double)]
    pub milliseconds: f64,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

impl Postgres {
    /// `None` if none is installed.
    pub fn start() -> Option<Self> {
        let this = Self { cluster: Cluster::start(SETTINGS)? };
        let mut connection = this.connect();
        for statement in [
            "CREATE DATABASE server",
            "CREATE DATABASE floor",
            "CREATE DATABASE small",
            "CREATE EXTENSION pg_stat_statements",
            // It costs something, so it is on only while statements are counted.
            "ALTER SYSTEM SET pg_stat_statements.track = 'none'",
            "SELECT pg_reload_conf()",
        ] {
            connection.batch_execute(statement).expect("Postgres is set up");
        }
        Some(this)
    }

    /// To none of them.
    fn connect(&self) -> PgConnection {
        PgConnection::establish(&self.cluster.url("postgres")).expect("Postgres answers")
    }

    /// The `DATABASE_URL` of one of them.
    pub fn url(&self, database: &str) -> String {
        self.cluster.url(database)
    }

    /// The folder of its socket, for `-h`.
    pub fn host(&self) -> String {
        self.cluster.folder().display().to_string()
    }

    /// The seconds that all its processes have worked.
    pub fn cpu(&self) -> f64 {
        let file = self.cluster.folder().join("data/postmaster.pid");
        let file = fs::read_to_string(file).expect("it runs");
        let postmaster = file.lines().next().and_then(|line| line.trim().parse().ok());
        machine::cpu_of_family(postmaster.expect("a process"))
    }

    /// The bytes that it has written ahead.
    pub fn written(&self) -> f64 {
        let query = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS number";
        sql_query(query).get_result::<Number>(&mut self.connect()).expect("a position").number as f64
    }

    /// Makes one of the databases the same as another one.
    pub fn copy(&self, from: &str, to: &str) {
        let mut connection = self.connect();
        for statement in [
            format!("DROP DATABASE {to}"),
            // Whoever was connected may not have been seen off yet.
            format!("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{from}'"),
            format!("CREATE DATABASE {to} TEMPLATE {from}"),
        ] {
            connection.batch_execute(&statement).expect("it is copied");
        }
    }

    /// How many bytes one of the databases has.
    pub fn size(&self, database: &str) -> f64 {
        let query = format!("SELECT pg_database_size('{database}') AS number");
        sql_query(query).get_result::<Number>(&mut self.connect()).expect("a size").number as f64
    }

    /// What one of the databases runs while `work` is done, what was run most first.
    pub fn statements_of(&self, database: &str, work: impl FnOnce()) -> Vec<Statement> {
        let mut connection = self.connect();
        let mut track = |what: &str| {
            let set = format!("ALTER SYSTEM SET pg_stat_statements.track = '{what}'");
            connection.batch_execute(&set).expect("a setting");
            connection.batch_execute("SELECT pg_reload_conf()").expect("it is read again");
            // Every process reads it by itself.
            std::thread::sleep(Duration::from_millis(300));
        };
        track("all");
        sql_query("SELECT pg_stat_statements_reset()").execute(&mut self.connect()).expect("counts from 0");
        work();
        track("none");
        let query = format!(
            "SELECT query, toplevel AS is_sent, sum(calls)::bigint AS calls, sum(total_exec_time) AS milliseconds \
                     FROM pg_stat_statements \
                     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = '{database}') \
                     GROUP BY query, toplevel ORDER BY calls DESC, query"
        );
        sql_query(query).load(&mut connection).expect("what was counted")
    }
}
