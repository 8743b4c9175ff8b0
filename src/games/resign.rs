//! Gives a game up.

use std::collections::BTreeSet;

use super::{
    answer::Answer,
    change::{Request, change},
    draft::Draft,
    table::{Table, TableSeat},
    words::{By, EntryKind, GivenUp, Reason, SeatKind},
};
use crate::{
    club::Club,
    refusal::Refusal,
    rulesets::rules::{Place, ScoreOrder, Seat},
    store::StoreConnection,
};

/// The player gives up. A bot plays on for him, and he comes last, unless his partner plays on and
/// saves the side. If one side of humans is left of those that began, it has won; if no human is
/// left, the game is abandoned.
pub fn resign(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        let seat = super::own_seat(&draft.table, request)?;
        super::must_be_active(&draft.table)?;
        draft.log(EntryKind::Resigned, Some(seat), By::Player)?;
        draft.give_up(seat, GivenUp::Resigned);
        draft.end_if_decided(Reason::Resigned)
    })
}

fn is_human(seat: &TableSeat) -> bool {
    seat.is_of(SeatKind::Player)
}

impl Draft {
    /// Hands a seat over to a bot for good.
    pub fn give_up(&mut self, seat: Seat, why: GivenUp) {
        let row = &mut self.table.seats[seat].row;
        row.given_up = Some(why.as_str().to_owned());
        row.votes_to_cancel = false;
        self.stop_clock(seat);
    }

    /// Ends the game if only one side of those that began is left, for that reason, or nobody at all.
    /// Whoever is absent has not given up; but bots alone do not play on.
    pub fn end_if_decided(&mut self, reason: Reason) -> Result<(), Refusal> {
        let began = self.table.sides(is_human)?;
        let left = self.table.sides(|seat| is_human(seat) && !seat.is_given_up())?;
        if left.is_empty() {
            return self.finish(Vec::new(), Reason::Abandoned);
        }
        if left.len() == 1 && began.len() > 1 {
            let places = self.table.places_with_first(&left)?;
            return self.finish(places, reason);
        }
        if self.table.is_left_to_bots() {
            return self.finish(Vec::new(), Reason::Abandoned);
        }
        // Those who are left may all have wanted it.
        self.cancel_if_all_agree()
    }
}

impl Table {
    /// The sides of the seats for which that holds.
    fn sides(&self, holds: impl Fn(&TableSeat) -> bool) -> Result<BTreeSet<usize>, Refusal> {
        let ruleset = self.ruleset()?;
        let seats = self.seats.iter().enumerate().filter(|(_, seat)| holds(seat));
        Ok(seats.map(|(seat, _)| ruleset.side(self.seats.len(), seat)).collect())
    }

    /// The places of a finished game, with those sides last that all of their players have given up.
    pub fn with_given_up_last(&self, places: Vec<Place>) -> Result<Vec<Place>, Refusal> {
        let playing = self.sides(|seat| !seat.is_given_up())?;
        self.in_order(&places, |side| playing.contains(&side))
    }

    /// The places of a game that is over because these sides have won: the others by their scores,
    /// those last that have been given up.
    fn places_with_first(&self, winners: &BTreeSet<usize>) -> Result<Vec<Place>, Refusal> {
        let order = self.ruleset()?.about().score_order;
        let scores = super::active_state(self)?.scores();
        let mut seats: Vec<Seat> = (0..self.seats.len()).collect();
        seats.sort_by_key(|&seat| match order {
            ScoreOrder::Low => scores[seat],
            ScoreOrder::High => -scores[seat],
        });
        let groups = seats.chunk_by(|one, two| scores[*one] == scores[*two]);
        let places = groups.map(|seats| Place { place: 0, seats: seats.to_vec(), score: scores[seats[0]] });
        let places = self.with_given_up_last(places.collect())?;
        self.in_order(&places, |side| winners.contains(&side))
    }

    /// Places numbered anew, with the sides that are `ahead` before all others.
    fn in_order(&self, places: &[Place], ahead: impl Fn(usize) -> bool) -> Result<Vec<Place>, Refusal> {
        let ruleset = self.ruleset()?;
        let side = |seat: &Seat| ruleset.side(self.seats.len(), *seat);
        let mut ordered: Vec<Place> = Vec::new();
        let mut sides_before = 0;
        for wanted in [true, false] {
            for place in places {
                let seats: Vec<Seat> =
                    place.seats.iter().copied().filter(|seat| ahead(side(seat)) == wanted).collect();
                let sides: BTreeSet<usize> = seats.iter().map(side).collect();
                if !seats.is_empty() {
                    ordered.push(Place { place: sides_before + 1, seats, score: place.score });
                    sides_before += sides.len();
                }
            }
        }
        Ok(ordered)
    }
}
