//! Says something at a table.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{list::Message, must_be_seated, seats_of_players};
use crate::{
    club::Club,
    games::{
        answer::Answer,
        change::{ATTEMPTS, Request, refuse, store},
        draft::to_json,
        idempotency,
        table::Table,
        words::NoticeKind,
    },
    hub::Topic,
    refusal::Refusal,
    store::{
        AnyConnection, StoreConnection, StoreError,
        feed::{self, News},
        games,
        messages::{self, MessageRow},
        players,
    },
    text,
};

/// How many characters a message may have.
const LONGEST: usize = 1000;

/// A message to be written.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMessage {
    /// 1 to 1000 characters of any script; lines may be broken.
    #[schema(min_length = 1, max_length = 1000, examples("Well played!"))]
    pub text: String,
}

/// Writes a message; the other players are told that there is one.
pub fn post(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
    new: &NewMessage,
) -> Result<Answer, Refusal> {
    let me = &request.player;
    let wrong = || Refusal::invalid("text", "1 to 1000 characters of any script, without control characters");
    let limit = if request.limited { club.limits.messages } else { i64::MAX };
    for _ in 0..ATTEMPTS {
        if let Some(answer) = idempotency::replay(club, connection, request)? {
            return Ok(answer);
        }
        let now = club.now();
        let (table, last) = connection.read(|connection| {
            let table = Table::load_for(connection, game_id, Some(me), now)?;
            Ok::<_, Refusal>((table, messages::last(connection, game_id)?))
        })?;
        must_be_seated(&table, me)?;
        let text = text::lines(&new.text, LONGEST).ok_or_else(wrong)?.to_owned();
        let row =
            MessageRow { game_id: game_id.to_owned(), id: last + 1, player_id: me.id.clone(), text, at: now };
        let message = Message::new(&table, (row.clone(), me.name.clone(), me.display_name.clone()));
        let answer = Answer { created: None, tag: None, body: to_json(&message)?, replayed: false };
        let mut is_below = true;
        let written = store(club, connection, request, &answer, |connection| {
            is_below = write(connection, &table, &row, limit)?;
            if is_below { Ok(()) } else { Err(StoreError::Stale) }
        });
        match written {
            Ok(()) => {
                ring(club, &table, &me.id);
                return Ok(answer);
            }
            Err(StoreError::Stale) if !is_below => {
                return Err(Refusal::TooMany("you have said much in this minute: wait a little".to_owned()));
            }
            // Somebody else has spoken at the same moment, or a twin of this request.
            Err(StoreError::Stale | StoreError::Duplicate) => {}
            Err(error) => return Err(refuse(error, request)),
        }
    }
    Err(Refusal::Busy("everybody speaks at once".to_owned()))
}

/// Whether the player may write so much; nothing is written if not.
fn write(
    connection: &mut AnyConnection,
    table: &Table,
    row: &MessageRow,
    limit: i64,
) -> crate::store::Result<bool> {
    games::refer_to(connection, &row.game_id)?;
    // Everybody takes players' rows in the same order.
    let players: BTreeSet<&str> = seats_of_players(table).map(|(_, id)| id).collect();
    for id in players {
        if id == row.player_id {
            players::hold(connection, id)?;
            let since = row.at - TimeDelta::minutes(1);
            if messages::count_since(connection, &row.game_id, id, since)? >= limit {
                return Ok(false);
            }
        } else {
            let news = News {
                kind: NoticeKind::Message.as_str(),
                about: Some((row.game_id.clone(), table.game.version)),
            };
            feed::tell(connection, id, row.at, &[news])?;
        }
    }
    messages::insert(connection, row)?;
    Ok(true)
}

fn ring(club: &Club, table: &Table, author: &str) {
    club.hub.ring(Topic::Game(table.game.id.clone()));
    for (_, id) in seats_of_players(table).filter(|(_, id)| *id != author) {
        club.hub.ring(Topic::Player(id.to_owned()));
    }
}
