//! A game as it is loaded: its row, its seats, and who is who at it.

use std::sync::Arc;

use chrono::NaiveDateTime;
use sha2::{Digest, Sha256};

use super::{
    course,
    state::State,
    words::{GivenUp, SeatKind, Status, Visibility},
};
use crate::{
    players::secret::TokenHash,
    refusal::Refusal,
    rulesets::{
        bots::Level,
        chance::Seed,
        registry::{AnyCourse, AnyGame, AnyOptions, Ruleset},
        rules::{Seat, Viewer},
    },
    store::{
        AnyConnection,
        games::GameRow,
        players::PlayerRow,
        seats::{self, ABSENT_FOR_GOOD, Holder, SeatRow},
        visits::{self, Visit, Wanted},
    },
};

/// A seat and the player who has it or is invited to it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableSeat {
    pub row: SeatRow,
    pub holder: Option<Holder>,
}

/// A game with its seats.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub game: GameRow,
    /// In order: the seat at index *n* is seat *n*.
    pub seats: Vec<TableSeat>,
    /// When it was looked at.
    pub now: NaiveDateTime,
    /// `None` in a list: it was not loaded.
    pub state: Option<State>,
}

/// What is stored is not what it should be.
pub(super) fn corrupt(what: &str) -> Refusal {
    Refusal::Internal(format!("stored {what} does not read"))
}

/// What is asked for by whoever has that token, if he has one.
pub fn wanted(token: Option<&TokenHash>, game_id: &str, with_state: bool) -> Wanted {
    let token_hash = token.map(|token| token.as_str().to_owned());
    Wanted { token_hash, game_id: game_id.to_owned(), with_state }
}

fn not_loaded() -> Refusal {
    Refusal::Internal("the game was loaded without its state".into())
}

impl TableSeat {
    pub fn kind(&self) -> Result<SeatKind, Refusal> {
        SeatKind::read(&self.row.kind).ok_or_else(|| corrupt("seat kind"))
    }

    /// How well a bot in the seat plays; `None` if there is none.
    pub fn level(&self) -> Result<Option<Level>, Refusal> {
        let read = |level: &String| Level::read(level).ok_or_else(|| corrupt("level"));
        self.row.level.as_ref().map(read).transpose()
    }

    /// Why a bot plays for the player from now on.
    pub fn given_up(&self) -> Result<Option<GivenUp>, Refusal> {
        let read = |why: &String| GivenUp::read(why).ok_or_else(|| corrupt("reason"));
        self.row.given_up.as_ref().map(read).transpose()
    }

    /// Whether a bot plays for the player from now on.
    pub fn is_given_up(&self) -> bool {
        self.row.given_up.is_some()
    }

    /// Whether a bot plays for the player: for good, or until he comes back.
    pub fn is_kept_by_bot(&self) -> bool {
        self.is_given_up() || self.row.absent >= ABSENT_FOR_GOOD
    }

    /// Whether such a one has the seat.
    pub fn is_of(&self, kind: SeatKind) -> bool {
        self.row.kind == kind.as_str()
    }

    fn is(&self, kind: SeatKind, player_id: &str) -> bool {
        self.is_of(kind) && self.row.player_id.as_deref() == Some(player_id)
    }
}

impl Table {
    /// The player and the game that were found, whoever may see it; without its state if nobody wants it.
    pub fn found(
        connection: &mut AnyConnection,
        visit: Visit,
        now: NaiveDateTime,
        with_state: bool,
    ) -> Result<(Option<PlayerRow>, Option<Self>), Refusal> {
        let Visit { player, game, state, seats } = visit;
        let Some(game) = game else { return Ok((player, None)) };
        let seats = seats.into_iter().map(|(row, holder)| TableSeat { row, holder }).collect();
        let mut table = Self { game, seats, now, state: None };
        if with_state {
            let course = course::of_copy(connection, table.ruleset()?, table.game.course_copy.as_deref())?;
            table.state = Some(State::new(course, state));
        }
        Ok((player, Some(table)))
    }

    /// Whose token that is, and the game with that id, whoever may see it.
    pub fn look(
        connection: &mut AnyConnection,
        token: Option<&TokenHash>,
        id: &str,
        now: NaiveDateTime,
    ) -> Result<(Option<PlayerRow>, Option<Self>), Refusal> {
        let visit = visits::look_for(connection, &wanted(token, id, true))?;
        Self::found(connection, visit, now, true)
    }

    /// The game with that id, whoever may see it.
    pub fn load(
        connection: &mut AnyConnection,
        id: &str,
        now: NaiveDateTime,
    ) -> Result<Option<Self>, Refusal> {
        Ok(Self::look(connection, None, id, now)?.1)
    }

    /// The game with that id, as far as `me` may know of it.
    ///
    /// # Errors
    /// `NotFound`, the same whether there is none or it is private and not his.
    pub fn load_for(
        connection: &mut AnyConnection,
        id: &str,
        me: Option<&PlayerRow>,
        now: NaiveDateTime,
    ) -> Result<Self, Refusal> {
        Self::seen(Self::load(connection, id, now)?, me)
    }

    /// The game that was looked for, as far as `me` may know of it.
    ///
    /// # Errors
    /// `NotFound`, the same whether there is none or it is private and not his.
    pub fn seen(table: Option<Self>, me: Option<&PlayerRow>) -> Result<Self, Refusal> {
        table.filter(|table| table.is_visible_to(me)).ok_or(Refusal::NotFound("game"))
    }

