//! Vacations in running games: they count at once.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::support::{
    app::App,
    calendar::{instant, utc},
    clocked::{change, day, deadline, explained, last, noon, reveal, since, start, take_off},
    databases::Database,
    play::Table,
    reading::{create, fields, id, path, told, whole_log},
    runner::tests,
    rush::kinds,
};

tests![
    a_vacation_counts_at_once_in_every_game_in_which_the_time_runs,
    days_off_that_come_with_a_vacation_count_later,
    a_vacation_that_ends_early_gives_back_what_was_left,
    a_vacation_to_come_moves_the_deadlines_after_its_beginning_only,
    a_vacation_in_place_of_another_moves_the_deadline_again,
    a_vacation_counts_in_turns_that_begin_in_it,
    a_refused_vacation_moves_nothing,
    vacation_comes_before_days_off_and_quiet_hours,
    nobody_is_told_that_it_is_a_vacation,
    the_days_of_a_vacation_stay_where_they_were_when_the_zone_changes,
];

/// Midnight at the beginning of that day.
fn midnight(number: i64) -> DateTime<Utc> {
    utc(day(number), 0, 0)
}

async fn moved(table: &Table) -> usize {
    let log = whole_log(&table.players[0], &table.id).await;
    kinds(&log).iter().filter(|kind| **kind == "deadline_moved").count()
}

async fn a_vacation_counts_at_once_in_every_game_in_which_the_time_runs(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let (day_long, week_long) = (start(&[&ana, &bob], "P1D").await, start(&[&bob, &ana], "P7D").await);
    let (short, waiting) = (start(&[&ana, &bob], "PT12H").await, start(&[&ana, &bob], "P1D").await);
    reveal(&waiting, 0).await;
    let open = id(&create(&ana, json!({ "clock": { "per_turn": "P1D" } })).await);
    let (first, second) = (since(&day_long, 0).await, since(&week_long, 1).await);
    let bobs = deadline(&day_long, 1).await;
    let (before_short, before_waiting) = (short.seen_by(0).await, waiting.seen_by(0).await);
    // At 18:00 she leaves until the end of Thursday.
    app.travel_to(noon() + TimeDelta::hours(6));
    take_off(&ana, 0, 3).await;
    for (table, seat, began, length) in [(&day_long, 0, first, 1), (&week_long, 1, second, 7)] {
        let told = explained(table, seat).await;
        assert_eq!((instant(&told["since"]), &told["base"]), (began, &json!(format!("P{length}D"))));
        let pause = &told["pauses"][0];
        let left = instant(&pause["from"]);
        assert!(left >= noon() + TimeDelta::hours(6) && left < noon() + TimeDelta::hours(7), "{left}");
        assert_eq!((&pause["reason"], instant(&pause["until"])), (&json!("vacation"), midnight(4)));
        assert_eq!(told["pauses"].as_array().map(Vec::len), Some(1));
        // What had not run when she left runs from Friday on.
        let new = midnight(4) + (TimeDelta::days(length) - (left - began));
        assert_eq!(deadline(table, seat).await, new);
        let entry = last(table).await;
        assert_eq!(told_of(&entry), ("deadline_moved", Some(seat as u64), "player"));
        let game = table.seen_by(seat).await;
        assert_eq!((&game["version"], &game["updated_at"]), (&entry["version"], &entry["at"]));
        assert_eq!(moved(table).await, 1);
    }
    // Nothing else is any different.
    assert_eq!(deadline(&day_long, 1).await, bobs);
    assert_eq!(short.seen_by(0).await, before_short);
    assert_eq!(waiting.seen_by(0).await, before_waiting);
    assert_eq!(ana.get(&path(&open, "")).await.expect(200).json["version"], 1);
}

/// Whatever else is changed with a vacation has to wait for the next turn.
async fn days_off_that_come_with_a_vacation_count_later(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P4D").await;
    let began = since(&table, 0).await;
    let days = json!({ "from": day(1).to_string(), "until": day(1).to_string() });
    change(&ana, json!({ "vacation": days, "days_off": ["wednesday", "thursday"] })).await;
    let vacation = json!({ "from": midnight(1), "until": midnight(2), "reason": "vacation" });
    assert_eq!(explained(&table, 0).await["pauses"], json!([vacation]));
    assert_eq!(deadline(&table, 0).await, began + TimeDelta::days(5));
    // To set the same again or to end what is not there changes nothing: nobody can fill up a log with it.
    change(&ana, json!({ "vacation": days })).await;
    change(&bob, json!({ "vacation": null })).await;
    assert_eq!(moved(&table).await, 1);
    let next = start(&[&ana, &bob], "P4D").await;
    let off = json!({ "from": midnight(2), "until": midnight(4), "reason": "day_off" });
    assert_eq!(explained(&next, 0).await["pauses"], json!([vacation, off]));
}

fn told_of(entry: &Value) -> (&str, Option<u64>, &str) {
    told(std::slice::from_ref(entry))[0]
}

