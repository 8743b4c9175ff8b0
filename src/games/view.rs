//! Games and log entries as they are shown: allow-lists, filled field by field.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{
    clock::Clock,
    outcome::Outcome,
    table::{Table, TableSeat},
    words::{By, EntryKind, GivenUp, SeatKind, Status, Visibility},
};
use crate::{
    deadlines::{Pause, PerTurn},
    refusal::Refusal,
    rulesets::{
        bots::Level,
        registry::{AnyEvent, AnyMove, AnyOptions, AnyView, Ruleset},
        rules::{Seat, Viewer},
    },
    store::{log::LogRow, players::PlayerRow},
};

/// A game as the caller may see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Game {
    #[serde(flatten)]
    #[schema(inline)]
    pub head: GameHead,
    /// Your seat and what you may do; null if you have no seat.
    #[schema(required = true)]
    pub you: Option<You>,
    /// The table, as the ruleset shows it to you; null until the game starts.
    #[schema(value_type = Option<Object>, required = true)]
    pub state: Option<AnyView>,
}

/// What a game and its summary have in common.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GameHead {
    pub id: String,
    /// The ruleset's id.
    #[serde(serialize_with = "ruleset_id")]
    #[schema(value_type = String)]
    pub ruleset: Ruleset,
    pub status: Status,
    /// The number of log entries.
    #[schema(minimum = 1)]
    pub version: i64,
    /// The options, defaults filled in.
    #[schema(value_type = Object)]
    pub options: AnyOptions,
    pub visibility: Visibility,
    /// Lets others join a private game; shown to its players and its creator until it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub join_code: Option<String>,
    pub created_at: DateTime<Utc>,
    /// When the newest log entry was made.
    pub updated_at: DateTime<Utc>,
    #[schema(required = true)]
    pub started_at: Option<DateTime<Utc>>,
    /// When the game was finished or cancelled.
    #[schema(required = true)]
    pub finished_at: Option<DateTime<Utc>>,
    /// In order: the seat at index *n* is seat *n*, clockwise.
    pub seats: Vec<SeatView>,
    /// The seats that may move now.
    #[schema(value_type = Vec<usize>)]
    pub to_act: Vec<Seat>,
    /// The earliest deadline of a seat that is to act; null if none has one.
    #[schema(required = true)]
    pub deadline: Option<DateTime<Utc>>,
    /// Time to think; null if there is no limit.
    #[schema(required = true)]
    pub clock: Option<Clock>,
    /// When the game is called off if nobody joins; while it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expires_at: Option<DateTime<Utc>>,
    /// The seats whose players want the running game to be cancelled, if any do; it is when all agree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<usize>, required = false)]
    pub cancel_votes: Vec<Seat>,
    /// Whether those without a seat may read what is said at the table; left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub public_messages: bool,
    /// The id of the game whose table this one makes anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rematch_of: Option<String>,
    /// The id of the game that makes this one's table anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rematch: Option<String>,
    /// How it ended; null before.
    #[schema(required = true)]
    pub outcome: Option<Outcome>,
}

/// A game in a list: without its state and your moves.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GameSummary {
    #[serde(flatten)]
    #[schema(inline)]
    pub head: GameHead,
    /// Your seat; null if you have none.
    #[schema(required = true)]
    pub you: Option<YourSeat>,
}

/// The game after a change, and what the change was.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GameChanged {
    #[serde(flatten)]
    #[schema(inline)]
    pub game: Game,
    /// The log entries that this made, yours first.
    pub played: Vec<LogEntry>,
}

