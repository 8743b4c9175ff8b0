//! Ends an account.

use crate::{
    club::Club,
    games::{
        cancel::cancel_open, change::Request, decline::decline, leave::leave, resign::resign, table::Table,
        words::Status,
    },
    refusal::Refusal,
    store::{self, StoreConnection, games::Filter, players::PlayerRow},
};

/// How many games are fetched at a time.
const PAGE: i64 = 100;

/// Cancels the player's own open games, gives up his seats and invitations, and then ends the
/// account: its tokens stop working, its courses and webhooks go, and seats of old games keep no name.
///
/// It may be asked for again if it could not be finished.
pub fn end(club: &Club, connection: &mut StoreConnection<'_>, me: &PlayerRow) -> Result<(), Refusal> {
    give_up(club, connection, me)?;
    let now = club.now();
    connection.write(|connection| {
        store::players::end(connection, &me.id, now)?;
        for webhook in store::webhooks::ids(connection, &me.id)? {
            store::deliveries::delete_all(connection, &webhook)?;
            store::webhooks::delete(connection, &me.id, &webhook)?;
        }
        store::courses::delete_all(connection, &me.id)?;
        store::messages::delete_notes(connection, &me.id)?;
        store::tokens::delete_all(connection, &me.id)
    })?;
    // A request that was under way when the tokens went may have taken a seat since.
    give_up(club, connection, me)
}

fn give_up(club: &Club, connection: &mut StoreConnection<'_>, me: &PlayerRow) -> Result<(), Refusal> {
    let request =
        Request { player: me.clone(), if_match: None, key: None, limited: false, seen: None.into() };
    // An open game that starts while we look at it has to be resigned, so open ones come first.
    while let Some(table) = next_open(club, connection, me)? {
        let id = &table.game.id;
        let done = if table.is_created_by(&me.id) {
            cancel_open(club, connection, id, &request)
        } else if table.seat_of(&me.id).is_some() {
            leave(club, connection, id, &request)
        } else {
            decline(club, connection, id, &request)
        };
        unless_overtaken(done.map(drop))?;
    }
    for table in seated_at(club, connection, me)? {
        unless_overtaken(resign(club, connection, &table.game.id, &request).map(drop))?;
    }
    Ok(())
}

/// The active games in which the player has a seat.
fn seated_at(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    me: &PlayerRow,
) -> Result<Vec<Table>, Refusal> {
    let mut tables = Vec::new();
    let mut after = None;
    loop {
        let filter = Filter {
            status: Some(Status::Active.as_str()),
            seated: Some(me.id.clone()),
            ..Filter::default()
        };
        let from = after.as_ref().map(|(at, id): &(_, String)| (*at, id.as_str()));
        let rows = store::games::list(connection, &filter, from, PAGE)?;
        let Some(last) = rows.last() else { return Ok(tables) };
        after = Some((last.created_at, last.id.clone()));
        tables.extend(Table::load_seats(connection, rows, club.now())?);
    }
}

/// An open game which the player created, or has a seat in or an invitation to.
fn next_open(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    me: &PlayerRow,
) -> Result<Option<Table>, Refusal> {
    let filter =
        Filter { status: Some(Status::Open.as_str()), concerns: Some(me.id.clone()), ..Filter::default() };
    let rows = store::games::list(connection, &filter, None, 1)?;
    Ok(Table::load_seats(connection, rows, club.now())?.pop())
}

/// Whatever somebody else did to the game meanwhile, the next look at the list will tell.
fn unless_overtaken(done: Result<(), Refusal>) -> Result<(), Refusal> {
    match done {
        Err(
            Refusal::GameStarted
            | Refusal::GameFinished
            | Refusal::GameCancelled
            | Refusal::GameNotStarted
            | Refusal::Forbidden(_)
            | Refusal::NotFound(_),
        ) => Ok(()),
        other => other,
    }
}
