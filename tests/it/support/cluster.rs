//! A private cluster of Postgres, started from installed binaries and thrown away.

use std::{
    fs,
    io::Write,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use diesel::{Connection, PgConnection};
use tempfile::TempDir;

/// Keeps Postgres running; it stops when this is dropped, or when the process dies.
pub struct Cluster {
    // Its standard input is the leash: a shell waits on it and stops the server at its end.
    keeper: Child,
    folder: TempDir,
}

impl Cluster {
    /// Starts a Postgres with some settings, such as `fsync=off`; `None` if none is installed.
    pub fn start(settings: &[&str]) -> Option<Self> {
        let binaries = binaries()?;
        let folder = TempDir::with_prefix("clubhouse-pg-").expect("a temporary folder");
        let keeper = launch(&binaries, folder.path(), settings);
        let cluster = Self { keeper, folder };
        wait_for(&cluster.url("postgres"));
        Some(cluster)
    }

    /// The `DATABASE_URL` of one of its databases.
    pub fn url(&self, database: &str) -> String {
        let host = self.folder().display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{host}/{database}")
    }

    /// Where its socket is, and its data in `data`.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(mut leash) = self.keeper.stdin.take() {
            let _ = leash.write_all(b"\n");
        }
        let _ = self.keeper.wait();
    }
}

/// Where `initdb` and `postgres` are: on the path, or where Debian puts them.
pub fn binaries() -> Option<PathBuf> {
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

fn launch(binaries: &Path, folder: &Path, settings: &[&str]) -> Child {
    // Postgres refuses to run as root; any other user will do, and has to own the folder.
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    let user = is_root.then(|| if has_user("postgres") { "postgres" } else { "nobody" });
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("permissions");
    if let Some(user) = user {
        let done = Command::new("chown").arg(user).arg(folder).status().expect("chown runs");
        assert!(done.success(), "chown failed");
    }
    let settings: String = settings.iter().map(|setting| format!(" -c {setting}")).collect();
    let script = format!(
        "'{bin}/initdb' -D '{dir}/data' -U postgres -A trust -E UTF8 --locale=C -N >'{dir}/initdb.log' 2>&1 || exit 1\n\
         '{bin}/postgres' -D '{dir}/data' -k '{dir}' -c listen_addresses={settings} >'{dir}/postgres.log' 2>&1 </dev/null &\n\
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
