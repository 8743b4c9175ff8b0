//! Does what is due without anybody asking: time that is up, reminders, games that nobody joins,
//! bots that were left in the midst.

use std::time::Duration;

use chrono::TimeDelta;

use super::{
    draft::Draft,
    table::{Table, TableSeat},
    words::{By, EntryKind, GivenUp, OnTimeout, Reason, SeatKind, Status},
};
use crate::{
    club::Club,
    refusal::Refusal,
    rulesets::rules::Seat,
    store::{AnyConnection, StoreConnection, games},
};

/// How long a bot may take that finishes somebody's turn.
const PATIENCE: Duration = Duration::from_secs(2);

/// When a game is looked at again for which there was no time, or in which something is wrong.
const AFTER_BUSY: TimeDelta = TimeDelta::seconds(2);
const AFTER_FAILURE: TimeDelta = TimeDelta::minutes(1);

/// A game to which what was due has been done.
pub struct Attended {
    pub game_id: String,
    /// Whether its bots are to act.
    pub bots_wait: bool,
}

/// Does everything that is due, and calls the bots that are to act then. Whoever moves a sandbox's time
/// does it himself.
pub fn attend_all(club: &Club) -> Result<(), Refusal> {
    let mut connection = club.store.connect()?;
    let is_held = || club.sandbox.as_ref().is_some_and(|clock| clock.is_held());
    while !is_held()
        && let Some(attended) = attend(club, &mut connection)?
    {
        if attended.bots_wait {
            // Without a receiver the server is stopping; another one, or the next start, will see.
            let _ = club.bots_wait.send(attended.game_id);
        }
    }
    Ok(())
}

/// Does what is due at one game, in one transaction; `None` if nothing is due anywhere. Of several
/// processes each takes a game of its own.
pub fn attend(club: &Club, connection: &mut StoreConnection<'_>) -> Result<Option<Attended>, Refusal> {
    let now = club.now();
    if games::next_wake(connection)?.is_none_or(|wake_at| wake_at > now) {
        return Ok(None);
    }
    let mut claimed = None;
    let done = connection.write(|connection| {
        let Some(id) = games::claim_due(connection, now)? else { return Ok(None) };
        claimed = Some(id.clone());
        Ok(Some(attend_to(club, connection, &id)?))
    });
    let (refusal, game_id) = match (done, claimed) {
        (Ok(None), _) => return Ok(None),
        (Ok(Some(draft)), _) => {
            draft.ring(club);
            let bots_wait = draft.table.waits_for_bots();
            return Ok(Some(Attended { game_id: draft.table.game.id, bots_wait }));
        }
        (Err(refusal), None) => return Err(refusal),
        (Err(refusal), Some(game_id)) => (refusal, game_id),
    };
    tracing::warn!(game_id, ?refusal, "what is due at a game could not be done");
    let pause = if matches!(refusal, Refusal::Busy(_)) { AFTER_BUSY } else { AFTER_FAILURE };
    connection.write(|connection| games::put_off(connection, &game_id, now, Some(now + pause)))?;
    Ok(Some(Attended { game_id, bots_wait: false }))
}

fn attend_to(club: &Club, connection: &mut AnyConnection, id: &str) -> Result<Draft, Refusal> {
    let now = club.now();
    let gone = || Refusal::Internal("a game that is due is not there".to_owned());
    let mut draft = Draft::new(Table::load(connection, id, now)?.ok_or_else(gone)?);
    draft.do_what_is_due(club)?;
    draft.stop_at(club.limits.log_entries)?;
    match draft.entries.is_empty() {
        true => games::put_off(connection, id, now, draft.table.wake_at())?,
        false => draft.commit(connection)?,
    }
    Ok(draft)
}

impl Draft {
    fn do_what_is_due(&mut self, club: &Club) -> Result<(), Refusal> {
        if self.table.expires_at().is_some_and(|at| at <= self.table.now) {
            self.log(EntryKind::Expired, None, By::Clock)?;
            self.cancel();
        }
        self.look_up_vacations()?;
        while self.table.status()? == Status::Active {
            let late = self.table.next_to_time_out();
            if late.is_empty() {
                break;
            }
            self.time_out(club, &late)?;
        }
        self.remind()
    }

    /// Whoever went on vacation just when his turn began, or when the server stopped, has his vacation
    /// all the same.
    fn look_up_vacations(&mut self) -> Result<(), Refusal> {
        for seat in 0..self.table.seats.len() {
            let is_late = self.table.seats[seat].deadline().is_some_and(|at| at <= self.table.now);
            if is_late && self.count_vacations(seat)? {
                self.log(EntryKind::DeadlineMoved, Some(seat), By::Clock)?;
            }
        }
        Ok(())
    }

    /// Ends the turns of these seats, whose time was up at the same moment.
    fn time_out(&mut self, club: &Club, late: &[Seat]) -> Result<(), Refusal> {
        let on_timeout = self.table.clock()?.map(|clock| clock.on_timeout);
        for &seat in late {
            self.log(EntryKind::TimedOut, Some(seat), By::Clock)?;
            self.stop_clock(seat);
            match on_timeout {
                Some(OnTimeout::Forfeit) => self.give_up(seat, GivenUp::Forfeited),
                Some(OnTimeout::Bot) | None => self.table.seats[seat].row.absent += 1,
            }
        }
        self.end_if_decided(Reason::Timeout)?;
        for &seat in late {
            let is_waited_for = self.table.status()? == Status::Active && self.table.seats[seat].row.to_act;
            if is_waited_for && on_timeout == Some(OnTimeout::Bot) {
                self.finish_turn(club, seat, PATIENCE)?;
            }
        }
        Ok(())
    }

    /// Notes who has been reminded.
    fn remind(&mut self) -> Result<(), Refusal> {
        for seat in 0..self.table.seats.len() {
            let row = &mut self.table.seats[seat].row;
            if row.remind_at.is_some_and(|at| at <= self.table.now) {
                row.remind_at = None;
                self.log(EntryKind::Reminded, Some(seat), By::Clock)?;
            }
        }
        Ok(())
    }
}

impl Table {
    /// The seats whose time is up, the earliest: several if it was up at the same moment.
    fn next_to_time_out(&self) -> Vec<Seat> {
        let first = self.seats.iter().filter_map(TableSeat::deadline).filter(|&at| at <= self.now).min();
        let Some(first) = first else { return Vec::new() };
        (0..self.seats.len()).filter(|&seat| self.seats[seat].deadline() == Some(first)).collect()
    }

    /// Whether nobody plays any more who has not given up: bots alone are left.
    pub fn is_left_to_bots(&self) -> bool {
        !self.seats.iter().any(|seat| seat.is_of(SeatKind::Player) && !seat.is_kept_by_bot())
    }
}