async fn a_vacation_that_ends_early_gives_back_what_was_left(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let tables = [start(&[&ana, &bob], "P1D").await, start(&[&ana, &bob], "P2D").await];
    // Bob has done his part, so that nothing of his falls due.
    for table in &tables {
        reveal(table, 1).await;
    }
    take_off(&ana, 0, 9).await;
    // Had it run, both would be over; but she is away, and comes back on Friday at noon.
    app.travel_to(utc(day(4), 12, 0));
    change(&ana, json!({ "vacation": null })).await;
    for (table, length) in tables.iter().zip([1, 2]) {
        let told = explained(table, 0).await;
        let (began, pause) = (instant(&told["since"]), &told["pauses"][0]);
        let (from, until) = (instant(&pause["from"]), instant(&pause["until"]));
        assert!(until >= utc(day(4), 12, 0) && until < utc(day(4), 12, 2), "{until}");
        assert_eq!(told["pauses"].as_array().map(Vec::len), Some(1));
        let new = began + TimeDelta::days(length) + (until - from);
        assert_eq!((deadline(table, 0).await, instant(&told["deadline"])), (new, new));
        assert!(new > utc(day(5), 11, 0), "never one that is past");
        assert!(table.seen_by(0).await["seats"][0].get("paused_until").is_none());
        assert_eq!(moved(table).await, 2);
        assert_eq!(told_of(&last(table).await), ("deadline_moved", Some(0), "player"));
        reveal(table, 0).await;
    }
}

async fn a_vacation_to_come_moves_the_deadlines_after_its_beginning_only(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let (soon, late) = (start(&[&ana, &bob], "P1D").await, start(&[&ana, &bob], "P4D").await);
    let began = [since(&soon, 0).await, since(&late, 0).await];
    // The first game's deadline is on Tuesday at noon, the other one's on Friday at noon; from Wednesday
    // to Saturday are four days.
    take_off(&ana, 2, 5).await;
    assert_eq!((deadline(&soon, 0).await, moved(&soon).await), (began[0] + TimeDelta::days(1), 0));
    assert_eq!((deadline(&late, 0).await, moved(&late).await), (began[1] + TimeDelta::days(8), 1));
    let told = explained(&late, 0).await;
    let pause = json!({ "from": midnight(2), "until": midnight(6), "reason": "vacation" });
    assert_eq!(told["pauses"], json!([pause]));
    assert!(late.seen_by(0).await["seats"][0].get("paused_until").is_none(), "not yet");
    app.travel_to(midnight(2));
    assert_eq!(instant(&late.seen_by(1).await["seats"][0]["paused_until"]), midnight(6));
    // It is dropped before it begins, in another game: the deadline is what it was.
    let (bobs, _) = (start(&[&bob, &ana], "P4D").await, ());
    let before = deadline(&bobs, 0).await;
    take_off(&bob, 4, 9).await;
    assert_eq!(deadline(&bobs, 0).await, before + TimeDelta::days(6));
    change(&bob, json!({ "vacation": null })).await;
    assert_eq!((deadline(&bobs, 0).await, moved(&bobs).await), (before, 2));
}

async fn a_vacation_in_place_of_another_moves_the_deadline_again(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P3D").await;
    let began = since(&table, 0).await;
    take_off(&ana, 1, 4).await;
    assert_eq!(deadline(&table, 0).await, began + TimeDelta::days(7));
    take_off(&ana, 1, 1).await;
    assert_eq!(deadline(&table, 0).await, began + TimeDelta::days(4));
    assert_eq!(moved(&table).await, 2);
    // On Tuesday at noon it is made longer by Wednesday: what has been of it stays.
    app.travel_to(utc(day(1), 12, 0));
    take_off(&ana, 1, 2).await;
    assert_eq!(deadline(&table, 0).await, began + TimeDelta::days(5));
    // Put off, it has been until now all the same: half a day. And then Thursday.
    take_off(&ana, 3, 3).await;
    let told = explained(&table, 0).await;
    let pauses = told["pauses"].as_array().expect("a list");
    assert_eq!(instant(&pauses[0]["from"]), midnight(1));
    let back = instant(&pauses[0]["until"]);
    assert!(back >= utc(day(1), 12, 0) && back < utc(day(1), 12, 2), "{back}");
    assert_eq!(pauses[1], json!({ "from": midnight(3), "until": midnight(4), "reason": "vacation" }));
    assert_eq!(pauses.len(), 2);
    assert_eq!(deadline(&table, 0).await, began + TimeDelta::days(4) + (back - midnight(1)));
    assert_eq!(moved(&table).await, 4);
}

async fn a_vacation_counts_in_turns_that_begin_in_it(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    // Both go, so that whoever comes first is on vacation.
    let table = start(&[&ana, &bob], "P2D").await;
    reveal(&table, 0).await;
    take_off(&ana, 0, 2).await;
    assert_eq!(moved(&table).await, 0, "it was not her turn any more");
    take_off(&bob, 0, 2).await;
    assert_eq!(moved(&table).await, 1);
    reveal(&table, 1).await;
    let seat = table.seen_by(0).await["to_act"][0].as_u64().expect("a seat") as usize;
    let told = explained(&table, seat).await;
    let pause = json!({ "from": told["since"], "until": midnight(3), "reason": "vacation" });
    assert_eq!(told["pauses"], json!([pause]));
    assert_eq!(instant(&told["deadline"]), midnight(5));
    assert_eq!(instant(&table.seen_by(1 - seat).await["seats"][seat]["paused_until"]), midnight(3));
    // Whoever plays on vacation plays.
    table.players[seat].post(&table.path("/moves"), &json!({ "type": "draw" })).await.expect(200);
    assert_eq!(moved(&table).await, 1, "the turn began with it");
}

