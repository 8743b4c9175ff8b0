//! Clocks that stand still on days off and in quiet hours. How deadlines come about is worked out by hand.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc, Weekday};
use serde_json::{Value, json};

use crate::support::{
    app::App,
    calendar::{advance, coming, instant, tokyo, utc},
    client::Client,
    databases::Database,
    play::Table,
    reading::{fields, whole_log},
    runner::tests,
};

tests![
    a_day_to_think_over_a_weekend,
    what_is_due_comes_when_the_clock_has_run_and_not_before,
    clocks_of_less_than_a_day_never_stand_still,
    other_settings_count_from_the_next_turn_on,
    others_see_until_when_a_clock_stands_still_and_never_why,
    a_turn_that_begins_in_a_pause_begins_with_it,
    an_hour_that_does_not_exist_and_a_day_of_23_hours,
    an_hour_that_exists_twice,
];

/// Weekends and nights in Tokyo, where no clock is ever changed.
async fn keep_hours_in_tokyo(client: &Client) {
    let hours = json!({
        "time_zone": "Asia/Tokyo",
        "days_off": ["saturday", "sunday"],
        "quiet_hours": { "from": "22:00", "until": "07:00" },
    });
    client.patch("/v1/players/me", &hours).await.expect(200);
}

/// A game of ana and bob in which both have to turn cards up, so that the clocks of both run.
async fn start(ana: &Client, bob: &Client, per_turn: &str) -> Table {
    let game = json!({ "ruleset": "nine_card", "clock": { "per_turn": per_turn, "on_timeout": "bot" } });
    Table::start_with(vec![ana.clone(), bob.clone()], game).await
}

async fn reveal(table: &Table, seat: usize) {
    let action = json!({ "type": "reveal", "cells": [0, 1, 2] });
    table.players[seat].post(&table.path("/moves"), &action).await.expect(200);
}

/// How the deadline of that seat comes about, as its player is told.
async fn explained(table: &Table, seat: usize) -> Value {
    let game = table.seen_by(seat).await;
    let explained = &game["you"]["clock_explained"];
    assert_eq!(game["seats"][seat]["deadline"], explained["deadline"], "both say the same");
    explained.clone()
}

/// How long after that instant the turn began: no longer than requests take.
#[track_caller]
fn late(explained: &Value, planned: DateTime<Utc>) -> TimeDelta {
    let late = instant(&explained["since"]) - planned;
    assert!(late >= TimeDelta::zero() && late < TimeDelta::minutes(2), "{late} late");
    late
}

/// From when until when a clock stands still, and why.
type Pause<'a> = (DateTime<Utc>, DateTime<Utc>, &'a str);

fn pauses(explained: &Value) -> Vec<Pause<'_>> {
    let pauses = explained["pauses"].as_array().expect("a list").iter();
    pauses
        .map(|pause| {
            assert_eq!(fields(pause), ["from", "reason", "until"]);
            (instant(&pause["from"]), instant(&pause["until"]), pause["reason"].as_str().expect("a reason"))
        })
        .collect()
}

fn after(day: NaiveDate, days: i64) -> NaiveDate {
    day + TimeDelta::days(days)
}

/// The pauses of a turn of a day that begins on a Friday at 18:00 in Tokyo, and its end. It runs four hours
/// until 22:00; 15 hours on Monday, from 07:00 to 22:00; and the other five on Tuesday from 07:00 to 12:00.
fn over_a_weekend(friday: NaiveDate) -> (Vec<Pause<'static>>, DateTime<Utc>) {
    let (saturday, monday, tuesday) = (after(friday, 1), after(friday, 3), after(friday, 4));
    let pauses = vec![
        (tokyo(friday, 22, 0), tokyo(saturday, 0, 0), "quiet_hours"),
        (tokyo(saturday, 0, 0), tokyo(monday, 0, 0), "day_off"),
        (tokyo(monday, 0, 0), tokyo(monday, 7, 0), "quiet_hours"),
        (tokyo(monday, 22, 0), tokyo(tuesday, 7, 0), "quiet_hours"),
    ];
    (pauses, tokyo(tuesday, 12, 0))
}

