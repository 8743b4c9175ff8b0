//! Measures one thing after the other.

use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use crate::{
    Plan,
    client::Client,
    cluster::Statement,
    database::Database,
    floor::{Floor, FloorFigures},
    load::{Hall, MOSTLY_READS, MOVES, Mix, READS},
    machine,
    process::{self, Server},
    run::{Cost, Run},
    script::{RULESETS, Script},
};

/// What part of the highest rate leaves a server some air.
pub const AIRY: f64 = 0.8;

/// Requests a second at which memory is looked at.
pub const MEMORY_RATE: f64 = 1000.0;

/// All that is measured on one database.
pub struct Figures {
    /// In seconds.
    pub ready: f64,
    pub moves: Cost,
    /// At [`AIRY`] of the highest rate of the same round; the middle one of all rounds.
    pub paced: Run,
    pub reads: Cost,
    pub paced_reads: Run,
    /// Reads of what has not changed.
    pub known: Cost,
    /// What was run for so many moves; only on Postgres.
    pub statements: Option<(Vec<Statement>, f64)>,
    /// In megabytes, at a mix of so many requests a second.
    pub memory: f64,
    pub memory_run: Run,
    pub floor: FloorFigures,
}

/// A server with those who play.
struct Bench<'a> {
    database: &'a Database,
    name: &'a str,
    plan: Plan,
    folder: TempDir,
    runtime: Runtime,
    server: Server,
    hall: Hall,
}

/// Measures a server on the database `name`, and the floor in the database `floor`, which may be the same.
pub fn measure(database: &Database, name: &str, floor: &str, plan: Plan) -> Figures {
    process::migrate(&database.url(name));
    let mut bench = Bench::start(database, name, plan);
    // Connections, caches and pages are warm when counting begins, and the middle of games is there to see.
    let rate = bench.flood(MOVES, 200, 2.0).run.rate();
    database.settle(name);
    let floor = Floor::prepare(database, floor, name, plan.games, bench.hall.length());

    let mut moves = Cost::default();
    let mut ways: Vec<(usize, Cost)> = floor.ways().iter().map(|&way| (way, Cost::default())).collect();
    let (mut paced, mut floor_paced) = (Vec::new(), Vec::new());
    for _ in 0..plan.rounds {
        let mut best = (0, 0.0);
        for (way, cost) in &mut ways {
            let run = bench.floor(&floor, *way);
            if run.run.rate() > best.1 {
                best = (*way, run.run.rate());
            }
            *cost = std::mem::take(cost).and(run);
        }
        floor_paced.push(floor.drip(best.0, best.1 * AIRY, plan.other));
        bench.fill(rate.max(moves.run.rate()) * (plan.moves * 1.5 + plan.other));
        let run = bench.flood(MOVES, 200, plan.moves);
        paced.push(bench.drip(MOVES, run.run.rate() * AIRY));
        moves = moves.and(run);
    }
    let better = ways.into_iter().max_by(|one, other| one.1.run.rate().total_cmp(&other.1.run.rate()));
    let (connections, floor_moves) = better.expect("there is a way");
    let floor = FloorFigures { paced: Run::middle(floor_paced), connections, moves: floor_moves };
    let (paced, rate) = (Run::middle(paced), moves.run.rate());
    let statements = bench.statements(rate * plan.other * 1.1);
    bench.fill(0.0);
    bench.render_reads(false);
    let reads = bench.flood(READS, 200, plan.other);
    let paced_reads = bench.drip(READS, reads.run.rate() * AIRY);
    bench.render_reads(true);
    let known = bench.flood(READS, 304, plan.other);
    let (memory, memory_run) = bench.memory();
    let ready = bench.ready();
    Figures { ready, moves, paced, reads, paced_reads, known, statements, memory, memory_run, floor }
}

impl<'a> Bench<'a> {
    fn start(database: &'a Database, name: &'a str, plan: Plan) -> Self {
        let folder = TempDir::new().expect("a folder");
        // One thread: what the driver takes the server does not get.
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let server = Server::start(&database.url(name), folder.path());
        let hall = runtime.block_on(async {
            let mut client = Client::connect(&server.address).await;
            let mut scripts = Vec::new();
            for ruleset in RULESETS {
                scripts.push(Script::record(&mut client, ruleset, "recorder").await);
            }
            let mut hall = Hall::open(&server.address, scripts).await;
            hall.fill(plan.games, 0).await;
            hall
        });
        Self { database, name, plan, folder, runtime, server, hall }
    }

    fn fill(&mut self, moves: f64) {
        self.runtime.block_on(self.hall.fill(self.plan.games, moves as usize));
    }

    fn render_reads(&mut self, known: bool) {
        self.runtime.block_on(self.hall.render_reads(known));
    }

    fn flood(&mut self, mix: Mix, expected: u16, seconds: f64) -> Cost {
        let before = self.used();
        let run = self.runtime.block_on(self.hall.flood(mix, expected, seconds));
        let after = self.used();
        let [server, database, driver, bytes] = std::array::from_fn(|index| after[index] - before[index]);
        Cost { run, server, database, driver, bytes }
    }

    fn drip(&mut self, mix: Mix, rate: f64) -> Run {
        self.runtime.block_on(self.hall.drip(mix, rate, self.plan.other))
    }

    /// What server, database and driver have worked, and the bytes written.
    fn used(&self) -> [f64; 4] {
        let server = self.server.id();
        [machine::cpu(&server), self.database.cpu(), machine::cpu("self"), self.database.written(&server)]
    }

    fn floor(&self, floor: &Floor, connections: usize) -> Cost {
        let used = || match self.database {
            Database::Postgres(_) => [self.database.cpu(), self.database.written("")],
            Database::Sqlite(_) => [machine::cpu("self"), machine::written("self")],
        };
        let before = used();
        let run = floor.flood(connections, self.plan.moves);
        let after = used();
        let (database, bytes) = (after[0] - before[0], after[1] - before[1]);
        Cost { run, server: 0.0, database, driver: 0.0, bytes }
    }

    /// What Postgres runs for moves.
    fn statements(&mut self, moves: f64) -> Option<(Vec<Statement>, f64)> {
        let Database::Postgres(postgres) = self.database else { return None };
        self.fill(moves);
        let mut done = 0.0;
        let statements = postgres.statements_of(self.name, || {
            let moves = self.hall.flood(MOVES, 200, self.plan.other);
            done = self.runtime.block_on(moves).done();
        });
        Some((statements, done))
    }

    /// A fresh server's memory when it has had some requests.
    fn memory(&mut self) -> (f64, Run) {
        self.fill(MEMORY_RATE * self.plan.other * MOSTLY_READS.moves as f64 / MOSTLY_READS.of as f64 * 1.1);
        self.render_reads(false);
        self.server = Server::start(&self.database.url(self.name), self.folder.path());
        self.hall.move_to(&self.server.address);
        let run = self.drip(MOSTLY_READS, MEMORY_RATE);
        (machine::peak_memory(&self.server.id()), run)
    }

    /// How long a server takes to be ready, the third best of five.
    fn ready(&self) -> f64 {
        let start = |_| Server::start(&self.database.url(self.name), self.folder.path()).ready_after;
        let mut times: Vec<f64> = (0..5).map(start).map(|time| time.as_secs_f64()).collect();
        times.sort_by(f64::total_cmp);
        times[2]
    }
}
