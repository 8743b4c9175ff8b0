//! The tests over HTTP: every one runs against a real server with a database of its own, once on
//! SQLite and once on Postgres.
//!
//! Postgres is the one that `TEST_DATABASE_URL` names (a database whose user may create others),
//! else a private cluster started from installed binaries. Without either, its half is skipped
//! with a warning, or fails if `CI` is `true`.

mod absences;
mod bots;
mod busy;
mod caching;
mod calendar;
mod cancel_votes;
mod card_golf;
mod clocks;
mod command_line;
mod course_games;
mod course_lists;
mod courses;
mod crash;
mod creating;
mod due_at_once;
mod feeds;
mod field_names;
mod following;
mod forfeits;
mod game_shape;
mod ground_rules;
mod hidden;
mod idempotency;
mod indexes;
mod late_vacations;
mod leaving;
mod limits;
mod lists;
mod log_and_export;
mod malformed;
mod messages;
mod migrations;
mod old_database;
mod outage;
mod par_fore;
mod par_fore_courses;
mod personal_time;
mod players;
mod privacy;
mod races;
mod reading_together;
mod rematch;
mod rematch_requests;
mod resigning;
mod rulesets;
mod sandbox;
mod seat_races;
mod seats;
mod service;
mod snapshots;
mod specification;
mod standing_still;
mod starting;
mod support;
mod tour;
mod vacation_days;
mod vacations;
mod webhook_delivery;
mod webhook_races;
mod webhook_refusals;
mod webhooks;
mod whole_games;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use support::{
    databases::{Database, Kind, postgres},
    runner::{Test, block_on},
};

/// Every module of tests.
const MODULES: &[(&str, &[Test])] = &[
    ("absences", absences::TESTS),
    ("bots", bots::TESTS),
    ("busy", busy::TESTS),
    ("caching", caching::TESTS),
    ("calendar", calendar::TESTS),
    ("cancel_votes", cancel_votes::TESTS),
    ("card_golf", card_golf::TESTS),
    ("clocks", clocks::TESTS),
    ("command_line", command_line::TESTS),
    ("course_games", course_games::TESTS),
    ("course_lists", course_lists::TESTS),
    ("courses", courses::TESTS),
    ("crash", crash::TESTS),
    ("creating", creating::TESTS),
    ("due_at_once", due_at_once::TESTS),
    ("feeds", feeds::TESTS),
    ("field_names", field_names::TESTS),
    ("following", following::TESTS),
    ("forfeits", forfeits::TESTS),
    ("game_shape", game_shape::TESTS),
    ("ground_rules", ground_rules::TESTS),
    ("hidden", hidden::TESTS),
    ("idempotency", idempotency::TESTS),
    ("indexes", indexes::TESTS),
    ("late_vacations", late_vacations::TESTS),
    ("leaving", leaving::TESTS),
    ("limits", limits::TESTS),
    ("lists", lists::TESTS),
    ("log_and_export", log_and_export::TESTS),
    ("malformed", malformed::TESTS),
    ("messages", messages::TESTS),
    ("migrations", migrations::TESTS),
    ("old_database", old_database::TESTS),
    ("outage", outage::TESTS),
    ("par_fore", par_fore::TESTS),
    ("par_fore_courses", par_fore_courses::TESTS),
    ("personal_time", personal_time::TESTS),
    ("players", players::TESTS),
    ("privacy", privacy::TESTS),
    ("races", races::TESTS),
    ("reading_together", reading_together::TESTS),
    ("rematch", rematch::TESTS),
    ("rematch_requests", rematch_requests::TESTS),
    ("resigning", resigning::TESTS),
    ("rulesets", rulesets::TESTS),
    ("sandbox", sandbox::TESTS),
    ("seat_races", seat_races::TESTS),
    ("seats", seats::TESTS),
    ("service", service::TESTS),
    ("snapshots", snapshots::TESTS),
    ("specification", specification::TESTS),
    ("standing_still", standing_still::TESTS),
    ("starting", starting::TESTS),
    ("tour", tour::TESTS),
    ("vacation_days", vacation_days::TESTS),
    ("vacations", vacations::TESTS),
    ("webhook_delivery", webhook_delivery::TESTS),
    ("webhook_races", webhook_races::TESTS),
    ("webhook_refusals", webhook_refusals::TESTS),
    ("webhooks", webhooks::TESTS),
    ("whole_games", whole_games::TESTS),
];

fn main() -> ExitCode {
    // Clients ask for it when they are made, whether they speak TLS or not.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let cluster = if arguments.list { None } else { postgres::start() };
    if !arguments.list && cluster.is_none() {
        eprintln!(
            "\n*** NO POSTGRES: half of the tests is skipped. Install it, or set TEST_DATABASE_URL. ***\n"
        );
    }
    let fails_without = cluster.is_none() && std::env::var("CI").is_ok_and(|ci| ci == "true");
    for (module, tests) in MODULES {
        for test in *tests {
            for kind in [Kind::Sqlite, Kind::Postgres] {
                let name = format!("{kind}::{module}::{}", test.name);
                let skipped = kind == Kind::Postgres && cluster.is_none() && !arguments.list;
                let run = test.run;
                let trial = Trial::test(name, move || {
                    if skipped {
                        return Err("there is no Postgres".into());
                    }
                    block_on(async { run(Database::create(kind)).await });
                    Ok(())
                });
                trials.push(trial.with_ignored_flag(skipped && !fails_without));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    drop(cluster);
    conclusion.exit_code()
}