async fn a_day_to_think_over_a_weekend(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    keep_hours_in_tokyo(&ana).await;
    let friday = coming(Weekday::Fri);
    app.travel_to(tokyo(friday, 18, 0));
    let table = start(&ana, &bob, "P1D").await;
    let (expected, deadline) = over_a_weekend(friday);
    let told = explained(&table, 0).await;
    assert_eq!(fields(&told), ["base", "deadline", "pauses", "since"]);
    assert_eq!(told["base"], "P1D");
    let late = late(&told, tokyo(friday, 18, 0));
    assert_eq!(pauses(&told), expected);
    assert_eq!(instant(&told["deadline"]), deadline + late);
    // bob's clock runs on, and the game's deadline is the earlier one.
    let told = explained(&table, 1).await;
    assert_eq!((&told["base"], &told["pauses"]), (&json!("P1D"), &json!([])));
    assert_eq!(instant(&told["deadline"]), tokyo(after(friday, 1), 18, 0) + late);
    assert_eq!(table.seen_by(0).await["deadline"], told["deadline"]);
    // 36 hours are twelve more: the rest of Tuesday until 22:00 is ten of them, and then two from 07:00.
    let table = start(&ana, &bob, "PT36H").await;
    let told = explained(&table, 0).await;
    assert_eq!(told["base"], "PT36H");
    let late = self::late(&told, tokyo(friday, 18, 0));
    let (tuesday, wednesday) = (after(friday, 4), after(friday, 5));
    let night = (tokyo(tuesday, 22, 0), tokyo(wednesday, 7, 0), "quiet_hours");
    assert_eq!(pauses(&told), [expected, vec![night]].concat());
    assert_eq!(instant(&told["deadline"]), tokyo(wednesday, 9, 0) + late);
}

/// A quarter of the time is left when 18 hours have run: four on Friday, and 14 on Monday from 07:00.
async fn what_is_due_comes_when_the_clock_has_run_and_not_before(database: Database) {
    let app = App::start_with(&database, |config| config.sandbox = true);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    keep_hours_in_tokyo(&ana).await;
    let friday = coming(Weekday::Fri);
    app.travel_to(tokyo(friday, 18, 0));
    let table = start(&ana, &bob, "P1D").await;
    let late = late(&explained(&table, 0).await, tokyo(friday, 18, 0));
    reveal(&table, 1).await;
    advance(&bob, "P5D").await;
    let log = whole_log(&bob, &table.id).await;
    let first = |kind: &str| {
        let entry = log.iter().find(|entry| entry["kind"] == kind && entry["seat"] == 0);
        instant(&entry.unwrap_or_else(|| panic!("no {kind}"))["at"])
    };
    assert_eq!(first("reminded"), tokyo(after(friday, 3), 21, 0) + late);
    assert_eq!(first("timed_out"), tokyo(after(friday, 4), 12, 0) + late);
}

async fn clocks_of_less_than_a_day_never_stand_still(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    keep_hours_in_tokyo(&ana).await;
    let saturday = coming(Weekday::Sat);
    app.travel_to(tokyo(saturday, 23, 0));
    let day = saturday.to_string();
    let vacation = json!({ "vacation": { "from": day, "until": after(saturday, 3).to_string() } });
    // In quiet hours, on a day off, before a vacation and on it.
    for changes in [json!({}), vacation] {
        let table = start(&ana, &bob, "PT23H59M59S").await;
        let before = table.seen_by(0).await;
        ana.patch("/v1/players/me", &changes).await.expect(200);
        assert_eq!(table.seen_by(0).await, before);
        let told = explained(&table, 0).await;
        assert_eq!((&told["base"], &told["pauses"]), (&json!("PT23H59M59S"), &json!([])));
        let length = TimeDelta::hours(24) - TimeDelta::seconds(1);
        assert_eq!(instant(&told["deadline"]), instant(&told["since"]) + length);
        assert!(before["seats"][0].get("paused_until").is_none());
    }
    // From a day on they do, whatever it is called.
    let table = start(&ana, &bob, "PT24H").await;
    assert_eq!(explained(&table, 0).await["base"], "PT24H");
    assert!(table.seen_by(0).await["seats"][0].get("paused_until").is_some());
}

