//! Takes a seat.

use super::{
    answer::Answer,
    change::{Request, change},
    draft::Draft,
    limits,
    table::Table,
    words::{By, EntryKind, SeatKind, Status},
};
use crate::{
    club::Club,
    refusal::Refusal,
    rulesets::rules::Seat,
    store::{StoreConnection, games, players::PlayerRow},
};

/// Takes the seat asked for, else one's invited seat, else the first open one. The game starts
/// when the last seat fills.
pub fn join(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
    wanted: Option<i64>,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, connection| {
        take_seat(club, connection, draft, request, wanted)
    })
}

/// The same by the join code of a private game.
pub fn join_by_code(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    code: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    let unknown = || Refusal::NotFound("join code");
    let game_id = games::id_by_join_code(connection, code)?;
    // Once the game has started its code is void, but the first answer is still given again. A twin
    // may just have started it, so this comes after the look at the code.
    if let Some(answer) = super::idempotency::replay(club, connection, request)? {
        return Ok(answer);
    }
    let game_id = game_id.ok_or_else(unknown)?;
    super::change::change_unseen(club, connection, &game_id, request, |draft, connection| {
        if draft.table.game.join_code.as_deref() != Some(code) {
            return Err(unknown());
        }
        take_seat(club, connection, draft, request, None)
    })
}

fn take_seat(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    draft: &mut Draft,
    request: &Request,
    wanted: Option<i64>,
) -> Result<(), Refusal> {
    let me = &request.player;
    let seat = choose(&draft.table, me, wanted)?;
    // Or whoever comes and goes without end could bring somebody else's game to its limit.
    if draft.table.game.version >= club.limits.log_entries / 2 {
        return Err(Refusal::TooMany("this game has seen too many come and go".to_owned()));
    }
    limits::check_join(club, connection, request)?;
    if let Some(invited) = draft.table.invitation_of(&me.id).filter(|&invited| invited != seat) {
        draft.free_seat(invited);
        draft.log(EntryKind::Declined, Some(invited), By::Player)?;
    }
    draft.only_while_account_lasts(me);
    if request.limited {
        draft.only_below(i64::MAX, club.limits.active_games);
    }
    draft.give_seat(seat, SeatKind::Player, me);
    draft.table.game.waiting_since = Some(draft.table.now);
    draft.log(EntryKind::Joined, Some(seat), By::Player)?;
    draft.start_if_full()
}

fn choose(table: &Table, me: &PlayerRow, wanted: Option<i64>) -> Result<Seat, Refusal> {
    if table.status()? == Status::Cancelled {
        return Err(Refusal::GameCancelled);
    }
    if table.seat_of(&me.id).is_some() {
        return Err(Refusal::AlreadySeated);
    }
    if table.status()? != Status::Open {
        return Err(Refusal::GameFull);
    }
    let invited = table.invitation_of(&me.id);
    let is_free = |seat: Seat| {
        Some(seat) == invited || table.seats.get(seat).is_some_and(|s| s.row.kind == SeatKind::Open.as_str())
    };
    match wanted {
        Some(wanted) => {
            let seat = super::read_seat(table, wanted)?;
            if is_free(seat) { Ok(seat) } else { Err(Refusal::SeatTaken) }
        }
        None => {
            invited.or_else(|| (0..table.seats.len()).find(|&seat| is_free(seat))).ok_or(Refusal::GameFull)
        }
    }
}
