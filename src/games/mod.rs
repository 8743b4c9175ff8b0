//! The use cases of games, one a file: where rules, time, randomness and storage meet. Nothing knows of
//! HTTP.

pub mod answer;
pub mod attend;
pub mod bots;
pub mod cancel;
pub mod change;
pub mod clock;
pub mod course;
pub mod create;
pub mod decline;
pub mod draft;
pub mod export;
pub mod idempotency;
pub mod join;
pub mod kick;
pub mod leave;
mod limits;
pub mod list;
pub mod log;
pub mod notice;
pub mod outcome;
pub mod play;
pub mod read;
pub mod rematch;
pub mod resign;
pub mod sandbox;
pub mod start;
pub mod state;
pub mod table;
pub mod take_back;
pub mod vacation;
pub mod view;
pub mod words;

use std::sync::Arc;

use change::Request;
use table::Table;
use words::Status;

use crate::{
    refusal::Refusal,
    rulesets::{registry::AnyGame, rules::Seat},
};

/// The caller's own seat.
fn own_seat(table: &Table, request: &Request) -> Result<Seat, Refusal> {
    let id = &request.player.id;
    let had = table.seats.iter().any(|seat| seat.row.player_id.as_ref() == Some(id) && seat.is_given_up());
    let why = match had {
        true => "you have given up your seat in this game, by resigning or because your time was up",
        false => "you have no seat in this game",
    };
    table.seat_of(id).ok_or(Refusal::Forbidden(why))
}

/// A seat that was named in a request.
fn read_seat(table: &Table, seat: i64) -> Result<Seat, Refusal> {
    let last = table.seats.len().saturating_sub(1);
    Seat::try_from(seat)
        .ok()
        .filter(|&seat| seat <= last)
        .ok_or_else(|| Refusal::invalid("seat", format!("the seats are 0 to {last}")))
}

fn must_be_creator(table: &Table, request: &Request) -> Result<(), Refusal> {
    if table.is_created_by(&request.player.id) {
        return Ok(());
    }
    Err(Refusal::Forbidden("only whoever created the game may do that"))
}

fn must_be_open(table: &Table) -> Result<(), Refusal> {
    match table.status()? {
        Status::Open => Ok(()),
        Status::Active => Err(Refusal::GameStarted),
        Status::Finished => Err(Refusal::GameFinished),
        Status::Cancelled => Err(Refusal::GameCancelled),
    }
}

fn must_be_active(table: &Table) -> Result<(), Refusal> {
    match table.status()? {
        Status::Active => Ok(()),
        Status::Open => Err(Refusal::GameNotStarted),
        Status::Finished => Err(Refusal::GameFinished),
        Status::Cancelled => Err(Refusal::GameCancelled),
    }
}

fn active_state(table: &Table) -> Result<Arc<AnyGame>, Refusal> {
    table.state()?.ok_or_else(|| Refusal::Internal("an active game has no state".into()))
}
