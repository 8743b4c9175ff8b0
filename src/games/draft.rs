//! A game on which a change is being made: nothing is stored until it is committed.

use std::{collections::BTreeSet, sync::Arc};

use chrono::NaiveDateTime;

use super::{
    course,
    notice::Notice,
    outcome::Outcome,
    table::{Table, TableSeat},
    words::{By, EntryKind, Reason, SeatKind, Status},
};
use crate::{
    refusal::Refusal,
    rulesets::{
        bots::Level,
        chance::Stream,
        registry::{AnyEvent, AnyGame, AnyMove, AnyStep},
        rules::{Place, Seat},
    },
    store::{
        AnyConnection, StoreConnection, StoreError,
        changes::{self, Change, Told},
        courses,
        feed::{self, News},
        games,
        idempotency::Kept,
        log::{self, LogRow},
        players::{self, PlayerRow},
        seats::{self, Holder, SeatRow, no_deadline},
    },
};

/// A change in the making.
pub struct Draft {
    /// The game with the change.
    pub table: Table,
    /// The log entries that the change makes.
    pub entries: Vec<LogRow>,
    /// What players are told of the change.
    pub(super) notices: Vec<Notice>,
    before: Table,
    /// The id of the player whose account must not end before the change is stored.
    account: Option<String>,
    /// How many open and active games that player may have before the change.
    most: Option<(i64, i64)>,
    /// The copy of its course that a new game keeps.
    copy: Option<course::Copy>,
}

/// An empty seat at a game.
pub fn open_seat(game_id: &str, seat: Seat) -> TableSeat {
    let row = SeatRow {
        game_id: game_id.to_owned(),
        seat: seat as i32,
        kind: SeatKind::Open.as_str().to_owned(),
        player_id: None,
        level: None,
        to_act: false,
        deadline: no_deadline(),
        score: None,
        place: None,
        given_up: None,
        clock: None,
        remind_at: None,
        absent: 0,
        votes_to_cancel: false,
    };
    TableSeat { row, holder: None }
}

impl Draft {
    pub fn new(before: Table) -> Self {
        Self {
            table: before.clone(),
            before,
            entries: Vec::new(),
            notices: Vec::new(),
            account: None,
            most: None,
            copy: None,
        }
    }

    /// Makes sure that whoever ends his account at this very moment is not left behind at a table.
    pub fn only_while_account_lasts(&mut self, player: &PlayerRow) {
        self.account = Some(player.id.clone());
    }

    /// Makes sure that the player whose account has to last has no more open and active games than
    /// that, whatever he does at the same moment.
    pub fn only_below(&mut self, most_open: i64, most_active: i64) {
        self.most = Some((most_open, most_active));
    }

    /// Stores the copy of its course together with the new game.
    pub fn keep_copy(&mut self, copy: Option<course::Copy>) {
        self.copy = copy;
    }

    /// The chance for the entry that comes next.
    pub fn chance(&self) -> Result<Stream, Refusal> {
        Ok(self.table.seed()?.stream((self.table.game.version + 1) as u64))
    }

    /// Adds an entry to the log.
    pub fn log(&mut self, kind: EntryKind, seat: Option<Seat>, by: By) -> Result<(), Refusal> {
        self.log_events(kind, seat, by, None, &[])
    }

    fn log_events(
        &mut self,
        kind: EntryKind,
        seat: Option<Seat>,
        by: By,
        action: Option<&AnyMove>,
        events: &[AnyEvent],
    ) -> Result<(), Refusal> {
        self.table.game.version += 1;
        self.table.game.updated_at = self.table.now;
        self.entries.push(LogRow {
            game_id: self.table.game.id.clone(),
            version: self.table.game.version,
            kind: kind.as_str().to_owned(),
            seat: seat.map(|seat| seat as i32),
            by_whom: by.as_str().to_owned(),
            action: action.map(to_json).transpose()?,
            events: to_json(&events)?,
            at: self.table.now,
        });
        self.note_entry(kind, seat);
        Ok(())
    }

    /// Gives a seat to a player, as his own or as an invitation.
    pub fn give_seat(&mut self, seat: Seat, kind: SeatKind, player: &PlayerRow) {
        let taken = &mut self.table.seats[seat];
        *taken = open_seat(&self.table.game.id, seat);
        taken.row.kind = kind.as_str().to_owned();
        taken.row.player_id = Some(player.id.clone());
        taken.holder = Some(Holder {
            name: player.name.clone(),
            display_name: player.display_name.clone(),
            hours: player.hours.clone(),
            vacations: player.vacations.clone(),
            webhooks_on: player.webhooks_on,
        });
    }

    /// Gives a seat to a bot.
    pub fn give_to_bot(&mut self, seat: Seat, level: Level) {
        let taken = &mut self.table.seats[seat];
        *taken = open_seat(&self.table.game.id, seat);
        taken.row.kind = SeatKind::Bot.as_str().to_owned();
        taken.row.level = Some(level.as_str().to_owned());
    }

