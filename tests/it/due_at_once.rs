//! Hundreds of games whose time is up at the same moment, and several processes that all see it.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::{Database, Kind},
    play::Table,
    process::Process,
    reading::{told, whole_log},
    runner::tests,
    timing::{reveal_all, until, whose_turn},
};

tests![
    two_processes_do_once_what_is_due_at_five_hundred_games,
    killed_in_the_middle_processes_lose_nothing_and_double_nothing,
    whoever_starts_finds_what_has_become_due_meanwhile,
    a_move_at_the_last_moment_counts_or_comes_too_late,
    bots_that_a_killed_process_has_left_are_moved_by_another,
    a_game_in_which_something_is_wrong_holds_up_no_other,
];

/// The columns of a game that its copies share.
const OF_GAME: &str = "ruleset, status, visibility, version, creator_id, seed, options, course_copy, state, clock, \
    outcome, created_at, updated_at, started_at, finished_at, waiting_since";
const OF_SEAT: &str = "seat, kind, player_id, level, to_act, deadline, score, place, given_up, clock, \
    remind_at, absent, votes_to_cancel";
const OF_LOG: &str = "version, kind, seat, by_whom, action, events, at";

fn slow_server(database: &Database) -> App {
    let app = App::start(database);
    app.clock.advance(-TimeDelta::hours(13));
    app
}

fn game(on_timeout: &str) -> Value {
    json!({ "ruleset": "nine_card", "clock": { "per_turn": "PT12H", "on_timeout": on_timeout } })
}

/// Games whose time was up an hour ago, of which no server knows yet, and which are to be copied.
struct Overdue<'a> {
    database: &'a Database,
    players: Vec<Client>,
    /// The game's id, how many of its seats are late, and its version.
    games: Vec<(String, i64, i64)>,
    copies: i64,
}

impl<'a> Overdue<'a> {
    /// The games are made by a server whose clock is slow.
    async fn create(database: &'a Database) -> Self {
        let app = slow_server(database);
        let players = vec![app.player("ana").await, app.player("bob").await];
        // Both have to reveal, and a bot does it; one has drawn, and a bot goes on; one forfeits.
        let revealing = Table::start_with(players.clone(), game("bot")).await;
        let drawn = Table::start_with(players.clone(), game("bot")).await;
        let seat = whose_turn(&reveal_all(&drawn).await);
        drawn.players[seat].post(&drawn.path("/moves"), &json!({ "type": "draw" })).await.expect(200);
        let forfeiting = Table::start_with(players.clone(), game("forfeit")).await;
        reveal_all(&forfeiting).await;
        let tables = vec![(revealing, 2), (drawn, 1), (forfeiting, 1)];
        Self::of(database, app, players, tables).await
    }

    async fn of(database: &'a Database, app: App, players: Vec<Client>, tables: Vec<(Table, i64)>) -> Self {
        let mut games = Vec::new();
        for (table, late) in tables {
            let game = table.seen_by(0).await;
            games.push((table.id, late, game["version"].as_i64().expect("a number")));
        }
        app.stop();
        // Nobody is to look at these; only at their copies.
        database.execute("UPDATE games SET wake_at = NULL");
        // SQLite has one writer at a time.
        let copies = if database.kind == Kind::Postgres { 167 } else { 20 };
        Self { database, players, games, copies }
    }

