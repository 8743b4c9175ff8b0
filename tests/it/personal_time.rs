//! When a player does not play: reading and changing it.

use chrono::{TimeDelta, Weekday};
use serde_json::{Value, json};

use crate::support::{
    app::App,
    calendar::{coming, next_march, utc},
    client::Client,
    databases::Database,
    personal::{ME, assert_invalid, change, days, vacation},
    reading::{create, fields, id, path},
    runner::tests,
    rush::{Post, at_once},
};

tests![
    at_first_nothing_is_off,
    everything_is_changed_at_once_or_alone,
    null_and_an_empty_list_take_away,
    days_are_put_in_order_and_counted_once,
    twelve_quiet_hours_are_the_most,
    wrong_values_are_refused_with_the_name_of_their_field,
    what_is_not_of_the_right_form_is_malformed,
    changes_at_the_same_moment_lose_nothing,
    nobody_else_is_shown_any_of_it,
];

async fn me(client: &Client) -> Value {
    client.get(ME).await.expect(200).json
}

/// What is said of the player's time alone.
fn time_of(account: &Value) -> Value {
    let mut time = account.clone();
    for field in ["id", "name", "display_name", "created_at"] {
        time.as_object_mut().expect("an object").remove(field);
    }
    time
}

async fn at_first_nothing_is_off(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let account = me(&ana).await;
    let all = [
        "created_at",
        "days_off",
        "display_name",
        "id",
        "name",
        "quiet_hours",
        "time_zone",
        "vacation",
        "vacation_days_left",
    ];
    assert_eq!(fields(&account), all);
    let nothing = json!({
        "time_zone": "UTC", "days_off": [], "quiet_hours": null, "vacation": null, "vacation_days_left": 30,
    });
    assert_eq!(time_of(&account), nothing);
    // A change of nothing changes nothing.
    assert_eq!(change(&ana, json!({})).await.expect(200).json, account);
    assert_eq!(me(&ana).await, account);
}

async fn everything_is_changed_at_once_or_alone(database: Database) {
    let app = App::start(&database);
    app.travel_to(utc(next_march(), 12, 0));
    let ana = app.player("ana").await;
    let from = next_march() + TimeDelta::days(10);
    let mut all = vacation(from, 5);
    all["time_zone"] = json!("Europe/Berlin");
    all["days_off"] = json!(["saturday", "sunday"]);
    all["quiet_hours"] = json!({ "from": "22:00", "until": "07:00" });
    let mut expected = all.clone();
    expected["vacation_days_left"] = json!(25);
    let mut with_name = all.clone();
    with_name["display_name"] = json!("Ana María");
    let changed = change(&ana, with_name).await.expect(200).json;
    assert_eq!(time_of(&changed), expected);
    assert_eq!((&changed["display_name"], &changed["name"]), (&json!("Ana María"), &json!("ana")));
    assert_eq!(me(&ana).await, changed);

    // Each alone leaves the others as they are.
    let until = from + TimeDelta::days(1);
    let alone = [
        ("time_zone", json!("Asia/Tokyo"), 25),
        ("days_off", json!(["monday"]), 25),
        ("quiet_hours", json!({ "from": "00:00", "until": "06:30" }), 25),
        ("vacation", json!({ "from": from.to_string(), "until": until.to_string() }), 28),
    ];
    for (field, value, left) in alone {
        let mut only = json!({});
        only[field] = value.clone();
        expected[field] = value;
        expected["vacation_days_left"] = json!(left);
        let changed = change(&ana, only).await.expect(200).json;
        assert_eq!(time_of(&changed), expected, "{field}");
        assert_eq!(me(&ana).await, changed);
    }
    let renamed = change(&ana, json!({ "display_name": "Ana" })).await.expect(200).json;
    assert_eq!(time_of(&renamed), expected);
}

async fn null_and_an_empty_list_take_away(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let nothing = time_of(&me(&ana).await);
    let mut all = vacation(coming(Weekday::Mon), 3);
    all["days_off"] = json!(["friday"]);
    all["quiet_hours"] = json!({ "from": "23:30", "until": "00:15" });
    change(&ana, all.clone()).await.expect(200);
    for (field, value) in [("days_off", json!([])), ("quiet_hours", json!(null)), ("vacation", json!(null))] {
        all[field] = value.clone();
        let mut only = json!({});
        only[field] = value;
        let changed = change(&ana, only.clone()).await.expect(200).json;
        assert_eq!(changed[field], all[field]);
        // And what is not there can be taken away again.
        assert_eq!(change(&ana, only).await.expect(200).json, changed);
    }
    assert_eq!(time_of(&me(&ana).await), nothing);
}