async fn a_refused_vacation_moves_nothing(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P1D").await;
    let before = ana.get(&table.path("")).await.expect(200);
    let days =
        |from: i64, until: i64| json!({ "from": day(from).to_string(), "until": day(until).to_string() });
    for wrong in [
        json!({ "vacation": days(0, 70) }),
        json!({ "vacation": days(-1, 3) }),
        json!({ "vacation": days(0, 3), "time_zone": "Mars/Olympus" }),
    ] {
        ana.patch("/v1/players/me", &wrong).await.problem(422, "invalid");
        let after = ana.get(&table.path("")).await.expect(200);
        assert_eq!((after.text.as_str(), after.etag()), (before.text.as_str(), before.etag()));
    }
}

async fn vacation_comes_before_days_off_and_quiet_hours(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let quiet = json!({ "from": "23:00", "until": "01:00" });
    change(&ana, json!({ "days_off": ["tuesday", "wednesday", "thursday"], "quiet_hours": quiet })).await;
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P1D").await;
    let began = since(&table, 0).await;
    let before = deadline(&table, 0).await;
    take_off(&ana, 2, 2).await;
    // Monday runs from 12:00 to 23:00. Then come an hour of quiet, Tuesday off, Wednesday's vacation,
    // Thursday off, and an hour of quiet; and 13 hours from 01:00 on Friday.
    let pause = |from: DateTime<Utc>, until: DateTime<Utc>, reason: &str| json!({ "from": from, "until": until, "reason": reason });
    let expected = json!([
        pause(utc(day(0), 23, 0), midnight(1), "quiet_hours"),
        pause(midnight(1), midnight(2), "day_off"),
        pause(midnight(2), midnight(3), "vacation"),
        pause(midnight(3), midnight(4), "day_off"),
        pause(midnight(4), utc(day(4), 1, 0), "quiet_hours"),
    ]);
    let told = explained(&table, 0).await;
    assert_eq!(told["pauses"], expected);
    assert_eq!(instant(&told["deadline"]), utc(day(4), 14, 0) + (began - noon()));
    // The day was off anyway, but she is told another reason.
    assert_eq!((deadline(&table, 0).await, moved(&table).await), (before, 1));
    app.travel_to(utc(day(0), 23, 30));
    let seen = table.seen_by(1).await;
    assert_eq!(instant(&seen["seats"][0]["paused_until"]), utc(day(4), 1, 0));
}

async fn nobody_is_told_that_it_is_a_vacation(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    change(&ana, json!({ "time_zone": "Pacific/Auckland" })).await;
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P1D").await;
    reveal(&table, 1).await;
    take_off(&ana, 1, 5).await;
    change(&ana, json!({ "vacation": null })).await;
    for client in [&bob, &app.stranger()] {
        let log = whole_log(client, &table.id).await;
        let entry = log.last().expect("an entry");
        assert_eq!(fields(entry), ["at", "by", "events", "kind", "move", "seat", "version"]);
        assert_eq!(told_of(entry), ("deadline_moved", Some(0), "player"));
        assert_eq!((&entry["move"], &entry["events"]), (&Value::Null, &json!([])));
        for address in [table.path(""), table.path("/log"), "/v1/games?player=ana".to_owned()] {
            let text = client.get(&address).await.expect(200).text;
            for secret in ["vacation", "Auckland", "day_off", "quiet", "explained", "reason"] {
                assert!(!text.contains(secret), "{secret} in {address}: {text}");
            }
        }
    }
    let own = ana.get("/v1/games?player=ana").await.expect(200).text;
    assert!(!own.contains("explained"), "lists do not have it for anybody: {own}");
}

async fn the_days_of_a_vacation_stay_where_they_were_when_the_zone_changes(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.travel_to(noon());
    let table = start(&[&ana, &bob], "P2D").await;
    take_off(&ana, 1, 2).await;
    let before = table.seen_by(0).await;
    change(&ana, json!({ "time_zone": "Asia/Tokyo" })).await;
    assert_eq!(table.seen_by(0).await, before);
    // In the next turns too.
    let next = start(&[&ana, &bob], "P2D").await;
    let pause = json!({ "from": midnight(1), "until": midnight(3), "reason": "vacation" });
    assert_eq!(explained(&next, 0).await["pauses"], json!([pause]));
    // Set anew, they are days in Tokyo, nine hours earlier.
    take_off(&ana, 1, 2).await;
    let nine = TimeDelta::hours(9);
    let pause = json!({ "from": midnight(1) - nine, "until": midnight(3) - nine, "reason": "vacation" });
    assert_eq!(explained(&next, 0).await["pauses"], json!([pause]));
}
