//! The command line. No logic.

use std::{io::IsTerminal, net::TcpListener, process::ExitCode, sync::Arc};

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
        Some(Command::Openapi) => {
            print!("{}", Specification::build().text);
            Ok(())
        }
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
    let listener = TcpListener::bind(config.listen)?;
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
        println!("Clubhouse listens on {base} — try:  {}", register_command(&base));
        server.run(listener, shutdown).await
    })
}

fn migrate(database: &Database) -> Result<(), Failure> {
    let done = app::migrate(database)?;
    if done.is_empty() {
        println!("the database is up to date");
    }
    for name in done {
        println!("migrated {name}");
    }
    Ok(())
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
