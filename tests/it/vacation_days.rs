//! The days of vacation that there are in a year.

use chrono::{Datelike, NaiveDate, TimeDelta, Weekday};
use serde_json::{Value, json};

use crate::support::{
    app::App,
    calendar::{coming, next_march, tokyo, utc},
    client::Client,
    databases::Database,
    personal::{ME, assert_invalid, change, days, vacation},
    runner::tests,
};

tests![
    a_vacation_begins_today_or_within_a_year,
    today_is_a_day_in_the_time_zone_of_the_player,
    thirty_days_a_year_and_no_more,
    days_that_have_been_count_as_used,
    a_vacation_to_come_that_is_replaced_or_ended_gives_its_days_back,
    a_vacation_over_new_year_counts_in_both_years,
    a_vacation_is_shown_until_it_is_over,
];

async fn me(client: &Client) -> Value {
    client.get(ME).await.expect(200).json
}

async fn a_vacation_begins_today_or_within_a_year(database: Database) {
    let app = App::start(&database);
    let march = next_march();
    app.travel_to(utc(march, 12, 0));
    let ana = app.player("ana").await;
    assert_invalid(change(&ana, vacation(march - TimeDelta::days(1), 3)).await, "vacation");
    change(&ana, vacation(march, 1)).await.expect(200);
    let in_a_year = march.with_year(march.year() + 1).expect("a date");
    change(&ana, vacation(in_a_year, 3)).await.expect(200);
    assert_invalid(change(&ana, vacation(in_a_year + TimeDelta::days(1), 3)).await, "vacation");
    assert_eq!(me(&ana).await["vacation"]["from"], in_a_year.to_string());
}

/// At 16:00 in UTC it is 01:00 on the next day in Tokyo.
async fn today_is_a_day_in_the_time_zone_of_the_player(database: Database) {
    let app = App::start(&database);
    let march = next_march();
    app.travel_to(utc(march, 16, 0));
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    change(&bob, vacation(march, 1)).await.expect(200);
    // The zone that comes with the vacation is the one that counts.
    let mut today = vacation(march, 1);
    today["time_zone"] = json!("Asia/Tokyo");
    assert_invalid(change(&ana, today).await, "vacation");
    let mut tomorrow = vacation(march + TimeDelta::days(1), 1);
    tomorrow["time_zone"] = json!("Asia/Tokyo");
    change(&ana, tomorrow).await.expect(200);
    // It is over when the day is over in Tokyo, and there are 15 hours from then until midnight in UTC.
    app.travel_to(tokyo(march + TimeDelta::days(1), 23, 59));
    assert_ne!(me(&ana).await["vacation"], Value::Null);
    app.travel_to(tokyo(march + TimeDelta::days(2), 0, 0));
    assert_eq!(me(&ana).await["vacation"], Value::Null);
}

async fn thirty_days_a_year_and_no_more(database: Database) {
    let app = App::start(&database);
    let march = next_march();
    app.travel_to(utc(march, 12, 0));
    let ana = app.player("ana").await;
    assert_invalid(change(&ana, vacation(march, 31)).await, "vacation");
    assert_eq!(me(&ana).await["vacation"], Value::Null);
    let changed = change(&ana, vacation(march, 30)).await.expect(200).json;
    assert_eq!(changed["vacation_days_left"], 0);
    assert_eq!(changed["vacation"], vacation(march, 30)["vacation"]);
    // In its place, the same again is no more.
    let again = change(&ana, vacation(march, 30)).await.expect(200).json;
    assert_eq!(again["vacation_days_left"], 0);
}

