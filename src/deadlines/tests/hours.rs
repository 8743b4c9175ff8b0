use chrono::Weekday::{Fri, Mon, Sat, Sun};

use super::hours;
use crate::deadlines::{Hours, read_days_off, read_quiet_hours, read_time_zone};

fn names(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn hours_are_stored_as_json() {
    let berlin = hours("Europe/Berlin", &[Sat, Sun], Some(("22:00", "07:00")));
    let json = r#"{"time_zone":"Europe/Berlin","days_off":["saturday","sunday"],"quiet_hours":{"from":"22:00","until":"07:00"}}"#;
    assert_eq!(serde_json::to_string(&berlin).unwrap(), json);
    assert_eq!(serde_json::from_str::<Hours>(json).unwrap(), berlin);

    let json = r#"{"time_zone":"UTC","days_off":[],"quiet_hours":null}"#;
    assert_eq!(serde_json::to_string(&Hours::default()).unwrap(), json);
    assert_eq!(serde_json::from_str::<Hours>(json).unwrap(), Hours::default());
}

#[test]
fn days_off_are_written_in_order_and_once() {
    let json = serde_json::to_value(hours("UTC", &[Sun, Mon, Sun, Fri], None)).unwrap();
    assert_eq!(json["days_off"], serde_json::json!(["monday", "friday", "sunday"]));
}

#[test]
fn hours_are_not_read_from_what_breaks_their_rules() {
    for json in [
        r#"{"time_zone":"Mars/Base","days_off":[],"quiet_hours":null}"#,
        r#"{"time_zone":"UTC","days_off":["mon","tue","wed","thu"],"quiet_hours":null}"#,
        r#"{"time_zone":"UTC","days_off":["1"],"quiet_hours":null}"#,
        r#"{"time_zone":"UTC","days_off":[],"quiet_hours":{"from":"22:00","until":"22:00"}}"#,
        r#"{"time_zone":"UTC","days_off":[],"quiet_hours":{"from":"22:00"}}"#,
        r#"{"time_zone":"UTC","days_off":[],"quiet_hours":null,"more":1}"#,
        r#"{"days_off":[],"quiet_hours":null}"#,
        r#"{"time_zone":"UTC","quiet_hours":null}"#,
    ] {
        assert!(serde_json::from_str::<Hours>(json).is_err(), "{json}");
    }
}

#[test]
fn time_zones_have_their_exact_names() {
    for name in ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "US/Pacific"] {
        assert_eq!(read_time_zone(name).unwrap().name(), name);
    }
    for name in ["", "utc", "europe/berlin", "Europe/Berlin ", "Berlin", "+01:00", "Z", "CEST", "Europe"] {
        assert!(read_time_zone(name).unwrap_err().contains("Europe/Berlin"), "{name}");
    }
}

#[test]
fn weekdays_are_read_by_their_english_names() {
    assert_eq!(read_days_off(&[]), Ok(vec![]));
    assert_eq!(read_days_off(&names("saturday Sunday")), Ok(vec![Sat, Sun]));
    assert_eq!(read_days_off(&names("SUN fri MONDAY")), Ok(vec![Mon, Fri, Sun]));
    // Names that are there twice count once.
    assert_eq!(read_days_off(&names("sun sunday SUN fri sun mon")), Ok(vec![Mon, Fri, Sun]));
    assert!(read_days_off(&names("sun fri mon tue")).unwrap_err().contains("at most 3"));
    for bad in ["", "s", "su", "sund", "sundays", "thurs", "samstag", "0", " sun", "sun "] {
        assert!(read_days_off(&[bad.to_owned()]).unwrap_err().contains("English"), "{bad:?}");
    }
}

#[test]
fn quiet_hours_are_two_times_at_most_half_a_day_apart() {
    for (from, until) in [
        ("22:00", "07:00"),
        ("00:00", "00:01"),
        ("23:59", "00:00"),
        ("00:00", "12:00"),
        ("12:00", "00:00"),
        ("22:30", "10:30"),
    ] {
        assert!(read_quiet_hours(from, until).is_ok(), "{from} {until}");
    }
    for (from, until, why) in [
        ("22:00", "22:00", "another time"),
        ("00:00", "12:01", "at most 12"),
        ("22:00", "10:01", "at most 12"),
        ("07:00", "06:59", "at most 12"),
    ] {
        assert!(read_quiet_hours(from, until).unwrap_err().contains(why), "{from} {until}");
    }
    for bad in ["", "7:00", "07:0", "07:00:00", "24:00", "23:60", "0700", "07.00", " 7:00", "+7:00", "ab:cd"]
    {
        assert!(read_quiet_hours(bad, "07:00").unwrap_err().contains("00:00 to 23:59"), "{bad:?}");
        assert!(read_quiet_hours("07:00", bad).unwrap_err().contains("00:00 to 23:59"), "{bad:?}");
    }
}