async fn days_are_put_in_order_and_counted_once(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for (named, read) in [
        (json!(["sunday", "saturday"]), json!(["saturday", "sunday"])),
        (json!(["Sun", "WEDNESDAY", "mon", "sunday"]), json!(["monday", "wednesday", "sunday"])),
        (json!(["tue", "tuesday", "Tue", "TUESDAY"]), json!(["tuesday"])),
    ] {
        let changed = change(&ana, json!({ "days_off": named })).await.expect(200).json;
        assert_eq!(changed["days_off"], read);
    }
}

async fn twelve_quiet_hours_are_the_most(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let good =
        [("22:00", "07:00"), ("20:00", "08:00"), ("00:00", "12:00"), ("12:00", "00:00"), ("23:59", "00:00")];
    for (from, until) in good {
        let hours = json!({ "from": from, "until": until });
        let changed = change(&ana, json!({ "quiet_hours": hours })).await.expect(200).json;
        assert_eq!(changed["quiet_hours"], hours);
    }
    let bad =
        [("20:00", "08:01"), ("19:59", "08:00"), ("07:00", "22:00"), ("07:00", "07:00"), ("00:00", "12:01")];
    for (from, until) in bad {
        let hours = json!({ "from": from, "until": until });
        assert_invalid(change(&ana, json!({ "quiet_hours": hours })).await, "quiet_hours");
    }
    assert_eq!(me(&ana).await["quiet_hours"], json!({ "from": "23:59", "until": "00:00" }));
}

async fn wrong_values_are_refused_with_the_name_of_their_field(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let day = coming(Weekday::Mon);
    let mut good = vacation(day, 3);
    good["time_zone"] = json!("Europe/Berlin");
    good["days_off"] = json!(["friday"]);
    change(&ana, good).await.expect(200);
    let before = me(&ana).await;
    let hours = |from: &str, until: &str| json!({ "quiet_hours": { "from": from, "until": until } });
    let span = |from: &str, until: &str| json!({ "vacation": { "from": from, "until": until } });
    let (text, later) = (day.to_string(), day + TimeDelta::days(1));
    let wrong = [
        ("time_zone", json!({ "time_zone": "Mars/Olympus" })),
        ("time_zone", json!({ "time_zone": "" })),
        ("time_zone", json!({ "time_zone": "+02:00" })),
        ("time_zone", json!({ "time_zone": "CEST" })),
        ("time_zone", json!({ "time_zone": "Europe/Berlin\0" })),
        ("time_zone", json!({ "time_zone": "../Europe/Berlin" })),
        ("days_off", json!({ "days_off": ["mon", "tue", "wed", "thu"] })),
        ("days_off", json!({ "days_off": ["someday"] })),
        ("days_off", json!({ "days_off": ["Samstag"] })),
        ("days_off", json!({ "days_off": [""] })),
        ("quiet_hours", hours("24:00", "07:00")),
        ("quiet_hours", hours("22:00", "07:60")),
        ("quiet_hours", hours("22", "07")),
        ("quiet_hours", hours("9:00", "10:00")),
        ("quiet_hours", hours("22:00:00", "07:00:00")),
        ("quiet_hours", hours("10pm", "7am")),
        ("quiet_hours", hours("", "")),
        ("vacation.from", span("tomorrow", &text)),
        ("vacation.from", span("2027-7-1", &text)),
        ("vacation.from", span("", &text)),
        ("vacation.until", span(&text, "2027-02-30")),
        ("vacation.until", span(&text, &format!("{text}T00:00:00Z"))),
        ("vacation", days(later, day)),
        ("vacation", span("2020-01-01", &text)),
        ("vacation", span(&text, "9999-12-31")),
        ("display_name", json!({ "display_name": "" })),
    ];
    for (field, body) in wrong {
        assert_invalid(change(&ana, body.clone()).await, field);
        // A good value beside it is not taken either.
        let mut both = body;
        let other = if field == "time_zone" { "days_off" } else { "time_zone" };
        both[other] = if other == "days_off" { json!(["monday"]) } else { json!("Asia/Tokyo") };
        assert_invalid(change(&ana, both).await, field);
        assert_eq!(me(&ana).await, before);
    }
}

