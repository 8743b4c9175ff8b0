use chrono::{DateTime, NaiveTime, TimeDelta, TimeZone, Utc, Weekday};
use chrono_tz::Tz;
use proptest::{collection::vec, prelude::*};

use super::{at, simulation::Simulation};
use crate::deadlines::{
    DAYS_A_YEAR, Hours, PerTurn, QuietHours, TurnClock, Vacations, local_date, read_duration,
};

/// Zones with changes at midnight or a minute after it, of half an hour, two hours or a day, in Ramadan, and
/// some where nothing happens.
const ZONES: [Tz; 18] = [
    Tz::UTC,
    Tz::Europe__Berlin,
    Tz::America__St_Johns,
    Tz::America__Sao_Paulo,
    Tz::America__Havana,
    Tz::America__Asuncion,
    Tz::America__Scoresbysund,
    Tz::America__Caracas,
    Tz::Africa__Cairo,
    Tz::Africa__Casablanca,
    Tz::Asia__Beirut,
    Tz::Asia__Tehran,
    Tz::Asia__Kathmandu,
    Tz::Asia__Pyongyang,
    Tz::Australia__Lord_Howe,
    Tz::Antarctica__Troll,
    Tz::Pacific__Apia,
    Tz::Pacific__Kwajalein,
];

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn any_hours() -> impl Strategy<Value = Hours> {
    // Clocks are changed at night, so many quiet hours begin or end there.
    let minute = prop_oneof![0..1440u32, 0..240u32, Just(0), (0..48u32).prop_map(|half| half * 30)];
    let quiet = prop_oneof![
        (minute.clone(), 1..=720u32).prop_map(|(from, length)| (from, from + length)),
        (minute, 1..=720u32).prop_map(|(until, length)| (until + 1440 - length, until)),
    ];
    let time = |minute: u32| NaiveTime::from_hms_opt(minute / 60 % 24, minute % 60, 0).unwrap();
    let quiet = quiet.prop_map(move |(from, until)| QuietHours { from: time(from), until: time(until) });
    let day = (0..7u8).prop_map(|day| Weekday::try_from(day).unwrap());
    let zone = proptest::sample::select(&ZONES[..]);
    (zone, vec(day, 0..=3), proptest::option::weighted(0.8, quiet))
        .prop_map(|(time_zone, days_off, quiet_hours)| Hours { time_zone, days_off, quiet_hours })
}

/// The minute, often some days before the zone's next change of clocks.
fn near_change(zone: Tz, start: DateTime<Utc>, before: Option<i64>) -> DateTime<Utc> {
    let offset = |day: i64| zone.offset_from_utc_datetime(&(start + TimeDelta::days(day)).naive_utc());
    let change = (0..400).find(|day| offset(*day) != offset(*day + 1));
    match (change, before) {
        (Some(day), Some(minutes)) => start + TimeDelta::days(day + 1) - TimeDelta::minutes(minutes),
        _ => start,
    }
}

fn any_start() -> impl Strategy<Value = (i64, Option<i64>)> {
    // Minutes from 1990 to 2030.
    (0..40 * 365 * 1440i64, proptest::option::weighted(0.8, 0..4 * 1440i64))
}

fn start_of(zone: Tz, (minute, before): (i64, Option<i64>)) -> DateTime<Utc> {
    near_change(zone, at("1990-01-01T00:00:00Z") + TimeDelta::minutes(minute), before)
}

/// Something that a player does about his vacation: after so many minutes, sets one that begins so many
/// days later and has so many more days, or ends it.
type Step = (i64, Option<(u64, u64)>);

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    vec((0..5 * 1440i64, proptest::option::weighted(0.8, (0..4u64, 0..5u64))), 0..=most)
}