    /// Adds their seats to games, with one query for all; their states are not loaded.
    pub fn load_seats(
        connection: &mut AnyConnection,
        games: Vec<GameRow>,
        now: NaiveDateTime,
    ) -> Result<Vec<Self>, Refusal> {
        let ids: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
        let mut by_game = std::collections::HashMap::<String, Vec<TableSeat>>::new();
        for (row, holder) in seats::of_games(connection, &ids)? {
            by_game.entry(row.game_id.clone()).or_default().push(TableSeat { row, holder });
        }
        let with_seats = |game: GameRow| {
            let seats = by_game.remove(&game.id).unwrap_or_default();
            Self { game, seats, now, state: None }
        };
        Ok(games.into_iter().map(with_seats).collect())
    }

    pub fn ruleset(&self) -> Result<Ruleset, Refusal> {
        Ruleset::by_id(&self.game.ruleset).ok_or_else(|| corrupt("ruleset"))
    }

    pub fn status(&self) -> Result<Status, Refusal> {
        Status::read(&self.game.status).ok_or_else(|| corrupt("status"))
    }

    pub fn visibility(&self) -> Result<Visibility, Refusal> {
        Visibility::read(&self.game.visibility).ok_or_else(|| corrupt("visibility"))
    }

    pub fn options(&self) -> Result<AnyOptions, Refusal> {
        self.ruleset()?.stored_options(&self.game.options).map_err(|_| corrupt("options"))
    }

    pub fn seed(&self) -> Result<Seed, Refusal> {
        Seed::from_hex(&self.game.seed).ok_or_else(|| corrupt("seed"))
    }

    /// The full state, hidden cards and all; `None` until the game starts.
    pub fn state(&self) -> Result<Option<Arc<AnyGame>>, Refusal> {
        self.loaded()?.get()
    }

    /// What the game is played on.
    pub fn course(&self) -> Result<&AnyCourse, Refusal> {
        Ok(self.loaded()?.course())
    }

    /// Puts another state in the place of the game's.
    pub fn set_state(&mut self, state: Arc<AnyGame>) -> Result<(), Refusal> {
        self.state.as_mut().ok_or_else(not_loaded)?.set(state);
        Ok(())
    }

    /// The state as it is to be stored; `None` if it has not changed.
    pub fn changed_state(&self) -> crate::store::Result<Option<String>> {
        self.state.as_ref().map_or(Ok(None), State::changed)
    }

    fn loaded(&self) -> Result<&State, Refusal> {
        self.state.as_ref().ok_or_else(not_loaded)
    }

    /// The seat that the player has and has not given up.
    pub fn seat_of(&self, player_id: &str) -> Option<Seat> {
        let plays = |seat: &TableSeat| seat.is(SeatKind::Player, player_id) && !seat.is_given_up();
        self.seats.iter().position(plays)
    }

    /// The seat that is kept for the player.
    pub fn invitation_of(&self, player_id: &str) -> Option<Seat> {
        self.seats.iter().position(|seat| seat.is(SeatKind::Invited, player_id))
    }

    /// Whether a player at the table has webhooks that are switched on.
    pub fn has_webhooks(&self, player_id: &str) -> bool {
        let is_his = |seat: &&TableSeat| seat.row.player_id.as_deref() == Some(player_id);
        let holder = self.seats.iter().find(is_his).and_then(|seat| seat.holder.as_ref());
        holder.is_some_and(|holder| holder.webhooks_on > 0)
    }

    pub fn is_created_by(&self, player_id: &str) -> bool {
        self.game.creator_id == player_id
    }

    /// With whose eyes `me` looks at the game.
    pub fn viewer(&self, me: Option<&PlayerRow>) -> Viewer {
        me.and_then(|me| self.seat_of(&me.id)).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Whether `me` belongs to the table: he has, or had, a seat, or is its creator.
    pub fn is_insider(&self, me: Option<&PlayerRow>) -> bool {
        let has_seat = |me: &PlayerRow| self.seats.iter().any(|seat| seat.is(SeatKind::Player, &me.id));
        me.is_some_and(|me| self.is_created_by(&me.id) || has_seat(me))
    }

    /// Whether `me` may know that the game exists.
    pub fn is_visible_to(&self, me: Option<&PlayerRow>) -> bool {
        self.game.visibility == Visibility::Public.as_str()
            || self.is_insider(me)
            || me.is_some_and(|me| self.invitation_of(&me.id).is_some())
    }

    /// What the game as `me` sees it is known by: it differs whenever a byte of it does.
    ///
    /// Beyond version and viewer that takes the names at the table and whose clocks stand still, which
    /// change without the game, and the release of the server.
    pub fn tag(&self, me: Option<&PlayerRow>) -> String {
        let viewer = match self.viewer(me) {
            Viewer::Seat(seat) => seat.to_string(),
            Viewer::Spectator if self.is_insider(me) => "c".to_owned(),
            Viewer::Spectator => "s".to_owned(),
        };
        let mut rest = Sha256::new();
        rest.update(env!("CARGO_PKG_VERSION"));
        for seat in &self.seats {
            let (name, display_name) = seat
                .holder
                .as_ref()
                .map_or(("", ""), |holder| (holder.name.as_str(), holder.display_name.as_str()));
            let paused_until = seat.paused_until(self.now).map(|until| until.to_string()).unwrap_or_default();
            for text in [name, display_name, &paused_until] {
                rest.update((text.len() as u64).to_be_bytes());
                rest.update(text);
            }
        }
        format!("{}-{viewer}-{}", self.game.version, hex::encode(&rest.finalize()[..6]))
    }
}
