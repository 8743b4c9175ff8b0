//! Makes a table anew.

use super::{
    answer::Answer,
    change::{Request, check_tag},
    create::{Setup, create_with, restrict},
    draft::{Draft, open_seat},
    state::State,
    table::Table,
    words::{By, EntryKind, SeatKind, Status, Visibility},
};
use crate::{
    club::Club,
    ids,
    refusal::Refusal,
    rulesets::chance::Seed,
    store::{AnyConnection, StoreConnection, games::GameRow, players},
};

/// The same table again: whoever asks has his seat, the others who had one are invited, and bots
/// sit where they sat. A game has one rematch, and both know each other.
pub fn rematch(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    create_with(club, connection, request, |connection| set_up(club, connection, game_id, request))
}

fn set_up(
    club: &Club,
    connection: &mut AnyConnection,
    game_id: &str,
    request: &Request,
) -> Result<Setup, Refusal> {
    let old = Table::load_for(connection, game_id, Some(&request.player), club.now())?;
    check_tag(&old, request)?;
    let is_mine = |id: &Option<String>| id.as_deref() == Some(request.player.id.as_str());
    let mine = old.seats.iter().position(|seat| seat.is_of(SeatKind::Player) && is_mine(&seat.row.player_id));
    let mine = mine.ok_or(Refusal::Forbidden("only somebody who has had a seat may ask for a rematch"))?;
    match old.status()? {
        Status::Open | Status::Active => return Err(Refusal::GameActive),
        Status::Cancelled if old.game.started_at.is_none() => return Err(Refusal::GameCancelled),
        Status::Finished | Status::Cancelled => {}
    }
    if let Some(rematch) = &old.game.rematch {
        return Err(Refusal::RematchExists(rematch.clone()));
    }
    let new = seat_again(club, connection, &old, request)?;
    let mut old = Draft::new(old);
    old.table.game.rematch = Some(new.table.game.id.clone());
    old.log(EntryKind::Rematch, Some(mine), By::Player)?;
    Ok(Setup { draft: new, changed: Some(old) })
}

/// The new table with whoever sits at it.
fn seat_again(
    club: &Club,
    connection: &mut AnyConnection,
    old: &Table,
    request: &Request,
) -> Result<Draft, Refusal> {
    let id = ids::id();
    let is_private = old.visibility()? == Visibility::Private;
    let game = GameRow {
        id: id.clone(),
        status: Status::Open.as_str().to_owned(),
        version: 0,
        creator_id: request.player.id.clone(),
        seed: Seed::random().to_hex(),
        outcome: None,
        join_code: is_private.then(ids::join_code),
        created_at: old.now,
        updated_at: old.now,
        started_at: None,
        finished_at: None,
        waiting_since: Some(old.now),
        rematch_of: Some(old.game.id.clone()),
        rematch: None,
        ..old.game.clone()
    };
    let seats = (0..old.seats.len()).map(|seat| open_seat(&id, seat)).collect();
    let state = State::new(old.course()?.clone(), None);
    let mut draft = Draft::new(Table { game, seats, now: old.now, state: Some(state) });
    restrict(&mut draft, club, request);
    let ids: Vec<&str> = old.seats.iter().filter_map(|seat| seat.row.player_id.as_deref()).collect();
    let players = players::by_ids(connection, &ids)?;
    let player_of = |seat: usize| {
        players.iter().find(|player| old.seats[seat].row.player_id.as_ref() == Some(&player.id))
    };
    let is_me = |seat: usize| player_of(seat).is_some_and(|player| player.id == request.player.id);
    draft.log(EntryKind::Created, (0..old.seats.len()).find(|&seat| is_me(seat)), By::Player)?;
    for (seat, before) in old.seats.iter().enumerate() {
        match (before.level()?, player_of(seat)) {
            (Some(level), _) => draft.give_to_bot(seat, level),
            (None, Some(player)) if is_me(seat) => draft.give_seat(seat, SeatKind::Player, player),
            (None, Some(player)) => {
                draft.give_seat(seat, SeatKind::Invited, player);
                draft.log(EntryKind::Invited, Some(seat), By::Player)?;
            }
            // The account has ended.
            (None, None) => {}
        }
    }
    draft.start_if_full()?;
    Ok(draft)
}
