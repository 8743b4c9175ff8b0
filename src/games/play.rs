//! Plays a move.

use serde_json::Value;

use super::{
    answer::Answer,
    change::{Request, change},
    table::Table,
    words::By,
};
use crate::{
    club::Club,
    refusal::{FieldError, Refusal},
    rulesets::{
        registry::{AnyGame, AnyMove, Ruleset},
        rules::{Illegal, Seat},
    },
    store::StoreConnection,
};

/// Validates one move and applies it.
pub fn play(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
    action: &Value,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        let seat = super::own_seat(&draft.table, request)?;
        let read = read_move(draft.table.ruleset()?, action)?;
        super::must_be_active(&draft.table)?;
        if draft.table.seats[seat].is_kept_by_bot() {
            return Err(Refusal::SeatAbsent { version: draft.table.game.version });
        }
        let state = super::active_state(&draft.table)?;
        if !state.to_act().contains(&seat) {
            return Err(Refusal::NotYourTurn { version: draft.table.game.version });
        }
        let action = read.map_err(|illegal| refuse(&draft.table, &state, seat, illegal))?;
        let step = state
            .apply(seat, &action, &mut draft.chance()?)
            .map_err(|illegal| refuse(&draft.table, &state, seat, illegal))?;
        draft.play(seat, By::Player, &action, step)
    })
}

fn refuse(table: &Table, state: &AnyGame, seat: Seat, illegal: Illegal) -> Refusal {
    Refusal::IllegalMove { illegal, legal_moves: state.legal_moves(seat), version: table.game.version }
}

/// Reads a move. The outer error is for what is no move of the ruleset, the inner one for a move
/// with a value that cannot be, such as an unknown card.
fn read_move(ruleset: Ruleset, action: &Value) -> Result<Result<AnyMove, Illegal>, Refusal> {
    let unreadable = match ruleset.read_move(action.clone()) {
        Ok(action) => return Ok(Ok(action)),
        Err(unreadable) => unreadable,
    };
    let known = action.get("type").and_then(Value::as_str);
    let is_known = known.is_some_and(|known| ruleset.about().move_types.contains(&known));
    if !is_known {
        // serde looks at the type first, but does not say that it means it.
        return Err(Refusal::malformed_field(FieldError::new("type", unreadable.message)));
    }
    match Refusal::unreadable("", &unreadable) {
        Refusal::Invalid(_) => Ok(Err(Illegal::new("unknown_value", unreadable.message))),
        other => Err(other),
    }
}