async fn what_is_not_of_the_right_form_is_malformed(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    change(&ana, json!({ "quiet_hours": { "from": "22:00", "until": "07:00" } })).await.expect(200);
    let before = me(&ana).await;
    for (field, body) in [
        ("time_zone", json!({ "time_zone": null })),
        ("time_zone", json!({ "time_zone": 2 })),
        ("days_off", json!({ "days_off": null })),
        ("days_off", json!({ "days_off": "saturday" })),
        ("days_off[0]", json!({ "days_off": [6] })),
        ("quiet_hours", json!({ "quiet_hours": "22:00" })),
        ("quiet_hours", json!({ "quiet_hours": ["22:00", "07:00"] })),
        ("quiet_hours.until", json!({ "quiet_hours": { "from": "22:00" } })),
        ("quiet_hours.to", json!({ "quiet_hours": { "from": "22:00", "until": "07:00", "to": "08:00" } })),
        ("vacation", json!({ "vacation": true })),
        ("vacation.from", json!({ "vacation": {} })),
        ("vacation.from", json!({ "vacation": { "from": null, "until": "2027-07-01" } })),
        ("vacation_days_left", json!({ "vacation_days_left": 300 })),
    ] {
        let problem = change(&ana, body.clone()).await.problem(400, "malformed");
        assert_eq!(problem.json["errors"][0]["field"], field, "{body}");
    }
    assert_eq!(me(&ana).await, before);
}

/// Each change is judged together with what the account has then, and writes all of it.
async fn changes_at_the_same_moment_lose_nothing(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let march = next_march();
    app.travel_to(utc(march, 12, 0));
    let rounds = [("Europe/Berlin", "monday"), ("Asia/Tokyo", "tuesday"), ("America/New_York", "sunday")];
    for (round, (zone, day)) in rounds.into_iter().enumerate() {
        let hours = json!({ "from": format!("0{round}:00"), "until": "08:00" });
        let mut expected = vacation(march + TimeDelta::days(30), 20 + round as i64);
        let posts = vec![
            Post::change_of_account(&ana, &json!({ "time_zone": zone })),
            Post::change_of_account(&ana, &json!({ "days_off": [day] })),
            Post::change_of_account(&ana, &json!({ "quiet_hours": hours })),
            Post::change_of_account(&ana, &json!({ "display_name": format!("Ana {round}") })),
            Post::change_of_account(&ana, &expected),
        ];
        for answer in at_once(posts).await {
            answer.expect(200);
        }
        expected["time_zone"] = json!(zone);
        expected["days_off"] = json!([day]);
        expected["quiet_hours"] = hours;
        expected["vacation_days_left"] = json!(10 - round);
        let account = me(&ana).await;
        assert_eq!(time_of(&account), expected);
        assert_eq!(account["display_name"], format!("Ana {round}"));
    }
}

async fn nobody_else_is_shown_any_of_it(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let seats = json!([{ "type": "you" }, { "type": "player", "name": "bob" }]);
    let clock = json!({ "per_turn": "P1D" });
    let game = id(&create(&ana, json!({ "seats": seats, "clock": clock })).await);
    let public = app.stranger().get("/v1/players/ana").await.expect(200).text;
    let seen = bob.get(&path(&game, "")).await.expect(200).text;
    let mut all = vacation(coming(Weekday::Mon), 3);
    all["time_zone"] = json!("Pacific/Auckland");
    all["days_off"] = json!(["friday"]);
    all["quiet_hours"] = json!({ "from": "22:00", "until": "07:00" });
    change(&ana, all).await.expect(200);
    for client in [&bob, &app.stranger(), &ana] {
        assert_eq!(client.get("/v1/players/ana").await.expect(200).text, public);
    }
    assert_eq!(bob.get(&path(&game, "")).await.expect(200).text, seen);
    bob.post(&path(&game, "/join"), &json!({})).await.expect(200);
    for address in [path(&game, ""), path(&game, "/log"), "/v1/games?player=ana".to_owned()] {
        for client in [&bob, &app.stranger()] {
            let text = client.get(&address).await.expect(200).text;
            for secret in ["Auckland", "friday", "22:00", "days_off", "quiet", "vacation", "time_zone"] {
                assert!(!text.contains(secret), "{secret} in {address}: {text}");
            }
        }
    }
}
