use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::{
    America::{Los_Angeles, Sao_Paulo, St_Johns},
    Europe::Berlin,
    Pacific::{Apia, Auckland, Kiritimati, Pago_Pago},
    Tz,
};

use super::{at, date};
use crate::deadlines::{Vacation, Vacations, local_year};

/// Sets a vacation, in Berlin.
fn set(vacations: &Vacations, from: &str, until: &str, now: &str) -> Result<Vacations, String> {
    vacations.set(date(from), date(until), Berlin, at(now))
}

fn vacation(from: &str, until: &str, starts: &str, ends: &str) -> Vacation {
    Vacation { from: date(from), until: date(until), starts: at(starts), ends: at(ends), zone: Berlin }
}

#[test]
fn a_vacation_is_from_midnight_to_midnight() {
    // 2026-03-29 is a day of 23 hours in Berlin.
    let vacations =
        set(&Vacations::default(), "2026-03-28", "2026-03-29", "2026-03-01T12:00:00+01:00").unwrap();
    let expected =
        vacation("2026-03-28", "2026-03-29", "2026-03-28T00:00:00+01:00", "2026-03-30T00:00:00+02:00");
    assert_eq!(vacations.all(), [expected]);
    assert_eq!(vacations.spans(), [(expected.starts, expected.ends)]);
    assert_eq!(vacations.days_left(2026), 28);
    for (now, is_current) in [
        ("2026-03-01T12:00:00+01:00", true),
        ("2026-03-28T00:00:00+01:00", true),
        ("2026-03-29T23:59:59.999+02:00", true),
        ("2026-03-30T00:00:00+02:00", false),
    ] {
        assert_eq!(vacations.current(at(now)), is_current.then_some(&expected), "{now}");
    }

    let json = serde_json::to_string(&vacations).unwrap();
    assert_eq!(
        json,
        r#"[{"from":"2026-03-28","until":"2026-03-29","starts":"2026-03-27T23:00:00Z","ends":"2026-03-29T22:00:00Z","zone":"Europe/Berlin"}]"#
    );
    assert_eq!(serde_json::from_str::<Vacations>(&json).unwrap(), vacations);
}

#[test]
fn the_days_have_to_make_sense() {
    let now = "2026-03-10T23:30:00+01:00";
    for (from, until, why) in [
        ("2026-03-09", "2026-03-12", "begins today, 2026-03-10, or later"),
        ("2026-03-12", "2026-03-11", "ends on the day"),
        ("2027-03-11", "2027-03-12", "within a year, by 2027-03-10"),
        ("2026-03-10", "2026-04-09", "30 more of 2026, not 31"),
        ("2026-03-10", "2030-01-01", "30 more of 2026"),
        ("2026-12-31", "+262142-12-31", "30 more of 2027"),
    ] {
        let error = set(&Vacations::default(), from, until, now).unwrap_err();
        assert!(error.contains(why), "{from} {until}: {error}");
    }
    // Today by the calendar in Berlin, where it is the 11th half an hour later.
    assert!(set(&Vacations::default(), "2026-03-10", "2026-04-08", now).is_ok());
    assert!(set(&Vacations::default(), "2026-03-10", "2026-03-10", "2026-03-10T23:00:00Z").is_err());
    assert!(set(&Vacations::default(), "2027-03-10", "2027-03-10", now).is_ok());
}

#[test]
fn each_year_has_its_own_days() {
    let none = Vacations::default();
    let now = "2026-11-15T12:00:00+01:00";
    // From the 20th to the 31st are 12 days, and ten more are in January.
    let across = set(&none, "2026-12-20", "2027-01-10", now).unwrap();
    assert_eq!([2025, 2026, 2027].map(|year| across.days_left(year)), [30, 18, 20]);
    // From December 2nd: 30 days, and 30 to January 30th.
    let most = set(&none, "2026-12-02", "2027-01-30", now).unwrap();
    assert_eq!([2026, 2027].map(|year| most.days_left(year)), [0, 0]);
    assert!(set(&none, "2026-12-01", "2027-01-30", now).unwrap_err().contains("30 more of 2026, not 31"));
    assert!(set(&none, "2026-12-02", "2027-01-31", now).unwrap_err().contains("30 more of 2027, not 31"));
    // The rest of 2027, when the first is over: 20 days and no more.
    let now = "2027-02-01T12:00:00+01:00";
    assert!(set(&across, "2027-02-01", "2027-02-21", now).unwrap_err().contains("20 more of 2027, not 21"));
    assert_eq!(set(&across, "2027-02-01", "2027-02-20", now).unwrap().days_left(2027), 0);
}

