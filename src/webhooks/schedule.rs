//! When something that could not be delivered is sent again.

use chrono::{NaiveDateTime, TimeDelta};
use rand::{RngExt, rand_core::UnwrapErr, rngs::SysRng};

/// The pause after the first attempt, the second, and so on; the last one repeats itself.
const PAUSES: [TimeDelta; 8] = [
    TimeDelta::seconds(5),
    TimeDelta::seconds(30),
    TimeDelta::minutes(2),
    TimeDelta::minutes(10),
    TimeDelta::hours(1),
    TimeDelta::hours(3),
    TimeDelta::hours(6),
    TimeDelta::hours(12),
];

/// For how long it is tried.
const PATIENCE: TimeDelta = TimeDelta::days(3);

/// How many attempts there are at least, lest a server that was down itself for days give up at once.
const LEAST: i32 = PAUSES.len() as i32;

/// A pause is longer or shorter by up to this, so that not everything comes back at the same moment.
const JITTER: f64 = 0.2;

/// A number for [`next`].
pub fn jitter() -> f64 {
    UnwrapErr(SysRng).random_range(-JITTER..=JITTER)
}

/// When to send again what was begun at `begun` and has just failed for the `attempts`th time; `None`
/// if no more. Longer pauses that the receiver asks for are kept, up to the longest of ours.
pub fn next(
    attempts: i32,
    begun: NaiveDateTime,
    now: NaiveDateTime,
    jitter: f64,
    asked: Option<TimeDelta>,
) -> Option<NaiveDateTime> {
    let end = begun + PATIENCE;
    if now >= end && attempts >= LEAST {
        return None;
    }
    let longest = PAUSES[PAUSES.len() - 1];
    let index = usize::try_from(attempts - 1).unwrap_or_default();
    let pause = PAUSES.get(index).copied().unwrap_or(longest);
    let pause = TimeDelta::milliseconds((pause.num_milliseconds() as f64 * (1.0 + jitter)) as i64);
    let next = now + pause.max(asked.unwrap_or_default().min(longest));
    // The last attempt comes when the time is up.
    Some(if now < end { next.min(end) } else { next })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> NaiveDateTime {
        chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap().naive_utc()
    }

    #[test]
    fn pauses_grow_until_three_days_are_over() {
        let (mut now, mut attempts, mut pauses) = (start(), 1, Vec::new());
        while let Some(next) = next(attempts, start(), now, 0.0, None) {
            pauses.push((next - now).num_seconds());
            (now, attempts) = (next, attempts + 1);
        }
        let [.., last] = pauses[..] else { panic!("no pauses") };
        assert_eq!(pauses[..10], [5, 30, 120, 600, 3600, 10_800, 21_600, 43_200, 43_200, 43_200]);
        assert!(last <= 43_200);
        assert_eq!(now, start() + PATIENCE);
        assert_eq!(attempts, 14);
    }

    #[test]
    fn jitter_and_the_receiver_change_a_pause() {
        let pause = |jitter, asked| next(4, start(), start(), jitter, asked).map(|next| next - start());
        assert_eq!(pause(0.2, None), Some(TimeDelta::minutes(12)));
        assert_eq!(pause(-0.2, None), Some(TimeDelta::minutes(8)));
        assert_eq!(pause(0.0, Some(TimeDelta::seconds(1))), Some(TimeDelta::minutes(10)));
        assert_eq!(pause(0.0, Some(TimeDelta::hours(2))), Some(TimeDelta::hours(2)));
        assert_eq!(pause(0.0, Some(TimeDelta::days(300))), Some(TimeDelta::hours(12)));
        assert!((0..100).all(|_| jitter().abs() <= JITTER));
    }

    #[test]
    fn a_server_that_was_down_for_days_does_not_give_up_at_once() {
        let late = start() + TimeDelta::days(9);
        assert_eq!(next(2, start(), late, 0.0, None), Some(late + TimeDelta::seconds(30)));
        assert_eq!(next(8, start(), late, 0.0, None), None);
    }
}
