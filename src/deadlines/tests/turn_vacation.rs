use chrono::TimeDelta;
use chrono_tz::Europe::Berlin;

use super::{DAY, at, date, hours, pause};
use crate::deadlines::{Reason, TurnClock, Vacations};

#[test]
fn a_vacation_in_the_middle_of_a_turn() {
    let none = Vacations::default();
    let always = hours("Europe/Berlin", &[], None);
    let clock = TurnClock::start(at("2026-03-02T12:00:00+01:00"), TimeDelta::days(2), &always, &none);
    assert_eq!(clock.deadline(), at("2026-03-04T12:00:00+01:00"));

    // After 24 hours, a vacation at once, until Thursday: the other 24 are Friday.
    let now = at("2026-03-03T12:00:00+01:00");
    let vacations = none.set(date("2026-03-03"), date("2026-03-05"), Berlin, now).unwrap();
    let clock = clock.with_vacations(&vacations);
    assert_eq!(
        clock.pauses(),
        [pause("2026-03-03T12:00:00+01:00", "2026-03-06T00:00:00+01:00", Reason::Vacation)]
    );
    assert_eq!(clock.deadline(), at("2026-03-07T00:00:00+01:00"));
    assert_eq!(clock.remind_at(), at("2026-03-06T12:00:00+01:00"));

    // Ended on Wednesday at 18:00: 24 hours from then.
    let vacations = vacations.end(at("2026-03-04T18:00:00+01:00"));
    let clock = clock.with_vacations(&vacations);
    assert_eq!(clock.deadline(), at("2026-03-05T18:00:00+01:00"));

    // Another one the same day at 20:00, until midnight: two of the 24 hours have run by then.
    let now = at("2026-03-04T20:00:00+01:00");
    let vacations = vacations.set(date("2026-03-04"), date("2026-03-04"), Berlin, now).unwrap();
    let clock = clock.with_vacations(&vacations);
    assert_eq!(clock.deadline(), at("2026-03-05T22:00:00+01:00"));
    // The 3rd and the 4th.
    assert_eq!(vacations.days_left(2026), 28);
}

#[test]
fn a_vacation_replaced_without_a_gap_is_one_pause() {
    let always = hours("Europe/Berlin", &[], None);
    let start = at("2026-03-02T12:00:00+01:00");
    let vacations = Vacations::default().set(date("2026-03-02"), date("2026-03-03"), Berlin, start).unwrap();
    let clock = TurnClock::start(start, DAY, &always, &vacations);
    let now = at("2026-03-03T09:00:00+01:00");
    let clock =
        clock.with_vacations(&vacations.set(date("2026-03-03"), date("2026-03-04"), Berlin, now).unwrap());
    assert_eq!(
        clock.pauses(),
        [pause("2026-03-02T12:00:00+01:00", "2026-03-05T00:00:00+01:00", Reason::Vacation)]
    );
    assert_eq!(clock.deadline(), at("2026-03-06T00:00:00+01:00"));
}

#[test]
fn a_clock_keeps_only_what_ends_after_it_began() {
    let now = at("2026-03-02T12:00:00+01:00");
    let vacations = Vacations::default().set(date("2026-03-02"), date("2026-03-02"), Berlin, now).unwrap();
    let later = vacations
        .set(date("2026-03-04"), date("2026-03-04"), Berlin, at("2026-03-03T00:00:00+01:00"))
        .unwrap();
    assert_eq!(later.all().len(), 2);
    let always = hours("Europe/Berlin", &[], None);
    let start = at("2026-03-03T12:00:00+01:00");
    let json = serde_json::to_value(TurnClock::start(start, DAY, &always, &later)).unwrap();
    assert_eq!(json["vacations"].as_array().unwrap().len(), 1);
    // A vacation that is over still counts for a turn that had begun before.
    let clock = TurnClock::start(now, DAY, &always, &vacations).with_vacations(&later);
    assert_eq!(clock.pauses().len(), 1);
    assert_eq!(clock.deadline(), at("2026-03-04T00:00:00+01:00"));
}