#[test]
fn days_that_are_used_stay_used() {
    // From the 5th to the 30th are 26 days.
    let used = set(&Vacations::default(), "2026-01-05", "2026-01-30", "2026-01-01T12:00:00+01:00").unwrap();
    let now = "2026-02-01T12:00:00+01:00";
    let error = set(&used, "2026-02-02", "2026-02-06", now).unwrap_err();
    assert_eq!(error, "there are 30 days of vacation in a year: 4 more of 2026, not 5");
    let all = set(&used, "2026-02-02", "2026-02-05", now).unwrap();
    assert_eq!((all.all().len(), all.days_left(2026)), (2, 0));
    // A coming one is dropped, and then does not count.
    assert_eq!(set(&all, "2026-03-02", "2026-03-05", now).unwrap().all().len(), 2);
    assert_eq!(all.end(at(now)).all(), used.all());
}

#[test]
fn a_running_vacation_is_cut_when_it_ends_early() {
    let vacations =
        set(&Vacations::default(), "2026-03-03", "2026-03-20", "2026-03-01T12:00:00+01:00").unwrap();
    let ended = vacations.end(at("2026-03-05T09:00:00+01:00"));
    let expected =
        vacation("2026-03-03", "2026-03-05", "2026-03-03T00:00:00+01:00", "2026-03-05T09:00:00+01:00");
    assert_eq!(ended.all(), [expected]);
    assert_eq!(ended.current(at("2026-03-05T09:00:00+01:00")), None);
    assert_eq!(ended.days_left(2026), 27);
    // It is over, and stays as it is.
    assert_eq!(ended.end(at("2026-03-05T10:00:00+01:00")), ended);
    // A second one on the same day: the 5th counts once.
    let again = set(&ended, "2026-03-05", "2026-03-06", "2026-03-05T20:00:00+01:00").unwrap();
    let second =
        vacation("2026-03-05", "2026-03-06", "2026-03-05T20:00:00+01:00", "2026-03-07T00:00:00+01:00");
    assert_eq!(again.all(), [expected, second]);
    assert_eq!(again.days_left(2026), 26);
}

#[test]
fn a_running_vacation_is_replaced_without_a_gap() {
    let vacations =
        set(&Vacations::default(), "2026-03-03", "2026-03-20", "2026-03-01T12:00:00+01:00").unwrap();
    let now = "2026-03-05T09:00:00+01:00";
    // The 3rd to the 5th are used; with the 5th to the 31st these are 29 days.
    let longer = set(&vacations, "2026-03-05", "2026-03-31", now).unwrap();
    assert_eq!(
        longer.all(),
        [
            vacation("2026-03-03", "2026-03-05", "2026-03-03T00:00:00+01:00", now),
            vacation("2026-03-05", "2026-03-31", now, "2026-04-01T00:00:00+02:00"),
        ]
    );
    assert_eq!(longer.days_left(2026), 1);
    assert!(
        set(&vacations, "2026-03-05", "2026-04-02", now).unwrap_err().contains("27 more of 2026, not 28")
    );
    // A later one: until then the vacation is over.
    let later = set(&vacations, "2026-03-10", "2026-03-11", now).unwrap();
    assert_eq!(later.spans()[0].1, at(now));
    assert_eq!(later.spans()[1].0, at("2026-03-10T00:00:00+01:00"));
    // Of one that begins at this very instant, nothing has been.
    assert_eq!(set(&later, "2026-03-10", "2026-03-10", "2026-03-10T00:00:00+01:00").unwrap().all().len(), 2);
}

#[test]
fn what_no_longer_counts_is_forgotten() {
    let mut vacations = Vacations::default();
    for year in 2023..=2026 {
        let day = NaiveDate::from_ymd_opt(year, 12, 31).unwrap();
        vacations = vacations.set(day, day, Berlin, at(&format!("{year}-06-01T00:00:00Z"))).unwrap();
    }
    // In 2026, that of 2025 is still known.
    assert_eq!(
        vacations.all().iter().map(|past| past.from.to_string()).collect::<Vec<_>>(),
        ["2025-12-31", "2026-12-31"]
    );
}

#[test]
fn another_time_zone_adds_no_days() {
    // The 10th in Auckland begins at noon of the 9th, UTC; in Los Angeles it is still the 9th.
    let now = at("2026-06-01T00:00:00Z");
    let day = date("2026-06-10");
    let vacations = Vacations::default().set(day, day, Auckland, now).unwrap();
    let ended = vacations.end(at("2026-06-09T13:00:00Z"));
    assert_eq!((ended.all()[0].from, ended.all()[0].until), (day, day));
    // The 10th in Los Angeles lasts until 07:00 of the 11th, UTC; in Auckland that is the 11th.
    let vacations = Vacations::default().set(day, day, Los_Angeles, now).unwrap();
    let ended = vacations.end(at("2026-06-11T06:00:00Z"));
    assert_eq!(ended.all()[0].until, day);
    assert_eq!(ended.days_left(2026), 29);
}

