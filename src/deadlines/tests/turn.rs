use chrono::{
    DateTime, TimeDelta, Utc,
    Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed},
};

use super::{DAY, a_day, at, date, hours, pause};
use crate::deadlines::{Hours, Reason, TurnClock, Vacations};

#[test]
fn the_weekend_is_off() {
    // Six hours on Friday, eighteen on Monday.
    let clock = a_day("2026-03-06T18:00:00+01:00", &hours("Europe/Berlin", &[Sat, Sun], None));
    assert_eq!(clock.deadline(), at("2026-03-09T18:00:00+01:00"));
    // Both days are one pause.
    assert_eq!(
        clock.pauses(),
        [pause("2026-03-07T00:00:00+01:00", "2026-03-09T00:00:00+01:00", Reason::DayOff)]
    );
    assert_eq!(clock.remind_at(), at("2026-03-09T12:00:00+01:00"));
    assert_eq!(clock.since(), at("2026-03-06T18:00:00+01:00"));
    assert_eq!(clock.length(), DAY);
}

#[test]
fn nights_are_quiet() {
    // Four hours on Friday, fifteen on Saturday, and five on Sunday.
    let clock = a_day("2026-03-06T18:00:00+01:00", &hours("Europe/Berlin", &[], Some(("22:00", "07:00"))));
    assert_eq!(clock.deadline(), at("2026-03-08T12:00:00+01:00"));
    // By Saturday at 21:00 there are 18 hours.
    assert_eq!(clock.remind_at(), at("2026-03-07T21:00:00+01:00"));
    assert_eq!(
        clock.pauses(),
        [
            pause("2026-03-06T22:00:00+01:00", "2026-03-07T07:00:00+01:00", Reason::QuietHours),
            pause("2026-03-07T22:00:00+01:00", "2026-03-08T07:00:00+01:00", Reason::QuietHours),
        ]
    );
}

#[test]
fn quiet_hours_within_a_day() {
    // Noon to two: begun in the middle of them, so 23 hours later they come again, for the last hour.
    let clock = a_day("2026-03-02T13:00:00Z", &hours("UTC", &[], Some(("12:00", "14:00"))));
    assert_eq!(
        clock.pauses(),
        [
            pause("2026-03-02T13:00:00Z", "2026-03-02T14:00:00Z", Reason::QuietHours),
            pause("2026-03-03T12:00:00Z", "2026-03-03T14:00:00Z", Reason::QuietHours),
        ]
    );
    assert_eq!(clock.deadline(), at("2026-03-03T16:00:00Z"));
}

