//! One suite of tests for every ruleset, over all numbers of players and many options.
//!
//! A ruleset takes part by implementing [`Sample`] among its own tests, and by one line at the end
//! of this file.

mod deciding;
pub(super) mod keeping;
mod many;
mod moves;
mod secrets;
pub(super) mod walk;

use std::sync::Arc;

use super::{
    bots::Level,
    rules::{Rules, Seat, Viewer},
};
use crate::rulesets::chance::Chance;

/// What the suite has to know about a ruleset.
pub(super) trait Sample: Rules {
    /// The `type` of every event. Each has to come up in the sampled games.
    const EVENT_TYPES: &[&str];

    /// Options worth playing with; each is played with every number of players.
    fn options() -> Vec<Self::Options>;

    /// The course that these options ask for.
    fn sample_course(options: &Self::Options) -> Arc<Self::Course>;

    /// Moves to try everywhere: all that can ever be listed, and many that nobody may ever play.
    fn universe(seats: usize) -> Vec<Self::Move>;

    /// Every card of the state, wherever it lies; sorted by name.
    fn cards(&self) -> Vec<String>;

    /// What `viewer` does not know, as pools of names: place by place, and within a pool any card
    /// could lie in any place.
    fn secrets(&self, viewer: Viewer) -> Vec<Vec<String>>;

    /// Whether `action`, played by `seat` in this state, shows `viewer` something that he did not
    /// know.
    fn tells(&self, seat: Seat, action: &Self::Move, viewer: Viewer) -> bool;

    /// The listed move to which `action` is equivalent, if only one of several forms is listed.
    fn listed_form(action: &Self::Move) -> Self::Move {
        action.clone()
    }

    /// Some form of the listed `action`, if only one of several forms is listed.
    fn any_form<C: Chance>(action: &Self::Move, _chance: &mut C) -> Self::Move {
        action.clone()
    }

    /// Whether an odd game should rather have this move, to get to where few games get.
    fn is_odd(_action: &Self::Move) -> bool {
        false
    }

    /// The first shuffle of an odd game, top card first; `None` leaves it to chance.
    fn odd_shuffle(_seats: usize) -> Option<Vec<String>> {
        None
    }
}

/// Puts a ruleset through the suite. Hard bots are looked at in every so many setups, and there at every
/// so many moves.
macro_rules! conforms {
    ($name:ident, $Rules:ty, hard bots at $stride:literal, $pace:literal) => {
        mod $name {
            use super::*;

            #[test]
            fn what_is_listed_is_accepted_and_nothing_else() {
                moves::listed_is_legal::<$Rules>();
            }

            #[test]
            fn the_list_of_moves_is_stable_and_names_none_twice() {
                moves::lists_are_sound::<$Rules>();
            }

            #[test]
            fn every_game_ends_and_somebody_is_to_act_until_then() {
                moves::games_end::<$Rules>();
            }

            #[test]
            fn every_type_of_move_and_event_comes_up() {
                moves::everything_comes_up::<$Rules>();
            }

            #[test]
            fn no_card_is_lost_or_made() {
                keeping::cards_are_kept::<$Rules>();
            }

            #[test]
            fn everything_stored_reads_back() {
                keeping::stored_reads_back::<$Rules>();
            }

            #[test]
            fn seed_and_moves_give_the_same_game() {
                keeping::seed_replays::<$Rules>();
            }

            #[test]
            fn events_and_moves_give_the_same_game() {
                keeping::events_replay::<$Rules>();
            }

            #[test]
            fn what_cannot_be_known_does_not_show() {
                secrets::views_keep_secrets::<$Rules>();
            }

            #[test]
            fn what_cannot_be_known_changes_no_answer() {
                secrets::answers_keep_secrets::<$Rules>();
            }

            #[test]
            fn events_tell_no_secrets() {
                secrets::events_keep_secrets::<$Rules>();
            }

            #[test]
            fn bots_know_what_they_may() {
                deciding::bots_know_what_they_may::<$Rules>(&[Level::Easy, Level::Medium], 5, 7);
            }

            #[test]
            fn hard_bots_know_what_they_may() {
                deciding::bots_know_what_they_may::<$Rules>(&[Level::Hard], $stride, $pace);
            }

            #[test]
            fn what_is_imagined_follows_from_what_was_shown() {
                secrets::imagination_keeps_secrets::<$Rules>();
            }

            #[test]
            fn bots_play_to_the_end() {
                deciding::bots_finish::<$Rules>();
            }
        }
    };
}

conforms!(card_golf, crate::rulesets::card_golf::CardGolf, hard bots at 11, 17);
conforms!(nine_card, crate::rulesets::nine_card::NineCard, hard bots at 41, 31);
conforms!(par_fore, crate::rulesets::par_fore::ParFore, hard bots at 11, 2);

/// Ten thousand random games of one or two holes with every number of players.
macro_rules! ten_thousand {
    ($($name:ident: $Rules:ty, $seats:literal;)+) => {
        $(#[test]
        fn $name() {
            let options = <$Rules as Sample>::options().into_iter().filter(|options| options.holes <= 2);
            many::games_are_sound::<$Rules>(10_000, $seats, &options.collect::<Vec<_>>());
        })+
    };
}

ten_thousand!(
    ten_thousand_games_of_card_golf_for_two: crate::rulesets::card_golf::CardGolf, 2;
    ten_thousand_games_of_card_golf_for_three: crate::rulesets::card_golf::CardGolf, 3;
    ten_thousand_games_of_card_golf_for_four: crate::rulesets::card_golf::CardGolf, 4;
    ten_thousand_games_of_par_fore_for_one: crate::rulesets::par_fore::ParFore, 1;
    ten_thousand_games_of_par_fore_for_two: crate::rulesets::par_fore::ParFore, 2;
    ten_thousand_games_of_par_fore_for_three: crate::rulesets::par_fore::ParFore, 3;
    ten_thousand_games_of_par_fore_for_four: crate::rulesets::par_fore::ParFore, 4;
);