async fn other_settings_count_from_the_next_turn_on(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let friday = coming(Weekday::Fri);
    app.travel_to(tokyo(friday, 18, 0));
    let table = start(&ana, &bob, "P1D").await;
    let before = ana.get(&table.path("")).await.expect(200);
    keep_hours_in_tokyo(&ana).await;
    keep_hours_in_tokyo(&bob).await;
    let same = ana.get(&table.path("")).await.expect(200);
    assert_eq!((&same.text, same.etag()), (&before.text, before.etag()));
    // Both turn cards up; whoever is on turn then is in his next turn.
    reveal(&table, 0).await;
    reveal(&table, 1).await;
    let seat = table.seen_by(0).await["to_act"][0].as_u64().expect("a seat") as usize;
    let told = explained(&table, seat).await;
    let (expected, deadline) = over_a_weekend(friday);
    assert_eq!(pauses(&told), expected);
    let late = late(&told, tokyo(friday, 18, 0));
    assert_eq!(instant(&told["deadline"]), deadline + late);
    // Draw and swap are one turn: in its midst nothing changes either.
    let mover = &table.players[seat];
    let nothing = json!({ "time_zone": "UTC", "days_off": [], "quiet_hours": null });
    mover.patch("/v1/players/me", &nothing).await.expect(200);
    mover.post(&table.path("/moves"), &json!({ "type": "draw" })).await.expect(200);
    assert_eq!(explained(&table, seat).await, told);
}

async fn others_see_until_when_a_clock_stands_still_and_never_why(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let stranger = app.stranger();
    keep_hours_in_tokyo(&ana).await;
    let friday = coming(Weekday::Fri);
    app.travel_to(tokyo(friday, 18, 0));
    let table = start(&ana, &bob, "P7D").await;
    reveal(&table, 1).await;
    let (game, list) = (table.path(""), "/v1/games?player=ana");
    // One pause from Friday evening until Monday morning, whatever the reasons, and then the nights.
    let monday = after(friday, 3);
    let steps = [
        (tokyo(friday, 21, 55), None),
        (tokyo(friday, 22, 0), Some(tokyo(monday, 7, 0))),
        (tokyo(after(friday, 1), 12, 0), Some(tokyo(monday, 7, 0))),
        (tokyo(monday, 6, 55), Some(tokyo(monday, 7, 0))),
        (tokyo(monday, 7, 0), None),
        (tokyo(monday, 22, 0), Some(tokyo(after(monday, 1), 7, 0))),
    ];
    let mut known: Vec<[String; 2]> = vec![[String::new(), String::new()]; 3];
    let mut before = None;
    for (then, until) in steps {
        app.travel_to(then);
        for (client, known) in [&bob, &stranger, &ana].into_iter().zip(&mut known) {
            for (address, etag) in [game.as_str(), list].into_iter().zip(known) {
                let answer = match etag.as_str() {
                    "" => client.get(address).await,
                    etag => client.get_if_changed(address, etag).await,
                };
                if before == Some(until) {
                    answer.expect(304);
                    continue;
                }
                let answer = answer.expect(200);
                *etag = answer.etag().to_owned();
                let seen = if address == list { &answer.json["items"][0] } else { &answer.json };
                let paused_until = seen["seats"][0].get("paused_until").map(instant);
                assert_eq!(paused_until, until, "{address} at {then}");
                assert!(seen["seats"][1].get("paused_until").is_none());
                client.get_if_changed(address, etag).await.expect(304);
            }
        }
        before = Some(until);
    }
    for client in [&bob, &stranger] {
        for address in [&game, list, &table.path("/log")] {
            let text = client.get(address).await.expect(200).text;
            for secret in ["day_off", "quiet", "vacation", "Tokyo", "explained", "pauses", "reason"] {
                assert!(!text.contains(secret), "{secret} in {address}: {text}");
            }
        }
    }
}

/// On a Sunday at 12:00: the turn begins when its clock starts, on Monday at 07:00, but `since` says Sunday.
async fn a_turn_that_begins_in_a_pause_begins_with_it(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    keep_hours_in_tokyo(&ana).await;
    let sunday = coming(Weekday::Sun);
    app.travel_to(tokyo(sunday, 12, 0));
    let table = start(&ana, &bob, "P1D").await;
    let told = explained(&table, 0).await;
    late(&told, tokyo(sunday, 12, 0));
    // 15 hours on Monday, nine on Tuesday.
    let (monday, tuesday) = (after(sunday, 1), after(sunday, 2));
    let expected = [
        (instant(&told["since"]), tokyo(monday, 0, 0), "day_off"),
        (tokyo(monday, 0, 0), tokyo(monday, 7, 0), "quiet_hours"),
        (tokyo(monday, 22, 0), tokyo(tuesday, 7, 0), "quiet_hours"),
    ];
    assert_eq!(pauses(&told), expected);
    assert_eq!(instant(&told["deadline"]), tokyo(tuesday, 16, 0));
}