#[test]
fn reasons_have_their_rank() {
    let hours = hours("Europe/Berlin", &[Sat, Sun], Some(("22:00", "07:00")));
    // Four hours on Friday; Sunday night is quiet until seven; fifteen on Monday, five on Tuesday.
    let clock = a_day("2026-03-06T18:00:00+01:00", &hours);
    assert_eq!(clock.deadline(), at("2026-03-10T12:00:00+01:00"));
    assert_eq!(
        clock.pauses(),
        [
            pause("2026-03-06T22:00:00+01:00", "2026-03-07T00:00:00+01:00", Reason::QuietHours),
            pause("2026-03-07T00:00:00+01:00", "2026-03-09T00:00:00+01:00", Reason::DayOff),
            pause("2026-03-09T00:00:00+01:00", "2026-03-09T07:00:00+01:00", Reason::QuietHours),
            pause("2026-03-09T22:00:00+01:00", "2026-03-10T07:00:00+01:00", Reason::QuietHours),
        ]
    );

    // The same with a vacation from Sunday to Tuesday: fifteen hours on Wednesday, five on Thursday.
    let now = at("2026-03-06T17:00:00+01:00");
    let vacations =
        Vacations::default().set(date("2026-03-08"), date("2026-03-10"), hours.time_zone, now).unwrap();
    let clock = clock.with_vacations(&vacations);
    assert_eq!(clock.deadline(), at("2026-03-12T12:00:00+01:00"));
    assert_eq!(
        clock.pauses(),
        [
            pause("2026-03-06T22:00:00+01:00", "2026-03-07T00:00:00+01:00", Reason::QuietHours),
            pause("2026-03-07T00:00:00+01:00", "2026-03-08T00:00:00+01:00", Reason::DayOff),
            pause("2026-03-08T00:00:00+01:00", "2026-03-11T00:00:00+01:00", Reason::Vacation),
            pause("2026-03-11T00:00:00+01:00", "2026-03-11T07:00:00+01:00", Reason::QuietHours),
            pause("2026-03-11T22:00:00+01:00", "2026-03-12T07:00:00+01:00", Reason::QuietHours),
        ]
    );
    // Within the chain and at its ends.
    for (now, until) in [
        ("2026-03-06T17:59:00+01:00", None),
        ("2026-03-06T21:59:59.999+01:00", None),
        ("2026-03-06T22:00:00+01:00", Some("2026-03-11T07:00:00+01:00")),
        ("2026-03-07T12:00:00+01:00", Some("2026-03-11T07:00:00+01:00")),
        ("2026-03-08T00:00:00+01:00", Some("2026-03-11T07:00:00+01:00")),
        ("2026-03-11T06:59:59.999+01:00", Some("2026-03-11T07:00:00+01:00")),
        ("2026-03-11T07:00:00+01:00", None),
        ("2026-03-11T23:00:00+01:00", Some("2026-03-12T07:00:00+01:00")),
        // The turn is over.
        ("2026-03-12T23:00:00+01:00", None),
    ] {
        assert_eq!(clock.paused_until(at(now)), until.map(at), "{now}");
    }
}

#[test]
fn the_time_ends_before_a_pause_rather_than_after_it() {
    let saturdays = hours("UTC", &[Sat], None);
    // All of Friday.
    let clock = a_day("2026-03-06T00:00:00Z", &saturdays);
    assert_eq!(clock.deadline(), at("2026-03-07T00:00:00Z"));
    assert_eq!(clock.pauses(), []);
    assert_eq!(clock.paused_until(at("2026-03-07T00:00:00Z")), None);
    // Three quarters on Friday, and the last on Sunday.
    let clock = a_day("2026-03-06T06:00:00Z", &saturdays);
    assert_eq!(clock.remind_at(), at("2026-03-07T00:00:00Z"));
    assert_eq!(clock.deadline(), at("2026-03-08T06:00:00Z"));
    // A minute later the reminder waits for the end of the pause.
    let clock = a_day("2026-03-06T06:01:00Z", &saturdays);
    assert_eq!(clock.remind_at(), at("2026-03-08T00:01:00Z"));
}

#[test]
fn a_turn_that_begins_in_a_pause() {
    let clock = a_day("2026-03-07T15:30:00.250Z", &hours("UTC", &[Sat], None));
    assert_eq!(clock.pauses(), [pause("2026-03-07T15:30:00.250Z", "2026-03-08T00:00:00Z", Reason::DayOff)]);
    assert_eq!(clock.deadline(), at("2026-03-09T00:00:00Z"));
    assert_eq!(clock.paused_until(at("2026-03-07T15:30:00.249Z")), None);
    assert_eq!(clock.paused_until(at("2026-03-07T15:30:00.250Z")), Some(at("2026-03-08T00:00:00Z")));
}

#[test]
fn a_turn_of_less_than_a_day_never_stands_still() {
    let hours = hours("Europe/Berlin", &[Sat, Sun], Some(("22:00", "07:00")));
    let now = at("2026-03-06T18:00:00+01:00");
    let vacations =
        Vacations::default().set(date("2026-03-06"), date("2026-03-10"), hours.time_zone, now).unwrap();
    let clock = TurnClock::start(now, DAY - TimeDelta::minutes(1), &hours, &vacations);
    assert_eq!(clock.deadline(), at("2026-03-07T17:59:00+01:00"));
    assert_eq!(clock.pauses(), []);
    assert_eq!(clock.paused_until(at("2026-03-07T12:00:00+01:00")), None);
    assert_eq!(clock.with_vacations(&vacations), clock);
    assert_eq!(
        serde_json::to_string(&clock).unwrap(),
        r#"{"since":"2026-03-06T17:00:00Z","per_turn":86340,"hours":null,"vacations":[]}"#
    );
    // Three quarters of a minute are 45 seconds, and of five seconds 3.75.
    let remind =
        |seconds| TurnClock::start(now, TimeDelta::seconds(seconds), &hours, &vacations).remind_at() - now;
    assert_eq!(remind(60), TimeDelta::seconds(45));
    assert_eq!(remind(5), TimeDelta::milliseconds(3750));
}

