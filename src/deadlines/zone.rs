//! Local times of a time zone as instants.
//!
//! Where a clock is put back, local times exist twice; where it is put forward, some do not exist: for
//! these stands the first instant after the gap. Beyond what `chrono` can hold, results stop at its ends.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeZone, Utc};
use chrono_tz::{GapInfo, Tz};

/// The date that the calendar shows in the zone at that instant.
pub fn local_date(zone: Tz, instant: DateTime<Utc>) -> NaiveDate {
    let utc = instant.naive_utc();
    let offset = zone.offset_from_utc_datetime(&utc).fix();
    utc.checked_add_offset(offset).unwrap_or(utc).date()
}

/// The year that the calendar shows in the zone at that instant.
pub fn local_year(zone: Tz, instant: DateTime<Utc>) -> i32 {
    local_date(zone, instant).year()
}

/// The first instant of a local day; that of the next day, if the day does not exist.
pub(super) fn day_start(zone: Tz, day: NaiveDate) -> DateTime<Utc> {
    first(zone, day.and_time(NaiveTime::MIN))
}

/// The first instant of the local day after that one.
pub(super) fn day_end(zone: Tz, day: NaiveDate) -> DateTime<Utc> {
    day.succ_opt().map_or(DateTime::<Utc>::MAX_UTC, |next| day_start(zone, next))
}

/// The instant when a local time is for the first time.
pub(super) fn first(zone: Tz, local: NaiveDateTime) -> DateTime<Utc> {
    zone.from_local_datetime(&local)
        .earliest()
        .map_or_else(|| after_gap(zone, local), |instant| instant.to_utc())
}

/// The instant when a local time is for the last time.
pub(super) fn last(zone: Tz, local: NaiveDateTime) -> DateTime<Utc> {
    zone.from_local_datetime(&local)
        .latest()
        .map_or_else(|| after_gap(zone, local), |instant| instant.to_utc())
}

/// The first instant after the gap that a local time lies in.
fn after_gap(zone: Tz, local: NaiveDateTime) -> DateTime<Utc> {
    // A gap takes no time: it ends at the instant when it begins.
    GapInfo::new(&local, &zone)
        .and_then(|gap| gap.begin)
        .and_then(|(begin, before)| begin.checked_sub_offset(before.fix()))
        .unwrap_or(local)
        .and_utc()
}