/// The last Sunday of that month next year: the day on which clocks are changed in Berlin.
fn last_sunday(month: u32) -> NaiveDate {
    let last = NaiveDate::from_ymd_opt(Utc::now().year() + 1, month, 31).expect("a date");
    after(last, -i64::from(last.weekday().num_days_from_sunday()))
}

/// A sandbox at that instant, with a game of ana, who keeps hours in Berlin, and bob.
async fn sandbox_at(database: &Database, then: DateTime<Utc>, hours: Value) -> (App, Table) {
    let app = App::start_with(database, |config| config.sandbox = true);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    ana.patch("/v1/players/me", &json!({ "time_zone": "Europe/Berlin" })).await.expect(200);
    ana.patch("/v1/players/me", &hours).await.expect(200);
    // October of next year can be more than a year ahead, which is as far as one step goes.
    let mut now = advance(&ana, "PT1S").await;
    while now < then {
        let seconds = ((then - now).num_seconds() + 1).min(366 * 86_400);
        now = advance(&ana, &format!("PT{seconds}S")).await;
    }
    let table = start(&ana, &bob, "P1D").await;
    (app, table)
}

/// On the last Sunday of March it is 01:59 at +01:00 in Berlin, and then 03:00 at +02:00. Quiet hours until
/// 02:30, which is not on that day, end at 03:00.
async fn an_hour_that_does_not_exist_and_a_day_of_23_hours(database: Database) {
    let sunday = last_sunday(3);
    let (saturday, monday) = (after(sunday, -1), after(sunday, 1));
    // Saturday 18:00 at +01:00 is 17:00 in UTC.
    let six = utc(saturday, 17, 0);
    let hours = json!({ "quiet_hours": { "from": "22:00", "until": "02:30" } });
    let (_app, table) = sandbox_at(&database, six, hours).await;
    let told = explained(&table, 0).await;
    let late = late(&told, six);
    // Four hours until 22:00, 19 from 03:00 to 22:00 on Sunday, and one from 02:30 on Monday.
    let expected = [
        (utc(saturday, 21, 0), utc(sunday, 1, 0), "quiet_hours"),
        (utc(sunday, 20, 0), utc(monday, 0, 30), "quiet_hours"),
    ];
    assert_eq!(pauses(&told), expected);
    assert_eq!(instant(&told["deadline"]), utc(monday, 1, 30) + late);
    // The day itself has 23 hours: it is off from 23:00 to 22:00 in UTC. Six hours before it, 18 after it.
    let off = json!({ "days_off": ["sunday"], "quiet_hours": null });
    table.players[0].patch("/v1/players/me", &off).await.expect(200);
    let table = start(&table.players[0], &table.players[1], "P1D").await;
    let told = explained(&table, 0).await;
    let late = self::late(&told, six);
    assert_eq!(pauses(&told), [(utc(saturday, 23, 0), utc(sunday, 22, 0), "day_off")]);
    assert_eq!(instant(&told["deadline"]), utc(monday, 16, 0) + late);
    // And so it comes, in the sandbox too.
    advance(&table.players[0], "P2D").await;
    let log = whole_log(&table.players[1], &table.id).await;
    let timed_out = log.iter().find(|entry| entry["kind"] == "timed_out" && entry["seat"] == 0);
    assert_eq!(instant(&timed_out.expect("it has come")["at"]), utc(monday, 16, 0) + late);
}

/// On the last Sunday of October it is 02:59 at +02:00 in Berlin, and then 02:00 at +01:00. Quiet hours
/// until 02:30, which is there twice, end the second time.
async fn an_hour_that_exists_twice(database: Database) {
    let sunday = last_sunday(10);
    let (saturday, monday) = (after(sunday, -1), after(sunday, 1));
    // Saturday 18:00 at +02:00 is 16:00 in UTC.
    let six = utc(saturday, 16, 0);
    let hours = json!({ "quiet_hours": { "from": "22:00", "until": "02:30" } });
    let (_app, table) = sandbox_at(&database, six, hours).await;
    let told = explained(&table, 0).await;
    let late = late(&told, six);
    // Four hours until 22:00, 19½ from 02:30 to 22:00 on Sunday, and a half from 02:30 on Monday.
    let expected = [
        (utc(saturday, 20, 0), utc(sunday, 1, 30), "quiet_hours"),
        (utc(sunday, 21, 0), utc(monday, 1, 30), "quiet_hours"),
    ];
    assert_eq!(pauses(&told), expected);
    assert_eq!(instant(&told["deadline"]), utc(monday, 2, 0) + late);
}