async fn days_that_have_been_count_as_used(database: Database) {
    let app = App::start(&database);
    let march = next_march();
    app.travel_to(utc(march, 12, 0));
    let ana = app.player("ana").await;
    change(&ana, vacation(march, 10)).await.expect(200);
    // On the fourth of the ten days it is ended early: four are used.
    app.travel_to(utc(march + TimeDelta::days(3), 12, 0));
    let ended = change(&ana, json!({ "vacation": null })).await.expect(200).json;
    assert_eq!((&ended["vacation"], &ended["vacation_days_left"]), (&Value::Null, &json!(26)));
    let later = march + TimeDelta::days(60);
    assert_invalid(change(&ana, vacation(later, 27)).await, "vacation");
    let changed = change(&ana, vacation(later, 26)).await.expect(200).json;
    assert_eq!(changed["vacation_days_left"], 0);
    // When that has been too, not a single day of the year is left, but all of the next year are.
    app.travel_to(utc(later + TimeDelta::days(26), 12, 0));
    assert_eq!(me(&ana).await["vacation_days_left"], 0);
    assert_invalid(change(&ana, vacation(later + TimeDelta::days(40), 1)).await, "vacation");
    let new_year = NaiveDate::from_ymd_opt(march.year() + 1, 1, 1).expect("a date");
    change(&ana, vacation(new_year, 30)).await.expect(200);
}

async fn a_vacation_to_come_that_is_replaced_or_ended_gives_its_days_back(database: Database) {
    let app = App::start(&database);
    let march = next_march();
    app.travel_to(utc(march, 12, 0));
    let ana = app.player("ana").await;
    change(&ana, vacation(march + TimeDelta::days(10), 20)).await.expect(200);
    let changed = change(&ana, vacation(march + TimeDelta::days(15), 30)).await.expect(200).json;
    assert_eq!(changed["vacation_days_left"], 0);
    // A refused one leaves the one before in its place.
    assert_invalid(change(&ana, vacation(march, 31)).await, "vacation");
    assert_eq!(me(&ana).await, changed);
    let ended = change(&ana, json!({ "vacation": null })).await.expect(200).json;
    assert_eq!((&ended["vacation"], &ended["vacation_days_left"]), (&Value::Null, &json!(30)));
    // Two days of it have been: in its place come 28 further ones, and the day that both have counts once.
    change(&ana, vacation(march, 5)).await.expect(200);
    app.travel_to(utc(march + TimeDelta::days(1), 12, 0));
    assert_invalid(change(&ana, vacation(march + TimeDelta::days(10), 29)).await, "vacation");
    let longest = change(&ana, vacation(march + TimeDelta::days(1), 29)).await.expect(200).json;
    assert_eq!(longest["vacation_days_left"], 0);
}

async fn a_vacation_over_new_year_counts_in_both_years(database: Database) {
    let app = App::start(&database);
    let march = next_march();
    app.travel_to(utc(march, 12, 0));
    let ana = app.player("ana").await;
    let day = |month: u32, day: u32| {
        let year = march.year() + i32::from(month != 12);
        NaiveDate::from_ymd_opt(year, month, day).expect("a date")
    };
    // Ten days of December and thirty of January.
    let changed = change(&ana, days(day(12, 22), day(1, 30))).await.expect(200).json;
    assert_eq!(changed["vacation_days_left"], 20, "of this year");
    assert_invalid(change(&ana, days(day(12, 22), day(1, 31))).await, "vacation");
    assert_invalid(change(&ana, days(day(12, 1), day(1, 1))).await, "vacation");
    change(&ana, days(day(12, 2), day(1, 30))).await.expect(200);
    assert_eq!(me(&ana).await["vacation_days_left"], 0);
    app.travel_to(utc(day(1, 15), 12, 0));
    assert_eq!(me(&ana).await["vacation_days_left"], 0, "of the new year");
    // From now on it is over, so fifteen days are used.
    assert_eq!(change(&ana, json!({ "vacation": null })).await.expect(200).json["vacation_days_left"], 15);
}

async fn a_vacation_is_shown_until_it_is_over(database: Database) {
    let app = App::start(&database);
    let day = coming(Weekday::Tue);
    let ana = app.player("ana").await;
    let shown = change(&ana, days(day, day + TimeDelta::days(1))).await.expect(200).json["vacation"].clone();
    app.travel_to(utc(day, 0, 0));
    assert_eq!(me(&ana).await["vacation"], shown);
    app.travel_to(utc(day + TimeDelta::days(1), 23, 58));
    assert_eq!(me(&ana).await["vacation"], shown);
    app.travel_to(utc(day + TimeDelta::days(2), 0, 0));
    assert_eq!(me(&ana).await["vacation"], Value::Null);
}
