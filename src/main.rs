//! The command line. No logic.

use std::{
    io::{ErrorKind, IsTerminal, Write},
    net::TcpListener,
    process::ExitCode,
    sync::Arc,
};

use clap::{Parser, Subcommand};
use clubhouse::{
    api::{openapi::Specification, service::register_command},
    app::{self, Failure, Server},
    clock::SystemClock,
    config::{Config, Database, LogFormat},
};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// A server for golf card games played by correspondence.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    config: Config,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API; this is the default.
    Serve(Box<Config>),
    /// Bring the database up to date and exit.
    Migrate(Database),
    /// Print the OpenAPI document.
    Openapi,
}

fn main() -> ExitCode {
    let CommandLine { command, config } = CommandLine::parse();
    let done = match command {
        None => serve(&config),
        Some(Command::Serve(config)) => serve(&config),
        Some(Command::Migrate(database)) => migrate(&database),
        Some(Command::Openapi) => print(&Specification::build().text),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("clubhouse: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(config: &Config) -> Result<(), Failure> {
    log_to_stderr(config.log_format);
    // Every listener is an open file; systems begin with a limit that is far lower than they allow.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
    let listener = TcpListener::bind(config.listen).map_err(|error| Failure::Listen(config.listen, error))?;
    let base = format!("http://{}", listener.local_addr()?);
    actix_web::rt::System::new().block_on(async {
        let (mut terminate, mut interrupt) =
            (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        let shutdown = async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        };
        let server = Server::open(config, Arc::new(SystemClock))?;
        print(&format!("Clubhouse listens on {base} — try:  {}\n", register_command(&base)))?;
        server.run(listener, shutdown).await
    })
}

fn migrate(database: &Database) -> Result<(), Failure> {
    let done = app::migrate(database)?;
    if done.is_empty() {
        return print("the database is up to date\n");
    }
    print(&done.iter().map(|name| format!("migrated {name}\n")).collect::<String>())
}

/// Writes to standard output. Whoever reads it may have had enough: `clubhouse openapi | head`.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// `RUST_LOG` chooses what is logged; by default everything from `info` on.
fn log_to_stderr(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Text => logs.init(),
        LogFormat::Json => logs.json().init(),
    }
}