    /// Clears a seat.
    pub fn free_seat(&mut self, seat: Seat) {
        self.table.seats[seat] = open_seat(&self.table.game.id, seat);
    }

    /// Takes away the seats that nobody has, the highest first; the others close ranks.
    pub fn remove_empty_seats(&mut self) -> Result<(), Refusal> {
        for seat in (0..self.table.seats.len()).rev() {
            if is_empty(&self.table.seats[seat]) {
                self.table.seats.remove(seat);
                self.log(EntryKind::SeatRemoved, Some(seat), By::Server)?;
            }
        }
        for (index, seat) in self.table.seats.iter_mut().enumerate() {
            seat.row.seat = index as i32;
        }
        Ok(())
    }

    /// Starts the game if every seat is taken.
    pub fn start_if_full(&mut self) -> Result<(), Refusal> {
        if self.table.seats.iter().any(is_empty) {
            return Ok(());
        }
        let (options, seats) = (self.table.options()?, self.table.seats.len());
        let step = options.deal(self.table.course()?, seats, &mut self.chance()?);
        let step = step.ok_or_else(|| Refusal::Internal("the course is one of another ruleset".into()))?;
        let game = &mut self.table.game;
        game.status = Status::Active.as_str().to_owned();
        game.started_at = Some(self.table.now);
        game.join_code = None;
        game.waiting_since = None;
        self.log_events(EntryKind::Started, None, By::Server, None, &step.events)?;
        self.settle(step.state, None)
    }

    /// Takes over what a move has led to.
    pub fn play(&mut self, seat: Seat, by: By, action: &AnyMove, step: AnyStep) -> Result<(), Refusal> {
        self.log_events(EntryKind::Move, Some(seat), by, Some(action), &step.events)?;
        if by == By::Player {
            self.table.seats[seat].row.absent = 0;
        }
        self.settle(step.state, Some(seat))
    }

    fn settle(&mut self, state: AnyGame, mover: Option<Seat>) -> Result<(), Refusal> {
        let state = Arc::new(state);
        self.table.set_state(state.clone())?;
        let (to_act, scores) = (state.to_act(), state.scores());
        for index in 0..self.table.seats.len() {
            let is_to_act = to_act.contains(&index);
            let row = &mut self.table.seats[index].row;
            // Whoever has moved is in another turn then, unless he is in the middle of his.
            let same_turn = row.to_act && (mover != Some(index) || state.is_mid_turn());
            row.to_act = is_to_act;
            row.score = scores.get(index).copied();
            match (is_to_act, same_turn) {
                (true, true) => {}
                (true, false) => {
                    self.start_clock(index)?;
                    self.note_turn(index);
                }
                (false, _) => self.stop_clock(index),
            }
        }
        match state.places() {
            Some(places) => self.finish(self.table.with_given_up_last(places)?, Reason::Completed),
            None => Ok(()),
        }
    }

    /// Ends the game.
    pub fn finish(&mut self, places: Vec<Place>, reason: Reason) -> Result<(), Refusal> {
        for place in &places {
            for &seat in &place.seats {
                self.table.seats[seat].row.place = Some(place.place as i32);
            }
        }
        self.table.game.outcome = Some(to_json(&Outcome { places, reason })?);
        self.close(Status::Finished);
        self.note_finish();
        Ok(())
    }

    /// Calls the game off.
    pub fn cancel(&mut self) {
        self.close(Status::Cancelled);
    }

    fn close(&mut self, status: Status) {
        let game = &mut self.table.game;
        game.status = status.as_str().to_owned();
        game.finished_at = Some(self.table.now);
        game.join_code = None;
        game.waiting_since = None;
        for seat in 0..self.table.seats.len() {
            self.table.seats[seat].row.to_act = false;
            self.stop_clock(seat);
        }
    }

    /// Ends a game whose log has reached `limit` entries.
    pub fn stop_at(&mut self, limit: i64) -> Result<(), Refusal> {
        if self.table.game.version < limit {
            return Ok(());
        }
        match self.table.status()? {
            Status::Open => self.cancel(),
            Status::Active => self.finish(Vec::new(), Reason::Abandoned)?,
            Status::Finished | Status::Cancelled => {}
        }
        Ok(())
    }

    /// Writes the change. To be called within a transaction, and first in it.
    ///
    /// # Errors
    /// `Stale` if somebody has changed the game since it was loaded; `NotFound` if the account
    /// that has to last has ended.
    pub fn commit(&mut self, connection: &mut AnyConnection) -> crate::store::Result<()> {
        self.table.game.wake_at = self.next_look();
        let change = self.as_change()?;
        let account = self.account.as_deref();
        let told = change.told.iter().map(|told| told.player_id.as_str());
        let mut players: Vec<&str> = told.chain(account).collect();
        if players.len() > 1 || account.is_some() {
            players.sort_unstable();
            changes::lock(connection, &change.game.id, change.from, &players)?;
        }
        if let Some(account) = account {
            self.hold_account(connection, account)?;
        }
        changes::write(connection, &change)?;
        if !self.has_the_same_seats() {
            seats::delete_all(connection, &self.table.game.id)?;
            self.insert_seats(connection)?;
        }
        Ok(())
    }

