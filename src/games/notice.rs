//! What players are told of a change: their feeds.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    draft::Draft,
    table::{Table, TableSeat},
    words::{EntryKind, NoticeKind, SeatKind, Status},
};
use crate::{
    club::Club,
    hub::Topic,
    refusal::Refusal,
    rulesets::rules::Seat,
    store::{
        AnyConnection,
        feed::{self, FeedRow},
        players::PlayerRow,
    },
};

/// Something that a player is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub player_id: String,
    pub kind: NoticeKind,
    /// The log entry that it is about.
    pub version: i64,
    /// Of whose turn it is that it tells.
    seat: Option<Seat>,
}

/// One item of a player's feed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FeedItem {
    /// 1, 2, 3 …: whoever has seen *n* has missed no smaller one.
    #[schema(minimum = 1)]
    pub id: i64,
    pub at: DateTime<Utc>,
    pub kind: NoticeKind,
    /// The game's id; null if it is about none.
    #[schema(required = true)]
    pub game: Option<String>,
    /// The log entry of the game that it is about; of a message, the version that the game had then.
    #[schema(required = true, minimum = 1)]
    pub version: Option<i64>,
}

impl FeedItem {
    fn new(row: FeedRow) -> Result<Self, Refusal> {
        let corrupt = || Refusal::Internal("stored kind of a feed's item does not read".to_owned());
        let kind = NoticeKind::read(&row.kind).ok_or_else(corrupt)?;
        Ok(Self { id: row.id, at: row.at.and_utc(), kind, game: row.game_id, version: row.version })
    }
}

/// A player's items after `after`, at most `limit`; and whether there are more.
pub fn list(
    connection: &mut AnyConnection,
    me: &PlayerRow,
    after: i64,
    limit: usize,
) -> Result<(Vec<FeedItem>, bool), Refusal> {
    let mut rows = feed::list(connection, &me.id, after, limit as i64 + 1)?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    Ok((rows.into_iter().map(FeedItem::new).collect::<Result<_, _>>()?, more))
}

impl Draft {
    /// Notes whom an entry of the log concerns.
    pub fn note_entry(&mut self, kind: EntryKind, seat: Option<Seat>) {
        let invited_or_seated =
            |seat: &&TableSeat| seat.is_of(SeatKind::Player) || seat.is_of(SeatKind::Invited);
        let seated = |seat: &&TableSeat| seat.is_of(SeatKind::Player);
        let own = seat.and_then(|seat| self.table.seats.get(seat));
        let (told, kind): (Vec<&TableSeat>, NoticeKind) = match kind {
            EntryKind::Invited => (own.into_iter().collect(), NoticeKind::Invited),
            EntryKind::Reminded => (own.into_iter().collect(), NoticeKind::Reminder),
            EntryKind::Started => (self.table.seats.iter().filter(seated).collect(), NoticeKind::GameStarted),
            EntryKind::TimedOut => (self.table.seats.iter().filter(seated).collect(), NoticeKind::SeatAbsent),
            EntryKind::Returned => {
                (self.table.seats.iter().filter(seated).collect(), NoticeKind::SeatReturned)
            }
            EntryKind::CancelVoted => {
                let others = self.table.seats.iter().enumerate().filter(|(index, _)| Some(*index) != seat);
                (others.map(|(_, seat)| seat).filter(seated).collect(), NoticeKind::CancelVoted)
            }
            EntryKind::Cancelled | EntryKind::Expired => {
                (self.table.seats.iter().filter(invited_or_seated).collect(), NoticeKind::GameCancelled)
            }
            EntryKind::Created
            | EntryKind::Joined
            | EntryKind::Declined
            | EntryKind::Left
            | EntryKind::Kicked
            | EntryKind::SeatRemoved
            | EntryKind::Move
            | EntryKind::Resigned
            | EntryKind::DeadlineMoved
            | EntryKind::Rematch => return,
        };
        let version = self.table.game.version;
        let ids: Vec<String> = told.iter().filter_map(|seat| seat.row.player_id.clone()).collect();
        self.notices.extend(ids.into_iter().map(|player_id| Notice { player_id, kind, version, seat: None }));
    }

    /// Notes that a seat, or an invitation, is going to be cleared by the entry that comes next.
    pub fn note_kicked(&mut self, seat: Seat) {
        if let Some(player_id) = self.table.seats[seat].row.player_id.clone() {
            let version = self.table.game.version + 1;
            self.notices.push(Notice { player_id, kind: NoticeKind::Kicked, version, seat: None });
        }
    }

    /// Notes that a turn of a seat has begun.
    pub fn note_turn(&mut self, seat: Seat) {
        let taken = &self.table.seats[seat];
        if let Some(player_id) = taken.row.player_id.clone().filter(|_| !taken.is_kept_by_bot()) {
            let version = self.table.game.version;
            self.notices.push(Notice { player_id, kind: NoticeKind::YourTurn, version, seat: Some(seat) });
        }
    }

    /// Notes that the game is finished.
    pub fn note_finish(&mut self) {
        let version = self.table.game.version;
        let seated = self.table.seats.iter().filter(|seat| seat.is_of(SeatKind::Player));
        let ids: Vec<String> = seated.filter_map(|seat| seat.row.player_id.clone()).collect();
        let notice = |player_id| Notice { player_id, kind: NoticeKind::GameFinished, version, seat: None };
        self.notices.extend(ids.into_iter().map(notice));
    }

    /// Wakes those who wait for news of the game, and whoever is told of it. To be called when the change
    /// is stored.
    pub fn ring(&self, club: &Club) {
        club.hub.ring(Topic::Game(self.table.game.id.clone()));
        for player_id in self.told().into_keys() {
            club.hub.ring(Topic::Player(player_id.to_owned()));
        }
    }

    /// What each player is told, by player. Of a turn that is over already nobody is told.
    pub fn told(&self) -> BTreeMap<&str, Vec<&Notice>> {
        let mut told: BTreeMap<&str, Vec<&Notice>> = BTreeMap::new();
        for notice in self.notices.iter().filter(|notice| self.table.still_holds(notice)) {
            told.entry(&notice.player_id).or_default().push(notice);
        }
        told
    }
}

impl Table {
    fn still_holds(&self, notice: &Notice) -> bool {
        let is_active = self.game.status == Status::Active.as_str();
        notice.seat.is_none_or(|seat| {
            let seat = &self.seats[seat];
            is_active && seat.row.to_act && !seat.is_kept_by_bot()
        })
    }
}
