//! Turns on the days when clocks are changed.

use chrono::{
    TimeDelta,
    Weekday::{Fri, Sat, Sun},
};

use super::{a_day, at, hours, pause};
use crate::deadlines::{Pause, Reason};

/// How a turn of a day goes: its pauses, and the deadline.
#[track_caller]
fn check(
    zone: &str,
    off: &[chrono::Weekday],
    quiet: Option<(&str, &str)>,
    turn: [&str; 2],
    pauses: &[Pause],
) {
    let [since, deadline] = turn;
    let clock = a_day(since, &hours(zone, off, quiet));
    assert_eq!(clock.pauses(), pauses);
    assert_eq!(clock.deadline(), at(deadline));
}

fn quiet(from: &str, until: &str) -> Pause {
    pause(from, until, Reason::QuietHours)
}

fn day_off(from: &str, until: &str) -> Pause {
    pause(from, until, Reason::DayOff)
}

/// On Sunday 2026-03-29 in Berlin, 02:00 +01:00 was 03:00 +02:00.
#[test]
fn spring_forward() {
    let start = "2026-03-28T18:00:00+01:00";
    // 24 hours are 24 hours.
    check("Europe/Berlin", &[], None, [start, "2026-03-29T19:00:00+02:00"], &[]);
    // The end is in the gap, so it is 03:00. Four hours, then 19, then one.
    check(
        "Europe/Berlin",
        &[],
        Some(("22:00", "02:30")),
        [start, "2026-03-30T03:30:00+02:00"],
        &[
            quiet("2026-03-28T22:00:00+01:00", "2026-03-29T03:00:00+02:00"),
            quiet("2026-03-29T22:00:00+02:00", "2026-03-30T02:30:00+02:00"),
        ],
    );
    // The beginning is in the gap: eight hours until 03:00, then 16 from 07:00.
    check(
        "Europe/Berlin",
        &[],
        Some(("02:30", "07:00")),
        [start, "2026-03-29T23:00:00+02:00"],
        &[quiet("2026-03-29T03:00:00+02:00", "2026-03-29T07:00:00+02:00")],
    );
    // Both are in the gap.
    check("Europe/Berlin", &[], Some(("02:15", "02:45")), [start, "2026-03-29T19:00:00+02:00"], &[]);
    // The day has 23 hours: six on Saturday, 18 on Monday.
    check(
        "Europe/Berlin",
        &[Sun],
        None,
        [start, "2026-03-30T18:00:00+02:00"],
        &[day_off("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00")],
    );
}

/// On Sunday 2026-10-25 in Berlin, 03:00 +02:00 was 02:00 +01:00.
#[test]
fn fall_back() {
    let start = "2026-10-24T18:00:00+02:00";
    check("Europe/Berlin", &[], None, [start, "2026-10-25T17:00:00+01:00"], &[]);
    // The end is the second 02:30. Four hours, then 19½, then ½.
    check(
        "Europe/Berlin",
        &[],
        Some(("22:00", "02:30")),
        [start, "2026-10-26T03:00:00+01:00"],
        &[
            quiet("2026-10-24T22:00:00+02:00", "2026-10-25T02:30:00+01:00"),
            quiet("2026-10-25T22:00:00+01:00", "2026-10-26T02:30:00+01:00"),
        ],
    );
    // The beginning is the first 02:30: 8½ hours until then, and 15½ from 07:00.
    check(
        "Europe/Berlin",
        &[],
        Some(("02:30", "07:00")),
        [start, "2026-10-25T22:30:00+01:00"],
        &[quiet("2026-10-25T02:30:00+02:00", "2026-10-25T07:00:00+01:00")],
    );
    // From the first to the second: 8¼ hours, and 15¾.
    check(
        "Europe/Berlin",
        &[],
        Some(("02:15", "02:45")),
        [start, "2026-10-25T18:30:00+01:00"],
        &[quiet("2026-10-25T02:15:00+02:00", "2026-10-25T02:45:00+01:00")],
    );
    // The day has 25 hours.
    check(
        "Europe/Berlin",
        &[Sun],
        None,
        [start, "2026-10-26T18:00:00+01:00"],
        &[day_off("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00")],
    );
}

/// Friday 2011-12-30 was no day in Apia: Thursday, -10:00, was followed by Saturday, +14:00.
#[test]
fn a_day_that_does_not_exist() {
    let start = "2011-12-29T12:00:00-10:00";
    check("Pacific/Apia", &[Fri], None, [start, "2011-12-31T12:00:00+14:00"], &[]);
    check(
        "Pacific/Apia",
        &[Fri, Sat],
        None,
        [start, "2012-01-01T12:00:00+14:00"],
        &[day_off("2011-12-31T00:00:00+14:00", "2012-01-01T00:00:00+14:00")],
    );
    // One night: ten hours before, 14 after.
    check(
        "Pacific/Apia",
        &[],
        Some(("22:00", "07:00")),
        [start, "2011-12-31T21:00:00+14:00"],
        &[quiet("2011-12-29T22:00:00-10:00", "2011-12-31T07:00:00+14:00")],
    );
    // Eight hours and two on Thursday, 14 on Saturday.
    check(
        "Pacific/Apia",
        &[],
        Some(("20:00", "22:00")),
        [start, "2011-12-31T14:00:00+14:00"],
        &[quiet("2011-12-29T20:00:00-10:00", "2011-12-29T22:00:00-10:00")],
    );
}