    /// Writes the change, outside of any transaction, together with the answer that is kept for a request,
    /// in whatever way is the fastest; `false` if there is none, and then nothing is written.
    ///
    /// # Errors
    /// `Stale` if somebody has changed the game since it was loaded.
    pub fn commit_at_once(
        &mut self,
        connection: &mut StoreConnection<'_>,
        answer: Option<&Kept>,
    ) -> crate::store::Result<bool> {
        if self.account.is_some() || !self.has_the_same_seats() {
            return Ok(false);
        }
        self.table.game.wake_at = self.next_look();
        changes::write_at_once(connection, self.as_change()?, answer)
    }

    fn as_change(&self) -> crate::store::Result<Change> {
        let pairs = self.table.seats.iter().zip(&self.before.seats).filter(|_| self.has_the_same_seats());
        let told = |(player_id, notices): (&str, Vec<&Notice>)| Told {
            player_id: player_id.to_owned(),
            has_webhooks: self.table.has_webhooks(player_id),
            news: self.news(&notices),
        };
        let changed = pairs.filter(|(seat, before)| seat.row != before.row);
        Ok(Change {
            game: self.table.game.clone(),
            state: self.table.changed_state()?,
            from: self.before.game.version,
            has_new_status: self.table.game.status != self.before.game.status,
            seats: changed.map(|(seat, _)| seat.row.clone()).collect(),
            entries: self.entries.clone(),
            told: self.told().into_iter().map(told).collect(),
            at: self.table.now,
        })
    }

    fn has_the_same_seats(&self) -> bool {
        self.table.seats.len() == self.before.seats.len()
    }

    /// Writes a game that is new.
    ///
    /// # Errors
    /// `NotFound` if the account that has to last has ended.
    pub fn insert(&mut self, connection: &mut AnyConnection) -> crate::store::Result<()> {
        self.table.game.wake_at = self.table.wake_at();
        let told = self.told();
        let account = self.account.as_deref();
        // Everybody takes players' rows in the same order, so that two games do not lock each other out.
        let ids: BTreeSet<&str> = told.keys().copied().chain(account).collect();
        for id in ids {
            if account == Some(id) {
                self.hold_account(connection, id)?;
            }
            if let Some(notices) = told.get(id) {
                feed::tell(connection, id, self.table.now, &self.news(notices))?;
            }
        }
        if let Some(copy) = &self.copy {
            courses::keep_copy(connection, &copy.id, &copy.text)?;
        }
        games::insert(connection, &self.table.game, self.table.changed_state()?.as_deref())?;
        self.insert_seats(connection)?;
        self.entries.iter().try_for_each(|entry| log::insert(connection, entry))
    }

    /// When the server has to look at the game: as before, if that is early enough. Whoever looks too
    /// early puts it off, which is cheaper than an index that changes with every move.
    fn next_look(&self) -> Option<NaiveDateTime> {
        let due = self.table.wake_at()?;
        let before = self.before.game.wake_at.filter(|&at| self.table.now < at && at < due);
        Some(before.unwrap_or(due))
    }

    fn news(&self, notices: &[&Notice]) -> Vec<News> {
        let about = |version| Some((self.table.game.id.clone(), version));
        notices
            .iter()
            .map(|notice| News { kind: notice.kind.as_str(), about: about(notice.version) })
            .collect()
    }

    fn hold_account(&self, connection: &mut AnyConnection, id: &str) -> crate::store::Result<()> {
        players::hold(connection, id)?;
        // Counted again now that nobody else can write for that player: whoever is over the limit is
        // sent back to be judged again, and refused.
        match self.most {
            Some((most_open, most_active)) => {
                let (open, active) = games::count_in_play(connection, id)?;
                if open < most_open && active < most_active { Ok(()) } else { Err(StoreError::Stale) }
            }
            None => Ok(()),
        }
    }

    fn insert_seats(&self, connection: &mut AnyConnection) -> crate::store::Result<()> {
        self.table.seats.iter().try_for_each(|seat| seats::insert(connection, &seat.row))?;
        seats::show_status(connection, &self.table.game)
    }
}

fn is_empty(seat: &TableSeat) -> bool {
    seat.is_of(SeatKind::Open) || seat.is_of(SeatKind::Invited)
}

/// JSON to be stored or sent.
pub fn to_json<T: serde::Serialize>(value: &T) -> Result<String, Refusal> {
    serde_json::to_string(value).map_err(|error| Refusal::Internal(format!("does not serialise: {error}")))
}
