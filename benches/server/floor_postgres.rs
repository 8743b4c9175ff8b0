//! The floor on Postgres: the statements of a move, run by pgbench, prepared.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::{
    cluster::Postgres,
    floor_rows::{FIRST, HASH, Sample},
    private::binaries,
    process::CONNECTIONS,
    run::Run,
};

/// A move of one ruleset; `{r}` is its id. Each client moves at games of its own, so that none is late.
const SCRIPT: &str = r"\set n {first} + :client_id + :clients * random(0, :games / :clients - 1)
\set s random(0, 1)
SELECT p.*, g.*, a.*, ha.name, ha.display_name, ha.hours, ha.vacations,
    b.*, hb.name, hb.display_name, hb.hours, hb.vacations
FROM tokens t JOIN players p ON p.id = t.player_id, games g
    JOIN seats a ON a.game_id = g.id AND a.seat = 0 LEFT JOIN players ha ON ha.id = a.player_id
    JOIN seats b ON b.game_id = g.id AND b.seat = 1 LEFT JOIN players hb ON hb.id = b.player_id
WHERE t.hash = '{hash}{r}-' || CAST(:n AS text) || '-' || CAST(:s AS text)
    AND p.ended_at IS NULL AND g.id = '{r}-' || CAST(:n AS text) \gset r_
BEGIN;
UPDATE games SET version = version + 1, state = :{r}_state, updated_at = timezone('UTC', now()),
    wake_at = timezone('UTC', now()) + interval '54 hours'
WHERE id = '{r}-' || CAST(:n AS text) AND version = CAST(:r_version AS bigint);
UPDATE seats SET to_act = (seat = CAST(:s AS integer)),
    deadline = CASE WHEN seat = CAST(:s AS integer)
        THEN timezone('UTC', now()) + interval '72 hours' ELSE timestamp '9999-12-31' END,
    clock = CASE WHEN seat = CAST(:s AS integer) THEN :{r}_turn END,
    remind_at = CASE WHEN seat = CAST(:s AS integer) THEN timezone('UTC', now()) + interval '54 hours' END
WHERE game_id = '{r}-' || CAST(:n AS text);
INSERT INTO log (game_id, version, kind, seat, by_whom, action, events, at)
VALUES ('{r}-' || CAST(:n AS text), CAST(:r_version AS bigint) + 1, 'move', CAST(:s AS integer), 'player',
    :{r}_action, :{r}_events, timezone('UTC', now()));
COMMIT;
";

/// How pgbench is called, but for how long.
pub struct PostgresFloor {
    program: PathBuf,
    arguments: Vec<String>,
    folder: TempDir,
}

impl PostgresFloor {
    /// For a database which has `games` games of each sample's ruleset.
    pub fn new(postgres: &Postgres, database: &str, samples: &[Sample], games: usize) -> Self {
        let folder = TempDir::with_prefix("clubhouse-pgbench-").expect("a folder");
        let words = format!("-h {} -U postgres -n -M prepared -c {CONNECTIONS} -j 2", postgres.host());
        let mut arguments: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let mut define = |name: &str, value: &str| arguments.extend(["-D".into(), format!("{name}={value}")]);
        define("games", &games.to_string());
        define("clients", &CONNECTIONS.to_string());
        for sample in samples {
            let values = [
                ("state", &sample.state),
                ("turn", &sample.turn),
                ("action", &sample.action),
                ("events", &sample.events),
            ];
            for (name, value) in values {
                define(&format!("{}_{name}", sample.ruleset), value);
            }
        }
        for Sample { ruleset, .. } in samples {
            let file = folder.path().join(format!("{ruleset}.sql"));
            let script = SCRIPT.replace("{r}", ruleset).replace("{hash}", HASH);
            fs::write(&file, script.replace("{first}", &FIRST.to_string())).expect("it is written");
            arguments.extend(["-f".into(), file.display().to_string()]);
        }
        let own = binaries().map(|folder| folder.join("pgbench")).filter(|program| program.is_file());
        arguments.push(database.to_owned());
        Self { program: own.unwrap_or_else(|| "pgbench".into()), arguments, folder }
    }

    /// Moves for some time: as many as it can, or so many a second.
    pub fn run(&self, seconds: f64, rate: Option<f64>) -> Run {
        let mut command = Command::new(&self.program);
        command.args(["-T", &(seconds.ceil() as u64).to_string(), "-l", "--log-prefix=times"]);
        command.args(rate.map(|rate| format!("--rate={rate}")));
        command.args(&self.arguments).current_dir(self.folder.path());
        let output = command.stderr(Stdio::inherit()).output().expect("pgbench runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "pgbench has failed: {text}");
        let tps = text.lines().find_map(|line| line.strip_prefix("tps = "));
        let rate: f64 = tps.and_then(|line| line.split(' ').next()?.parse().ok()).expect("a rate");
        let latencies = self.latencies();
        Run::new(latencies.len() as f64 / rate, latencies)
    }

    /// What pgbench has written down of every move.
    fn latencies(&self) -> Vec<u32> {
        let mut latencies = Vec::new();
        for entry in fs::read_dir(self.folder.path()).expect("it is there").flatten() {
            if !entry.file_name().to_string_lossy().starts_with("times.") {
                continue;
            }
            let text = fs::read_to_string(entry.path()).expect("text");
            latencies.extend(text.lines().filter_map(|line| line.split(' ').nth(2)?.parse::<u32>().ok()));
            fs::remove_file(entry.path()).expect("it is not needed any more");
        }
        latencies
    }
}