#[test]
fn the_longest_turn_with_the_most_pauses_ends() {
    // From Tuesday to Friday, 12 hours a day: 48 hours a week. 720 hours are 15 weeks, which end when the
    // last Friday's hours do.
    let hours = hours("UTC", &[Sat, Sun, Mon], Some(("20:00", "08:00")));
    let clock =
        TurnClock::start(at("2026-03-02T00:00:00Z"), TimeDelta::days(30), &hours, &Vacations::default());
    assert_eq!(clock.deadline(), at("2026-06-12T20:00:00Z"));
}

#[test]
fn a_clock_is_stored_as_json() {
    let hours = hours("Europe/Berlin", &[Sat], Some(("22:00", "07:00")));
    let now = at("2026-03-06T18:00:00.125+01:00");
    let vacations =
        Vacations::default().set(date("2026-03-06"), date("2026-03-06"), hours.time_zone, now).unwrap();
    let clock = TurnClock::start(now, DAY, &hours, &vacations);
    let json = concat!(
        r#"{"since":"2026-03-06T17:00:00.125Z","per_turn":86400,"#,
        r#""hours":{"time_zone":"Europe/Berlin","days_off":["saturday"],"#,
        r#""quiet_hours":{"from":"22:00","until":"07:00"}},"#,
        r#""vacations":[["2026-03-06T17:00:00.125Z","2026-03-06T23:00:00Z"]]}"#
    );
    assert_eq!(serde_json::to_string(&clock).unwrap(), json);
    assert_eq!(serde_json::from_str::<TurnClock>(json).unwrap(), clock);
    assert_eq!(
        serde_json::to_string(&clock.pauses()[0]).unwrap(),
        r#"{"from":"2026-03-06T17:00:00.125Z","until":"2026-03-06T23:00:00Z","reason":"vacation"}"#
    );
    let words = [Reason::Vacation, Reason::DayOff, Reason::QuietHours];
    assert_eq!(serde_json::to_string(&words).unwrap(), r#"["vacation","day_off","quiet_hours"]"#);
}

/// Settings that cannot be read, and the ends of what can be held: every clock still stops.
#[test]
fn nothing_goes_on_for_ever() {
    let never = hours("Europe/Berlin", &[Mon, Tue, Wed, Thu, Fri, Sat, Sun], Some(("12:00", "00:00")));
    assert!(a_day("2026-03-06T18:00:00Z", &never).deadline() > at("2026-03-06T18:00:00Z"));
    for since in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
        for zone in ["Pacific/Apia", "America/Los_Angeles", "UTC"] {
            let hours = Hours { days_off: vec![Sat], ..hours(zone, &[], Some(("22:00", "07:00"))) };
            for length in [TimeDelta::MIN, TimeDelta::zero(), DAY, TimeDelta::MAX] {
                let clock = TurnClock::start(since, length, &hours, &Vacations::default());
                assert!(clock.deadline() >= since);
                assert!(clock.remind_at() >= since);
                clock.paused_until(since);
            }
        }
    }
    let json = r#"{"since":"2026-03-06T17:00:00Z","per_turn":9223372036854775807,"hours":null,
        "vacations":[["2026-03-06T17:00:00Z","+262142-12-31T23:59:59Z"],["2027-03-06T17:00:00Z","2026-03-06T23:00:00Z"]]}"#;
    let clock: TurnClock = serde_json::from_str(json).unwrap();
    assert!(clock.deadline() > at("2026-03-06T17:00:00Z"));
    assert_eq!(clock.pauses().len(), 1);
    assert_eq!(clock.length(), TimeDelta::MAX);
}