/// A place at the table.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeatView {
    #[schema(value_type = usize)]
    pub seat: Seat,
    #[serde(rename = "type")]
    pub kind: SeatKind,
    /// Of a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub level: Option<Level>,
    /// Why the seat is not the player's any more: `resigned` or `forfeited`. A bot plays on, if the game
    /// does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub given_up: Option<GivenUp>,
    /// How many turns in a row a bot has finished because the player's time was up. From the third on it
    /// keeps the seat, until he takes it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub absent: Option<i32>,
    /// Of a player or an invited one; null once the account has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, required = false)]
    pub player_id: Option<Option<String>>,
    /// Of a player or an invited one; null once the account has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, required = false)]
    pub name: Option<Option<String>>,
    /// Of a player or an invited one; null once the account has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, required = false)]
    pub display_name: Option<Option<String>>,
    /// The score so far; null until the game starts.
    #[schema(required = true)]
    pub score: Option<i32>,
    /// By when the seat has to act; null if it has not, or need not hurry.
    #[schema(required = true)]
    pub deadline: Option<DateTime<Utc>>,
    /// Until when the seat's clock stands still, if it does now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub paused_until: Option<DateTime<Utc>>,
}

/// Your seat and what you may do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct You {
    #[schema(value_type = usize)]
    pub seat: Seat,
    /// Every move that you may make now, ready to be sent; empty when it is not your turn.
    #[schema(value_type = Vec<Object>)]
    pub legal_moves: Vec<AnyMove>,
    /// How your deadline comes about, if you have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock_explained: Option<ClockExplained>,
}

/// How a deadline comes about: the time for a turn, and when it stood or stands still.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClockExplained {
    /// The time for a turn, an ISO 8601 duration.
    #[schema(value_type = String, examples("P3D"))]
    pub base: PerTurn,
    /// When your turn began.
    pub since: DateTime<Utc>,
    /// When the clock stands still until the deadline, in order; none if the time for a turn is less
    /// than a day.
    pub pauses: Vec<Pause>,
    pub deadline: DateTime<Utc>,
}

/// Your seat.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct YourSeat {
    #[schema(value_type = usize)]
    pub seat: Seat,
}

/// One change of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LogEntry {
    /// The version that the game had after it.
    #[schema(minimum = 1)]
    pub version: i64,
    pub at: DateTime<Utc>,
    pub kind: EntryKind,
    /// Whose change it was, or which seat it was about; null if none.
    #[schema(value_type = Option<usize>, required = true)]
    pub seat: Option<Seat>,
    pub by: By,
    /// The move; null if it was none.
    #[serde(rename = "move")]
    #[schema(value_type = Option<Object>, required = true)]
    pub action: Option<AnyMove>,
    /// What happened; what you may not know is `??` or left out until the game is finished.
    #[schema(value_type = Vec<Object>)]
    pub events: Vec<AnyEvent>,
}

fn ruleset_id<S: Serializer>(ruleset: &Ruleset, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ruleset.about().id)
}

fn utc(time: Option<NaiveDateTime>) -> Option<DateTime<Utc>> {
    time.map(|time| time.and_utc())
}

impl Game {
    /// The game as `me` may see it.
    pub fn new(table: &Table, me: Option<&PlayerRow>) -> Result<Self, Refusal> {
        let viewer = table.viewer(me);
        let state = table.state()?;
        let running = table.status()? == Status::Active;
        let you = match viewer {
            Viewer::Spectator => None,
            Viewer::Seat(seat) => {
                let playing = state.as_ref().filter(|_| running);
                let own = &table.seats[seat];
                let playing = playing.filter(|_| !own.is_kept_by_bot());
                Some(You {
                    seat,
                    legal_moves: playing.map_or_else(Vec::new, |state| state.legal_moves(seat)),
                    clock_explained: ClockExplained::new(table, own)?,
                })
            }
        };
        let state = state.map(|state| state.view(viewer));
        Ok(Self { head: GameHead::new(table, me)?, you, state })
    }
}

