//! Bots at the table: they move in the change that has made it their turn, as far as there is time;
//! what is left is played in the background.

use std::time::{Duration, Instant};

use super::{
    draft::Draft,
    table::{Table, TableSeat},
    words::{By, SeatKind, Status},
};
use crate::{
    club::Club,
    refusal::Refusal,
    rulesets::{bots::Level, rules::Seat},
    store::{StoreConnection, StoreError},
};

/// How long bots may take in the background before what they have played is stored.
const IN_BACKGROUND: Duration = Duration::from_secs(2);

/// For how long a bot that is to act is left to whoever is at that game already. Whoever has stopped
/// in the midst is relieved then.
pub const STALLED: chrono::TimeDelta = chrono::TimeDelta::seconds(3);

/// How well a bot plays for a player who has given up his seat, or is absent.
const STANDING_IN: Level = Level::Medium;

impl Draft {
    /// Lets the bots move that are to act, one after the other, until a human is to act, the game is
    /// over, or time is up.
    pub fn play_bots(&mut self, club: &Club, until: Instant) -> Result<(), Refusal> {
        while self.table.status()? == Status::Active && self.table.game.version < club.limits.log_entries {
            let Some((seat, level)) = self.table.bot_to_act()? else { return Ok(()) };
            let Some(patience) = until.checked_duration_since(Instant::now()) else { return Ok(()) };
            if !self.play_bot(club, seat, level, patience)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Lets a bot play what is left of a turn, whoever has the seat.
    ///
    /// # Errors
    /// `Busy` if it takes too long.
    pub fn finish_turn(&mut self, club: &Club, seat: Seat, patience: Duration) -> Result<(), Refusal> {
        loop {
            if !self.play_bot(club, seat, STANDING_IN, patience)? {
                return Err(Refusal::Busy("the bots have no time".to_owned()));
            }
            let goes_on = self.table.status()? == Status::Active
                && self.table.seats[seat].row.to_act
                && super::active_state(&self.table)?.is_mid_turn();
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Lets a bot move in that seat; whether there was time enough.
    fn play_bot(
        &mut self,
        club: &Club,
        seat: Seat,
        level: Level,
        patience: Duration,
    ) -> Result<bool, Refusal> {
        let state = super::active_state(&self.table)?;
        let mut chance = self.table.seed()?.for_bots().stream((self.table.game.version + 1) as u64);
        let thought = state.clone();
        let action = club.pool.run(patience, move || thought.bot_move(seat, level, &mut chance));
        let Some(action) = action else { return Ok(false) };
        let stuck = || Refusal::Internal(format!("the bot in seat {seat} has no legal move"));
        let action = action.ok_or_else(stuck)?;
        let step = state.apply(seat, &action, &mut self.chance()?).map_err(|_| stuck())?;
        self.play(seat, By::Bot, &action, step)?;
        Ok(true)
    }

    /// To be called when the change is stored: wakes those who wait for news of it, and has the bots
    /// that have not moved yet do so in the background.
    pub fn announce(&self, club: &Club) {
        self.ring(club);
        if self.table.waits_for_bots() {
            // Without a receiver the server is stopping; another one, or the next start, will see.
            let _ = club.bots_wait.send(self.table.game.id.clone());
        }
    }
}

impl Table {
    /// The first bot that is to act.
    fn bot_to_act(&self) -> Result<Option<(Seat, Level)>, Refusal> {
        let is_to_act =
            |seat: &TableSeat| seat.row.to_act && (seat.is_of(SeatKind::Bot) || seat.is_kept_by_bot());
        let Some(seat) = self.seats.iter().position(is_to_act) else { return Ok(None) };
        let level = self.seats[seat].level()?.unwrap_or(STANDING_IN);
        Ok(Some((seat, level)))
    }

    /// Whether there is something to do for bots.
    pub fn waits_for_bots(&self) -> bool {
        self.game.status == Status::Active.as_str() && matches!(self.bot_to_act(), Ok(Some(_)))
    }
}

/// Plays for the bots of a game until a human is to act or the game is over.
pub fn take_turns(club: &Club, connection: &mut StoreConnection<'_>, game_id: &str) -> Result<(), Refusal> {
    loop {
        let now = club.now();
        let table = connection.read(|connection| Table::load(connection, game_id, now))?;
        let Some(table) = table.filter(Table::waits_for_bots) else { return Ok(()) };
        let mut draft = Draft::new(table);
        draft.play_bots(club, Instant::now() + IN_BACKGROUND)?;
        if draft.entries.is_empty() {
            return Err(Refusal::Busy("the bots have no time".to_owned()));
        }
        draft.stop_at(club.limits.log_entries)?;
        match connection.write(|connection| draft.commit(connection)) {
            Ok(()) => draft.ring(club),
            // Somebody else was faster, perhaps another process with the same bot.
            Err(StoreError::Stale) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
