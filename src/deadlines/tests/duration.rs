use chrono::TimeDelta;

use crate::deadlines::{PerTurn, read_duration};

#[test]
fn a_time_for_a_turn_keeps_its_text() {
    for (text, minutes) in [
        ("P3D", 3 * 1440),
        ("PT12H", 720),
        ("P1W", 7 * 1440),
        ("P1DT12H", 2160),
        ("PT90M", 90),
        ("PT1M", 1),
        ("PT60S", 1),
        ("P30D", 30 * 1440),
        ("PT720H", 30 * 1440),
        ("P03D", 3 * 1440),
        ("P0DT1H", 60),
    ] {
        let per_turn = PerTurn::read(text).unwrap();
        assert_eq!(per_turn.length(), TimeDelta::minutes(minutes), "{text}");
        assert_eq!(per_turn.as_str(), text);
        assert_eq!(per_turn.to_string(), text);
        let json = serde_json::to_string(&per_turn).unwrap();
        assert_eq!(json, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<PerTurn>(&json).unwrap(), per_turn);
    }
}

#[test]
fn a_time_for_a_turn_has_its_limits() {
    for text in ["PT59S", "PT0S", "P0D", "P31D", "P30DT1S", "PT721H", "P5W", "1", "", "P1M"] {
        let error = PerTurn::read(text).unwrap_err();
        assert!(error.contains("from PT1M to P30D"), "{text}: {error}");
        assert!(serde_json::from_str::<PerTurn>(&format!("\"{text}\"")).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<PerTurn>("3").is_err());
}

/// What the parser by itself would take, or half of it, and other nonsense.
#[test]
fn only_durations_of_a_fixed_length_are_read() {
    let trailing = ["P1D ", "P1Dx", "PT1H1H", "P1W2D", "P1WT1H", "PT1D", "P1D1D", "P1DP1D", "PT1M1H", "PT1"];
    let empty = ["", "P", "PT", "P1DT", "PT0S", "P0W", "P0D", "P0DT0H0M0S", "T", "PW", "PD", "PTM"];
    let fractions = ["PT1.5H", "P1.5D", "PT1.5S", "PT1,5S", "PT60.0001S", "PT60.S", "PT60.0S", "P0,5W"];
    let signs = ["-P1D", "+P1D", "P-1D", "PT-1H", "P+1D"];
    let cases = ["p1d", "P1d", "pt1h", "PT1h", "Pt1H", "P1w"];
    let calendar = ["P1Y", "P1M", "P0Y1D", "P0M1D", "P1M1D", "P1YT1H", "P0MT1H"];
    let dates = ["P0000-01-03T00:00", "P2015-11-03T21:56", "P00000103T000000", "P00000101T000000Z"];
    let overflowing =
        ["PT4294967296S", "P99999999999999999999D", "P4294967295W", "PT4294967295H", "P4294967295D"];
    let odd = ["P1D\n", " P1D", "P 1D", "P\u{663}D", "P1D\0", "1D", "P1", "P1H", "P1S", "D1P", "\u{1f3cc}"];
    let lists = [&trailing[..], &empty, &fractions, &signs, &cases, &calendar, &dates, &overflowing, &odd];
    for text in lists.into_iter().flatten() {
        assert_eq!(read_duration(text), None, "{text:?}");
    }
}

#[test]
fn a_duration_is_at_most_366_days_and_its_text_is_not_endless() {
    assert_eq!(read_duration("PT1S"), Some(TimeDelta::seconds(1)));
    assert_eq!(read_duration("P366D"), Some(TimeDelta::days(366)));
    assert_eq!(read_duration("P366DT1S"), None);
    assert_eq!(read_duration("P52W"), Some(TimeDelta::weeks(52)));
    assert_eq!(read_duration("P1DT1H1M1S"), Some(TimeDelta::seconds(86_400 + 3600 + 60 + 1)));
    assert_eq!(read_duration("PT1H1S"), Some(TimeDelta::seconds(3601)));
    assert_eq!(read_duration(&format!("P{}1D", "0".repeat(29))), Some(TimeDelta::days(1)));
    assert_eq!(read_duration(&format!("P{}1D", "0".repeat(30))), None);
}
