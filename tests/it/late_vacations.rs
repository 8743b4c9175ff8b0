//! Vacations that come when the time for a turn is nearly over, or is over.

use chrono::TimeDelta;

use crate::support::{
    app::App,
    calendar::{eventually, instant, utc},
    clocked::{day, deadline, last, noon, reveal, since, start, take_off},
    databases::Database,
    reading::{told, whole_log},
    runner::tests,
    rush::kinds,
};

tests![
    a_vacation_does_not_revive_a_turn_whose_time_was_up,
    a_vacation_that_has_not_been_counted_is_counted_at_the_old_deadline,
    whoever_was_reminded_before_a_vacation_is_not_reminded_again,
];

async fn a_vacation_does_not_revive_a_turn_whose_time_was_up(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P1D").await;
    let began = since(&table, 0).await;
    let end = began + TimeDelta::days(1);
    app.travel_to(end);
    // Whether the server has seen that the time is up or not.
    take_off(&ana, 1, 5).await;
    let log = eventually("the time-out", async || {
        let log = whole_log(&bob, &table.id).await;
        log.iter().any(|entry| entry["kind"] == "timed_out" && entry["seat"] == 0).then_some(log)
    });
    assert!(!kinds(&log.await).contains(&"deadline_moved"));
    assert_eq!(table.seen_by(0).await["seats"][0]["absent"], 1);
}

/// The server may stop between a vacation and the new deadlines: here it has the vacation of somebody who
/// has no game copied behind its back.
async fn a_vacation_that_has_not_been_counted_is_counted_at_the_old_deadline(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P1D").await;
    let old = deadline(&table, 0).await;
    take_off(&eve, 1, 2).await;
    database.execute(
        "UPDATE players SET vacations = (SELECT vacations FROM players WHERE name = 'eve') WHERE name = 'ana'",
    );
    assert_eq!(deadline(&table, 0).await, old);
    app.travel_to(old);
    let log = eventually("the new deadline", async || {
        let log = whole_log(&bob, &table.id).await;
        kinds(&log).contains(&"deadline_moved").then_some(log)
    });
    let log = log.await;
    let moved: Vec<_> = told(&log).into_iter().filter(|(kind, _, _)| *kind == "deadline_moved").collect();
    assert_eq!(moved, [("deadline_moved", Some(0), "clock")]);
    // Half a day had run until Tuesday; the other half is Thursday's.
    assert_eq!(deadline(&table, 0).await, old + TimeDelta::days(2));
    assert!(!log.iter().any(|entry| entry["kind"] == "timed_out" && entry["seat"] == 0));
}

/// Three quarters of the time have run on Tuesday at 06:00.
async fn whoever_was_reminded_before_a_vacation_is_not_reminded_again(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P1D").await;
    reveal(&table, 1).await;
    let other = start(&[&bob, &ana], "PT23H").await;
    app.travel_to(utc(day(1), 6, 1));
    eventually("the reminder", async || (last(&table).await["kind"] == "reminded").then_some(())).await;
    take_off(&ana, 1, 2).await;
    assert_eq!(last(&table).await["kind"], "deadline_moved");
    // What is due first is done first: once bob's time is up elsewhere, nothing earlier is left to do.
    app.travel_to(utc(day(1), 18, 0));
    let log = eventually("what is due later", async || {
        let log = whole_log(&bob, &other.id).await;
        kinds(&log).contains(&"timed_out").then_some(())
    });
    log.await;
    assert_eq!(last(&table).await["kind"], "deadline_moved");
    let end = deadline(&table, 0).await;
    app.travel_to(end + TimeDelta::seconds(1));
    let log = eventually("the time-out", async || {
        let log = whole_log(&bob, &table.id).await;
        kinds(&log).contains(&"timed_out").then_some(log)
    });
    let log = log.await;
    let reminders = log.iter().filter(|entry| entry["kind"] == "reminded" && entry["seat"] == 0).count();
    assert_eq!(reminders, 1);
    let timed_out = log.iter().find(|entry| entry["kind"] == "timed_out").expect("just seen");
    assert!(instant(&timed_out["at"]) >= end, "not before the new deadline");
}