    /// Copies them, so that all the copies are due at the same moment.
    fn let_all_be_due(&self) {
        let mut sql = "BEGIN;".to_owned();
        for (number, (id, ..)) in self.games.iter().enumerate() {
            let numbers = format!(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})",
                self.copies
            );
            let copy = format!("'due{number}x' || i");
            sql += &format!(
                "{numbers} INSERT INTO games (id, wake_at, {OF_GAME})
                     SELECT {copy}, updated_at, {OF_GAME} FROM games, n WHERE id = '{id}';
                 {numbers} INSERT INTO seats (game_id, {OF_SEAT})
                     SELECT {copy}, {OF_SEAT} FROM seats, n WHERE game_id = '{id}';
                 {numbers} INSERT INTO log (game_id, {OF_LOG})
                     SELECT {copy}, {OF_LOG} FROM log, n WHERE game_id = '{id}';"
            );
        }
        self.database.execute(&(sql + "COMMIT"));
    }

    /// How many time-outs there have to be.
    fn all(&self) -> i64 {
        self.games.iter().map(|(_, late, _)| late * self.copies).sum()
    }

    fn timed_out(&self) -> i64 {
        self.database.number("SELECT count(*) FROM log WHERE kind = 'timed_out'")
    }

    /// Waits until there are so many time-outs, as long as they become more.
    async fn until_timed_out(&self, enough: i64) -> i64 {
        let mut seen = self.timed_out();
        while seen < enough {
            seen = until("another time-out", async || Some(self.timed_out()).filter(|now| *now > seen)).await;
        }
        seen
    }

    fn check_none(&self, what: &str, games: &str) {
        let found = self.database.number(&format!("SELECT count(*) FROM ({games}) AS found"));
        assert_eq!(found, 0, "{what}");
    }

    /// Whatever has happened so far has happened once, and wholly.
    fn check_so_far(&self) {
        self.check_logs();
        for (number, (_, late, version)) in self.games.iter().enumerate() {
            self.check_none(
                "a game to which half has been done",
                &format!(
                    "SELECT game_id FROM log WHERE kind = 'timed_out' AND game_id LIKE 'due{number}x%'
                     GROUP BY game_id HAVING count(*) <> {late}"
                ),
            );
            // A bot has revealed for both, or has played what was left of a turn; a forfeit is the end.
            let done = version + [4, 2, 1][number];
            self.check_none(
                "a game that is neither as it was nor as it has to be",
                &format!(
                    "SELECT id FROM games WHERE id LIKE 'due{number}x%' AND version NOT IN ({version}, {done})"
                ),
            );
        }
    }

    fn check_logs(&self) {
        self.check_none(
            "a turn that was over twice",
            "SELECT game_id FROM log WHERE kind = 'timed_out' GROUP BY game_id, seat HAVING count(*) > 1",
        );
        self.check_none(
            "a log that is not as long as the game's version, or has holes",
            "SELECT id FROM games JOIN log ON log.game_id = games.id GROUP BY id, games.version
             HAVING count(*) <> games.version OR max(log.version) <> games.version OR min(log.version) <> 1",
        );
    }

    /// Everything has happened, once, and nothing more happens however often somebody looks.
    async fn check_done(&self, server: &Process) {
        self.until_timed_out(self.all()).await;
        self.check_so_far();
        let looked_at = "SELECT count(*) FROM games WHERE wake_at = created_at AND status = 'active'";
        let entries = self.database.number("SELECT count(*) FROM log");
        self.database.execute("UPDATE games SET wake_at = created_at WHERE id LIKE 'due%'");
        until("all have been looked at again", async || (self.database.number(looked_at) == 0).then_some(()))
            .await;
        assert_eq!(self.database.number("SELECT count(*) FROM log"), entries);
        assert_eq!(self.timed_out(), self.all());
        self.check_so_far();
        // Two seats in the first game, one in the second; those who have forfeited are not absent.
        for (number, absent) in [(0, 2 * self.copies), (1, self.copies), (2, 0)] {
            let sum = format!(
                "SELECT CAST(coalesce(sum(absent), 0) AS BIGINT) FROM seats WHERE game_id LIKE 'due{number}x%'"
            );
            assert_eq!(self.database.number(&sum), absent, "game {number}");
        }
        let over = "SELECT count(*) FROM games WHERE id LIKE 'due2x%' AND status = 'finished'";
        assert_eq!(self.database.number(over), self.copies);
        let going_on = "SELECT count(*) FROM games WHERE id LIKE 'due%' AND status = 'active'";
        assert_eq!(self.database.number(going_on), 2 * self.copies);
        self.check_one_of_each(server).await;
    }

    /// What players see of it.
    async fn check_one_of_each(&self, server: &Process) {
        let ana = server.with_token_of(&self.players[0]);
        for (number, (template, late, version)) in self.games.iter().enumerate() {
            let log = whole_log(&ana, &format!("due{number}x7")).await;
            let news: Vec<(&str, &str)> =
                told(&log[*version as usize..]).into_iter().map(|(kind, _, by)| (kind, by)).collect();
            let moves = if number == 2 { 0 } else { *late as usize };
            let expected =
                [vec![("timed_out", "clock"); *late as usize], vec![("move", "bot"); moves]].concat();
            assert_eq!(news, expected);
            let game: Value = ana.get(&format!("/v1/games/{template}")).await.expect(200).json;
            assert_eq!(game["version"], *version, "nobody was to look at the first one");
        }
    }
}

async fn two_processes_do_once_what_is_due_at_five_hundred_games(database: Database) {
    let overdue = Overdue::create(&database).await;
    let servers = [Process::serve(&database.url, &[]), Process::serve(&database.url, &[])];
    overdue.let_all_be_due();
    overdue.check_done(&servers[0]).await;
    overdue.check_one_of_each(&servers[1]).await;
}

async fn killed_in_the_middle_processes_lose_nothing_and_double_nothing(database: Database) {
    let overdue = Overdue::create(&database).await;
    let all = overdue.all();
    let mut first = Process::serve(&database.url, &[]);
    let mut second = Process::serve(&database.url, &[]);
    overdue.let_all_be_due();
    assert!(overdue.until_timed_out(all / 10).await < all, "it is killed in the middle");
    first.kill();
    overdue.check_so_far();
    // The other one goes on without it, until it is killed as well.
    let seen = overdue.timed_out();
    assert!(overdue.until_timed_out(seen + all / 10).await < all, "it is killed in the middle");
    second.kill();
    overdue.check_so_far();
    assert!(overdue.timed_out() < all, "something is left to be done");
    let mut third = Process::serve(&database.url, &[]);
    let fourth = Process::serve(&database.url, &[]);
    let seen = overdue.timed_out();
    overdue.until_timed_out((seen + all / 10).min(all)).await;
    third.kill();
    overdue.check_done(&fourth).await;
}