#[test]
fn midnights_that_do_not_exist() {
    // Sunday, from 01:00 on: 23 hours.
    check(
        "America/Sao_Paulo",
        &[Sun],
        None,
        ["2018-11-03T12:00:00-03:00", "2018-11-05T12:00:00-02:00"],
        &[day_off("2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00")],
    );
    // Quiet until midnight is quiet until the first instant after it: ten hours before, 14 after.
    check(
        "America/Sao_Paulo",
        &[],
        Some(("22:00", "00:00")),
        ["2018-11-03T12:00:00-03:00", "2018-11-04T15:00:00-02:00"],
        &[quiet("2018-11-03T22:00:00-03:00", "2018-11-04T01:00:00-02:00")],
    );
    check(
        "Africa/Cairo",
        &[Fri],
        None,
        ["2024-04-25T12:00:00+02:00", "2024-04-27T12:00:00+03:00"],
        &[day_off("2024-04-26T01:00:00+03:00", "2024-04-27T00:00:00+03:00")],
    );
    // The day before ends where the next one begins.
    check(
        "Asia/Beirut",
        &[Sat],
        None,
        ["2024-03-29T12:00:00+02:00", "2024-03-31T13:00:00+03:00"],
        &[day_off("2024-03-30T00:00:00+02:00", "2024-03-31T01:00:00+03:00")],
    );
}

#[test]
fn midnights_that_exist_twice() {
    // In Sao Paulo, Saturday's last hour came twice: 25 hours.
    check(
        "America/Sao_Paulo",
        &[Sat],
        None,
        ["2019-02-15T12:00:00-02:00", "2019-02-17T12:00:00-03:00"],
        &[day_off("2019-02-16T00:00:00-02:00", "2019-02-17T00:00:00-03:00")],
    );
    // In Saint John's, the first minute of Sunday was followed by 23:01 of Saturday, so it came twice, and
    // Sunday is from the first on: 12 hours of Saturday, and 12 of Monday.
    let start = "2010-11-06T12:00:00-02:30";
    check(
        "America/St_Johns",
        &[Sun],
        None,
        [start, "2010-11-08T12:00:00-03:30"],
        &[day_off("2010-11-07T00:00:00-02:30", "2010-11-08T00:00:00-03:30")],
    );
    let clock = a_day(start, &hours("America/St_Johns", &[Sun], None));
    let second_saturday_night = at("2010-11-06T23:30:00-03:30");
    assert_eq!(clock.paused_until(second_saturday_night), Some(at("2010-11-08T00:00:00-03:30")));
    // Quiet hours last until the second midnight: ten hours before, 14 after.
    check(
        "America/St_Johns",
        &[],
        Some(("22:00", "00:00")),
        [start, "2010-11-07T14:00:00-03:30"],
        &[quiet("2010-11-06T22:00:00-02:30", "2010-11-07T00:00:00-03:30")],
    );
}

/// On Lord Howe Island, clocks are changed by half an hour.
#[test]
fn half_hours() {
    // On 2026-04-05, 02:00 +11:00 was 01:30 +10:30. Quiet for 4¼ hours; then 20¼ hours, then 3¾.
    check(
        "Australia/Lord_Howe",
        &[],
        Some(("22:00", "01:45")),
        ["2026-04-04T22:00:00+11:00", "2026-04-06T05:30:00+10:30"],
        &[
            quiet("2026-04-04T22:00:00+11:00", "2026-04-05T01:45:00+10:30"),
            quiet("2026-04-05T22:00:00+10:30", "2026-04-06T01:45:00+10:30"),
        ],
    );
    // On 2026-10-04, 02:00 +10:30 was 02:30 +11:00: quiet for four hours, then 19½ hours, then 4½.
    check(
        "Australia/Lord_Howe",
        &[],
        Some(("22:00", "02:15")),
        ["2026-10-03T22:00:00+10:30", "2026-10-05T06:45:00+11:00"],
        &[
            quiet("2026-10-03T22:00:00+10:30", "2026-10-04T02:30:00+11:00"),
            quiet("2026-10-04T22:00:00+11:00", "2026-10-05T02:15:00+11:00"),
        ],
    );
    let clock =
        a_day("2026-10-03T22:00:00+10:30", &hours("Australia/Lord_Howe", &[], Some(("22:00", "02:15"))));
    assert_eq!(clock.pauses()[0].until - clock.pauses()[0].from, TimeDelta::hours(4));
}