impl GameHead {
    fn new(table: &Table, me: Option<&PlayerRow>) -> Result<Self, Refusal> {
        let game = &table.game;
        let outcome = game.outcome.as_deref().map(serde_json::from_str).transpose();
        let seats: Vec<SeatView> =
            table.seats.iter().map(|seat| SeatView::new(seat, table.now)).collect::<Result<_, _>>()?;
        Ok(Self {
            id: game.id.clone(),
            ruleset: table.ruleset()?,
            status: table.status()?,
            version: game.version,
            options: table.options()?,
            visibility: table.visibility()?,
            join_code: game.join_code.clone().filter(|_| table.is_insider(me)),
            created_at: game.created_at.and_utc(),
            updated_at: game.updated_at.and_utc(),
            started_at: utc(game.started_at),
            finished_at: utc(game.finished_at),
            to_act: (0..seats.len()).filter(|&seat| table.seats[seat].row.to_act).collect(),
            deadline: seats.iter().filter_map(|seat| seat.deadline).min(),
            seats,
            clock: table.clock()?,
            expires_at: utc(table.expires_at()),
            cancel_votes: (0..table.seats.len())
                .filter(|&seat| table.seats[seat].row.votes_to_cancel)
                .collect(),
            public_messages: game.public_messages,
            rematch_of: game.rematch_of.clone(),
            rematch: game.rematch.clone(),
            outcome: outcome.map_err(|_| Refusal::Internal("stored outcome does not read".into()))?,
        })
    }
}

impl GameSummary {
    /// The game as `me` may see it in a list.
    pub fn new(table: &Table, me: Option<&PlayerRow>) -> Result<Self, Refusal> {
        let you = match table.viewer(me) {
            Viewer::Seat(seat) => Some(YourSeat { seat }),
            Viewer::Spectator => None,
        };
        Ok(Self { head: GameHead::new(table, me)?, you })
    }
}

impl GameChanged {
    /// The game as `me` may see it after `entries`.
    pub fn new(table: &Table, entries: &[LogRow], me: Option<&PlayerRow>) -> Result<Self, Refusal> {
        let played = entries.iter().map(|entry| LogEntry::new(table, entry, me));
        Ok(Self { game: Game::new(table, me)?, played: played.collect::<Result<_, _>>()? })
    }
}

impl SeatView {
    fn new(seat: &TableSeat, now: NaiveDateTime) -> Result<Self, Refusal> {
        let kind = seat.kind()?;
        let has_name = matches!(kind, SeatKind::Player | SeatKind::Invited);
        let names = seat.holder.as_ref().filter(|holder| !holder.name.is_empty());
        let of_player = |text: Option<String>| has_name.then_some(text);
        Ok(Self {
            seat: seat.row.seat as Seat,
            kind,
            level: seat.level()?,
            given_up: seat.given_up()?,
            absent: Some(seat.row.absent).filter(|turns| *turns > 0),
            player_id: of_player(seat.row.player_id.clone().filter(|_| names.is_some())),
            name: of_player(names.map(|names| names.name.clone())),
            display_name: of_player(names.map(|names| names.display_name.clone())),
            score: seat.row.score,
            deadline: utc(seat.deadline()),
            paused_until: seat.paused_until(now),
        })
    }
}

impl ClockExplained {
    fn new(table: &Table, seat: &TableSeat) -> Result<Option<Self>, Refusal> {
        let (Some(deadline), Some(clock)) = (utc(seat.deadline()), seat.clock()?) else { return Ok(None) };
        let base = table.clock()?.map(|clock| clock.per_turn);
        Ok(base.map(|base| Self { base, since: clock.since(), pauses: clock.pauses(), deadline }))
    }
}

impl LogEntry {
    /// An entry of the game's log as `me` may see it. Nothing is hidden once the game is finished.
    pub fn new(table: &Table, row: &LogRow, me: Option<&PlayerRow>) -> Result<Self, Refusal> {
        let corrupt =
            |what| Refusal::Internal(format!("stored {what} of log entry {} does not read", row.version));
        let ruleset = table.ruleset()?;
        let action = row.action.as_deref().map(|action| ruleset.stored_move(action)).transpose();
        let mut events = ruleset.stored_events(&row.events).map_err(|_| corrupt("events"))?;
        if table.status()? != Status::Finished {
            let viewer = table.viewer(me);
            events = events.iter().map(|event| event.redact(viewer)).collect();
        }
        Ok(Self {
            version: row.version,
            at: row.at.and_utc(),
            kind: EntryKind::read(&row.kind).ok_or_else(|| corrupt("kind"))?,
            seat: row.seat.map(|seat| seat as Seat),
            by: By::read(&row.by_whom).ok_or_else(|| corrupt("author"))?,
            action: action.map_err(|_| corrupt("move"))?,
            events,
        })
    }
}