async fn whoever_starts_finds_what_has_become_due_meanwhile(database: Database) {
    let overdue = Overdue::create(&database).await;
    overdue.let_all_be_due();
    let servers: Vec<Process> = (0..3).map(|_| Process::serve(&database.url, &[])).collect();
    overdue.check_done(&servers[2]).await;
}

/// The player is late, but so is the server: whichever is first, it is one of the two.
async fn a_move_at_the_last_moment_counts_or_comes_too_late(database: Database) {
    // Enough for some to be in time and others late.
    let overdue = Overdue { copies: 80, ..Overdue::create(&database).await };
    let servers = [Process::serve(&database.url, &[]), Process::serve(&database.url, &[])];
    let (template, _, version) = &overdue.games[1];
    let game = servers[0].with_token_of(&overdue.players[0]).get(&format!("/v1/games/{template}")).await;
    let late = servers[0].with_token_of(&overdue.players[whose_turn(&game.expect(200).json)]);
    overdue.let_all_be_due();
    let mut in_time = Vec::new();
    for copy in 1..=overdue.copies {
        let id = format!("due1x{copy}");
        let path = format!("/v1/games/{id}/moves");
        let answer = late.post(&path, &json!({ "type": "discard" })).await;
        if !answer.is_success() {
            answer.clone().problem(409, "not_your_turn");
        }
        in_time.push((id, answer.is_success()));
    }
    let moved = in_time.iter().filter(|(_, in_time)| *in_time).count() as i64;
    overdue.until_timed_out(overdue.all() - moved).await;
    assert_eq!(overdue.timed_out(), overdue.all() - moved);
    overdue.check_logs();
    for (id, in_time) in in_time {
        let log = whole_log(&late, &id).await;
        let news: Vec<(&str, &str)> =
            told(&log[*version as usize..]).into_iter().map(|(kind, _, by)| (kind, by)).collect();
        let expected =
            if in_time { &[("move", "player")][..] } else { &[("timed_out", "clock"), ("move", "bot")] };
        assert_eq!(news, expected, "{id}");
    }
}

/// Where one of three forfeits, his bot moves after the change that says so.
async fn bots_that_a_killed_process_has_left_are_moved_by_another(database: Database) {
    let app = slow_server(&database);
    let players = vec![app.player("ana").await, app.player("bob").await, app.player("cy").await];
    let table = Table::start_with(players.clone(), game("forfeit")).await;
    reveal_all(&table).await;
    let overdue = Overdue { copies: 60, ..Overdue::of(&database, app, players, vec![(table, 1)]).await };
    let version = overdue.games[0].2;
    let mut first = Process::serve(&database.url, &[]);
    overdue.let_all_be_due();
    overdue.until_timed_out(30).await;
    first.kill();
    let second = Process::serve(&database.url, &[]);
    overdue.until_timed_out(60).await;
    let waiting = "SELECT count(*) FROM seats WHERE game_id LIKE 'due%' AND to_act AND given_up IS NOT NULL";
    until("all bots have moved", async || (database.number(waiting) == 0).then_some(())).await;
    overdue.check_logs();
    let ana = second.with_token_of(&overdue.players[0]);
    for copy in 1..=60 {
        let log = whole_log(&ana, &format!("due0x{copy}")).await;
        let news = &log[version as usize..];
        assert_eq!(news[0]["kind"], "timed_out");
        let moves = if news[1]["move"]["type"] == "draw" { 2 } else { 1 };
        assert_eq!(told(news)[1..], vec![("move", news[0]["seat"].as_u64(), "bot"); moves]);
    }
}

async fn a_game_in_which_something_is_wrong_holds_up_no_other(database: Database) {
    let overdue = Overdue { copies: 3, ..Overdue::create(&database).await };
    let _server = Process::serve(&database.url, &[]);
    // The first three, with two time-outs each, do not read.
    database.execute(&format!("UPDATE games SET state = 'x' || state WHERE id = '{}'", overdue.games[0].0));
    overdue.let_all_be_due();
    overdue.until_timed_out(6).await;
    let broken = "SELECT count(*) FROM log WHERE kind = 'timed_out' AND game_id LIKE 'due0x%'";
    assert_eq!(database.number(broken), 0);
    // Once they do, they have their turn; somebody has looked at them again, or would in a minute.
    database
        .execute("UPDATE games SET state = substr(state, 2), wake_at = created_at WHERE id LIKE 'due0x%'");
    assert_eq!(overdue.until_timed_out(12).await, overdue.all());
    overdue.check_so_far();
}