/// The vacations after a step.
fn step(vacations: &Vacations, zone: Tz, now: DateTime<Utc>, what: Option<(u64, u64)>) -> Vacations {
    let Some((days_until, days_more)) = what else { return vacations.end(now) };
    let from = local_date(zone, now) + chrono::Days::new(days_until);
    // What is refused changes nothing.
    vacations.set(from, from + chrono::Days::new(days_more), zone, now).unwrap_or_else(|_| vacations.clone())
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn a_clock_does_what_a_watch_would(
        hours in any_hours(),
        start in any_start(),
        steps in steps(3),
        quarters in prop_oneof![360..=720usize, 300..360usize],
    ) {
        let since = start_of(hours.time_zone, start);
        let minutes = quarters * 4;
        let length = TimeDelta::minutes(minutes.try_into().unwrap());
        let mut vacations = Vacations::default();
        let mut now = since - TimeDelta::days(3);
        for (after, what) in steps {
            now += TimeDelta::minutes(after);
            vacations = step(&vacations, hours.time_zone, now, what);
        }
        let clock = TurnClock::start(since, length, &hours, &vacations);
        let (deadline, remind_at, pauses) = if minutes < 1440 {
            (since + length, since + length * 3 / 4, vec![])
        } else {
            Simulation::new(hours.time_zone, since).run(since, minutes, &hours, &vacations.spans())
        };
        prop_assert_eq!(clock.pauses(), pauses);
        prop_assert_eq!(clock.deadline(), deadline);
        prop_assert_eq!(clock.remind_at(), remind_at);
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn pauses_are_what_is_between_the_length_and_the_deadline(
        hours in any_hours(),
        start in any_start(),
        milliseconds in 0..60_000i64,
        seconds in 86_400..=30 * 86_400i64,
        steps in steps(4),
        look in 0..=1000i32,
    ) {
        let since = start_of(hours.time_zone, start) + TimeDelta::milliseconds(milliseconds);
        let vacations = steps.into_iter().fold(Vacations::default(), |vacations, (after, what)| {
            step(&vacations, hours.time_zone, since + TimeDelta::minutes(after), what)
        });
        let clock = TurnClock::start(since, TimeDelta::seconds(seconds), &hours, &Vacations::default())
            .with_vacations(&vacations);
        let (pauses, deadline) = (clock.pauses(), clock.deadline());
        let mut end = since;
        for (index, pause) in pauses.iter().enumerate() {
            prop_assert!(end <= pause.from && pause.from < pause.until && pause.until < deadline);
            prop_assert!(index == 0 || end < pause.from || pauses[index - 1].reason != pause.reason);
            end = pause.until;
        }
        let paused = pauses.iter().fold(TimeDelta::zero(), |sum, pause| sum + (pause.until - pause.from));
        prop_assert_eq!(deadline - since, TimeDelta::seconds(seconds) + paused);
        prop_assert!(since < clock.remind_at() && clock.remind_at() < deadline);

        let now = since + (deadline - since) / 1000 * look;
        let is_paused = pauses.iter().any(|pause| pause.from <= now && now < pause.until);
        let until = clock.paused_until(now);
        prop_assert_eq!(until.is_some(), is_paused);
        if let Some(until) = until {
            prop_assert!(now < until && until < deadline);
            prop_assert_eq!(clock.paused_until(until), None);
            prop_assert_eq!(clock.paused_until(until - TimeDelta::milliseconds(1)), Some(until));
        }

        let json = serde_json::to_string(&clock).unwrap();
        let read: TurnClock = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), json);
        prop_assert_eq!((read.deadline(), read.pauses()), (deadline, pauses));
    }

    /// Whatever a player does about his vacation: a turn that runs does not run out by that.
    #[test]
    fn a_change_of_vacation_ends_no_turn(
        hours in any_hours(),
        start in any_start(),
        seconds in 86_400..=5 * 86_400i64,
        steps in steps(12),
        begin in 0..12usize,
        other_zone in proptest::option::weighted(0.3, proptest::sample::select(&ZONES[..])),
    ) {
        let mut now = start_of(hours.time_zone, start);
        let mut vacations = Vacations::default();
        let mut clock = None;
        for (index, (after, what)) in steps.into_iter().enumerate() {
            now += TimeDelta::minutes(after);
            if index == begin {
                clock = Some(TurnClock::start(now, TimeDelta::seconds(seconds), &hours, &vacations));
            }
            let zone = other_zone.filter(|_| index % 2 == 1).unwrap_or(hours.time_zone);
            let next = step(&vacations, zone, now, what);

            // What has been has been.
            let past = |vacations: &Vacations| {
                let spans = vacations.spans().into_iter().map(|(from, until)| (from, until.min(now)));
                spans.filter(|(from, until)| from < until).collect::<Vec<_>>()
            };
            prop_assert_eq!(past(&vacations), past(&next));
            for pair in next.all().windows(2) {
                prop_assert!(pair[0].ends <= pair[1].starts);
            }
            for vacation in next.all() {
                prop_assert!(vacation.starts < vacation.ends && vacation.from <= vacation.until);
            }
            prop_assert!(next.all().iter().filter(|vacation| vacation.ends > now).count() <= 1);
            let year = chrono::Datelike::year(&local_date(zone, now));
            let days = next.all().into_iter().flat_map(|vacation| {
                let days = vacation.from.iter_days().take_while(move |day| *day <= vacation.until);
                let of_year = days.filter(|day| chrono::Datelike::year(day) == year);
                of_year.map(move |day| crate::deadlines::zone::day_start(vacation.zone, day))
            });
            let used = days.collect::<std::collections::BTreeSet<_>>().len();
            prop_assert_eq!(next.days_left(year), DAYS_A_YEAR - i64::try_from(used).unwrap());
            let json = serde_json::to_string(&next).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Vacations>(&json).unwrap(), &next);

            vacations = next;
            clock = clock.map(|clock| {
                let changed = clock.with_vacations(&vacations);
                let runs = clock.deadline() > now;
                assert!(!runs || changed.deadline() > now, "{clock:?} {changed:?} {now}");
                // And one that has run out has run out.
                assert!(runs || changed.deadline() == clock.deadline());
                changed
            });
        }
    }

    #[test]
    fn hours_are_read_as_they_were_written(hours in any_hours()) {
        let json = serde_json::to_string(&hours).unwrap();
        let read: Hours = serde_json::from_str(&json).unwrap();
        prop_assert_eq!((read.time_zone, read.quiet_hours), (hours.time_zone, hours.quiet_hours));
        prop_assert!(hours.days_off.iter().all(|day| read.days_off.contains(day)));
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), json);
    }

    /// Any text can be asked about; what is read has the length that its numbers say.
    #[test]
    fn durations_are_what_they_say(
        noise in "[-+ PpTtWwDdHhMmSsYy0-9.,:]{0,12}",
        days in 0..30i64,
        hours in 0..24i64,
        minutes in 1..600i64,
    ) {
        if let Some(length) = read_duration(&noise) {
            prop_assert!(length > TimeDelta::zero() && length <= TimeDelta::days(366));
        }
        let text = format!("P{days}DT{hours}H{minutes}M");
        let length = TimeDelta::minutes((days * 24 + hours) * 60 + minutes);
        prop_assert_eq!(read_duration(&text), Some(length));
        prop_assert_eq!(PerTurn::read(&text).is_ok(), length <= PerTurn::MAX);
    }
}