#[test]
fn one_date_at_both_ends_of_the_world_is_two_days() {
    // On Kiritimati the 10th ends before it begins in Pago Pago.
    let (first, second) = (at("2026-06-09T11:00:00Z"), at("2026-06-10T10:30:00Z"));
    let day = date("2026-06-10");
    let one = Vacations::default().set(day, day, Kiritimati, first).unwrap();
    let two = one.set(day, day, Pago_Pago, second).unwrap();
    assert_eq!(two.days_left(2026), 28);
    // The 11th has begun there, whatever the zone of the account is by then.
    let two = Vacations::default().set(day, date("2026-06-12"), Kiritimati, first).unwrap();
    assert_eq!(two.end(second).days_left(2026), 28);
    // But what is the same day is it under every name.
    let paris = Vacations::default().set(day, day, chrono_tz::Europe::Paris, first).unwrap();
    assert_eq!(paris.set(day, day, Berlin, at("2026-06-10T08:00:00+02:00")).unwrap().days_left(2026), 29);
}

#[test]
fn a_vacation_that_is_changed_all_the_time_is_refused_in_the_end() {
    let day = date("2026-06-10");
    let start = at("2026-06-10T08:00:00+02:00");
    let mut vacations = Vacations::default();
    for seconds in 0..100 {
        let now = start + chrono::TimeDelta::seconds(seconds);
        vacations = vacations.set(day, day, Berlin, now).unwrap();
    }
    let now = start + chrono::TimeDelta::seconds(100);
    assert!(vacations.set(day, day, Berlin, now).unwrap_err().contains("too often"));
    // To end it is another matter, and next year is another year.
    assert_eq!(vacations.end(now).current(now), None);
    let year_after_next = at("2028-06-10T08:00:00+02:00");
    assert!(vacations.set(date("2028-06-10"), date("2028-06-10"), Berlin, year_after_next).is_ok());
}

/// Or whoever takes back what is to come could fill the logs of his games.
#[test]
fn a_vacation_that_is_taken_back_before_it_begins_costs_no_day_but_has_been_set() {
    let now = at("2026-06-10T08:00:00+02:00");
    let (from, until) = (date("2026-07-01"), date("2026-07-30"));
    let mut vacations = Vacations::default();
    for _ in 0..100 {
        vacations = vacations.set(from, until, Berlin, now).unwrap().end(now);
        assert_eq!((vacations.days_left(2026), vacations.current(now)), (30, None));
        assert_eq!((vacations.spans().len(), vacations.all().len()), (0, 0));
    }
    assert!(vacations.set(from, until, Berlin, now).unwrap_err().contains("too often"));
}

#[test]
fn midnights_that_are_missing_or_doubled() {
    let set = |from: &str, until: &str, zone: Tz, now: &str| {
        Vacations::default().set(date(from), date(until), zone, at(now)).map(|set| set.spans()[0])
    };
    // In Sao Paulo the 4th began at 01:00.
    assert_eq!(
        set("2018-11-04", "2018-11-04", Sao_Paulo, "2018-11-01T00:00:00Z"),
        Ok((at("2018-11-04T01:00:00-02:00"), at("2018-11-05T00:00:00-02:00")))
    );
    // Apia had no 30th: the 29th was followed by the 31st.
    let now = "2011-12-01T00:00:00Z";
    assert_eq!(
        set("2011-12-29", "2011-12-30", Apia, now),
        Ok((at("2011-12-29T00:00:00-10:00"), at("2011-12-31T00:00:00+14:00")))
    );
    assert!(set("2011-12-30", "2011-12-30", Apia, now).unwrap_err().contains("no time left"));
    // In Saint John's the first minute of the 7th was followed by 23:01 of the 6th: nothing of the 6th is
    // left then, since the 7th has begun.
    assert!(set("2010-11-06", "2010-11-06", St_Johns, "2010-11-06T23:30:00-03:30").is_err());
    let now = "2010-11-06T23:30:00-03:30";
    assert_eq!(
        set("2010-11-07", "2010-11-07", St_Johns, now),
        Ok((at(now), at("2010-11-08T00:00:00-03:30")))
    );
}

#[test]
fn the_year_is_that_of_the_calendar_at_home() {
    let new_year = at("2026-12-31T23:30:00Z");
    assert_eq!(local_year(Berlin, new_year), 2027);
    assert_eq!(local_year(Los_Angeles, new_year), 2026);
}

/// At the ends of what can be held nothing panics.
#[test]
fn the_ends_of_time() {
    for now in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
        for zone in [Auckland, Los_Angeles] {
            for (from, until) in [
                (NaiveDate::MIN, NaiveDate::MAX),
                (NaiveDate::MAX, NaiveDate::MAX),
                (NaiveDate::MIN, NaiveDate::MIN),
            ] {
                let set = Vacations::default().set(from, until, zone, now).unwrap_or_default();
                let _ = (set.end(now), set.days_left(i32::MAX));
            }
        }
    }
    let _ = (Vacations::default().days_left(i32::MAX), Vacations::default().days_left(i32::MIN));
}
