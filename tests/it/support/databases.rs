//! An empty database for each test, on either kind, thrown away afterwards.

use std::{
    fmt,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

use diesel::{
    Connection, PgConnection, RunQueryDsl, SqliteConnection, connection::SimpleConnection, dsl::sql,
    sql_types::BigInt,
};
use tempfile::TempDir;

/// Which database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Sqlite,
    Postgres,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Sqlite => "sqlite",
            Kind::Postgres => "postgres",
        })
    }
}

/// A database of one test; dropped with it.
pub struct Database {
    pub kind: Kind,
    /// Its `DATABASE_URL`.
    pub url: String,
    _folder: Option<TempDir>,
}

impl Database {
    /// An empty database: nothing is migrated yet.
    pub fn create(kind: Kind) -> Self {
        match kind {
            Kind::Sqlite => {
                let folder = TempDir::new().expect("a temporary folder");
                let url = format!("sqlite://{}/clubhouse.db", folder.path().display());
                Self { kind, url, _folder: Some(folder) }
            }
            Kind::Postgres => Self { kind, url: postgres::create_database(), _folder: None },
        }
    }
}

impl Database {
    /// Runs SQL, behind the server's back.
    pub fn execute(&self, sql: &str) {
        let done = match self.kind {
            Kind::Sqlite => {
                let path = self.url.trim_start_matches("sqlite://");
                let mut connection = SqliteConnection::establish(path).expect("the file opens");
                connection.batch_execute("PRAGMA busy_timeout = 10000").expect("a setting");
                connection.batch_execute(sql)
            }
            Kind::Postgres => {
                PgConnection::establish(&self.url).expect("Postgres answers").batch_execute(sql)
            }
        };
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// The number that a query finds, behind the server's back: nobody visits anything by that.
    pub fn number(&self, query: &str) -> i64 {
        let query = diesel::select(sql::<BigInt>(&format!("({query})")));
        let found = match self.kind {
            Kind::Sqlite => {
                let path = self.url.trim_start_matches("sqlite://");
                let mut connection = SqliteConnection::establish(path).expect("the file opens");
                connection.batch_execute("PRAGMA busy_timeout = 10000").expect("a setting");
                query.get_result(&mut connection)
            }
            Kind::Postgres => {
                query.get_result(&mut PgConnection::establish(&self.url).expect("Postgres answers"))
            }
        };
        found.expect("the query finds a number")
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if self.kind == Kind::Postgres {
            postgres::drop_database(&self.url);
        }
    }
}

static SERVER: OnceLock<String> = OnceLock::new();
static COUNTER: AtomicU32 = AtomicU32::new(0);

pub mod postgres {
    //! The Postgres of the tests: one that was set up by somebody else, or a private cluster.

    use std::{
        fs,
        io::Write,
        os::unix::fs::PermissionsExt,
        path::{Path, PathBuf},
        process::{Child, Command, Stdio},
        time::{Duration, Instant},
    };

    use diesel::{Connection, PgConnection, connection::SimpleConnection};

    use super::{COUNTER, Ordering, SERVER, TempDir};

    /// Keeps Postgres running; it stops when this is dropped, or when the process dies.
    pub struct Cluster {
        // Its standard input is the leash: a shell waits on it and stops the server at its end.
        keeper: Option<Child>,
        folder: Option<TempDir>,
    }

    /// Finds or starts a Postgres; `None` if there is none to be had.
    pub fn start() -> Option<Cluster> {
        if let Ok(url) = std::env::var("TEST_DATABASE_URL") {
            SERVER.set(url).expect("started once");
            return Some(Cluster { keeper: None, folder: None });
        }
        let binaries = binaries()?;
        let folder = TempDir::with_prefix("clubhouse-pg-").expect("a temporary folder");
        let keeper = launch(&binaries, folder.path());
        let host = folder.path().display().to_string().replace('/', "%2F");
        let url = format!("postgres://postgres@{host}/postgres");
        wait_for(&url);
        SERVER.set(url).expect("started once");
        Some(Cluster { keeper: Some(keeper), folder: Some(folder) })
    }

    /// Where `initdb` and `postgres` are: on the path, or where Debian puts them.
    fn binaries() -> Option<PathBuf> {
        let on_path = std::env::var_os("PATH")
            .into_iter()
            .flat_map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
        let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut installed: Vec<PathBuf> = installed.map(|entry| entry.path().join("bin")).collect();
        installed.sort();
        on_path
            .chain(installed.into_iter().rev())
            .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
    }

    fn launch(binaries: &Path, folder: &Path) -> Child {
        // Postgres refuses to run as root; any other user will do, and has to own the folder.
        let is_root =
            fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
        let user = is_root.then(|| if has_user("postgres") { "postgres" } else { "nobody" });
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("permissions");
        if let Some(user) = user {
            let done = Command::new("chown").arg(user).arg(folder).status().expect("chown runs");
            assert!(done.success(), "chown failed");
        }
        let script = format!(
            "'{bin}/initdb' -D '{dir}/data' -U postgres -A trust -E UTF8 --locale=C -N >'{dir}/initdb.log' 2>&1 || exit 1\n\
             '{bin}/postgres' -D '{dir}/data' -k '{dir}' -c listen_addresses= -c fsync=off -c full_page_writes=off \
             -c synchronous_commit=off -c max_connections=500 -c shared_buffers=64MB >'{dir}/postgres.log' 2>&1 </dev/null &\n\
             server=$!\n\
             read _\n\
             kill -QUIT $server; wait $server",
            bin = binaries.display(),
            dir = folder.display(),
        );
        let mut command = match user {
            Some(user) => {
                let mut command = Command::new("runuser");
                command.args(["-u", user, "--", "sh", "-c"]);
                command
            }
            None => {
                let mut command = Command::new("sh");
                command.arg("-c");
                command
            }
        };
        command.arg(script).current_dir("/").stdin(Stdio::piped()).spawn().expect("Postgres starts")
    }

    fn has_user(name: &str) -> bool {
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        users.lines().any(|line| line.split(':').next() == Some(name))
    }

    fn wait_for(url: &str) {
        let patience = Instant::now() + Duration::from_secs(60);
        while let Err(error) = PgConnection::establish(url) {
            assert!(Instant::now() < patience, "the private Postgres does not come up: {error}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    impl Drop for Cluster {
        fn drop(&mut self) {
            let Some(mut keeper) = self.keeper.take() else { return };
            if let Some(mut leash) = keeper.stdin.take() {
                let _ = leash.write_all(b"\n");
            }
            let _ = keeper.wait();
            drop(self.folder.take());
        }
    }

    fn server() -> &'static str {
        SERVER.get().expect("Postgres was started")
    }

    fn execute(statement: &str) {
        let mut connection = PgConnection::establish(server()).expect("Postgres answers");
        connection.batch_execute(statement).expect("the statement runs");
    }

    pub(super) fn create_database() -> String {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let name = format!("clubhouse_{}_{number}", std::process::id());
        execute(&format!("CREATE DATABASE {name}"));
        let (rest, query) = server().split_once('?').unwrap_or((server(), ""));
        let (host, _) = rest.rsplit_once('/').expect("TEST_DATABASE_URL names a database");
        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        format!("{host}/{name}{query}")
    }

    pub(super) fn drop_database(url: &str) {
        let path = url.split('?').next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
    }
}
