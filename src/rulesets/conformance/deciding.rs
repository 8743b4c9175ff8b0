//! That bots know no more than their seats.

use super::{
    Sample,
    walk::{Setup, setups},
};
use crate::rulesets::{
    bots::{Level, Seen, choose},
    rules::Viewer,
};

/// Among all games that agree with what a seat has been shown a bot plays the same move, and it is a
/// legal one. Every `stride`th setup is looked at, at every `pace`th move if there is a choice.
pub fn bots_know_what_they_may<R: Sample>(levels: &[Level], stride: usize, pace: u64) {
    let mut looked_at = 0;
    for setup in setups::<R>(stride) {
        setup.play(|turn| {
            let seat = turn.seat;
            if turn.version % pace != 1 || turn.before.legal_moves(seat).len() < 2 {
                return;
            }
            let other = turn.before.resample(Viewer::Seat(seat), &mut setup.other_chance(turn.version));
            for &level in levels {
                let decide = |state: &R| {
                    choose(&Seen::new(state, seat), level, &mut setup.other_chance(turn.version + 1))
                };
                let chosen = decide(turn.before);
                assert_eq!(chosen, decide(&other), "{}: {level:?} in seat {seat}", setup.name());
                let is_legal = chosen.is_some_and(|action| turn.before.legal_moves(seat).contains(&action));
                assert!(is_legal, "{}: {level:?} in seat {seat}", setup.name());
                looked_at += 1;
            }
        });
    }
    assert!(looked_at > 20, "only {looked_at} decisions of {} were looked at", R::ABOUT.name);
}

/// Bots of all levels play a game to its end.
pub fn bots_finish<R: Sample>() {
    let options = R::options().swap_remove(0);
    let seats = R::ABOUT.max_players.min(4);
    let setup = Setup::<R>::new(options, seats, 1);
    let levels = [Level::Easy, Level::Medium, Level::Easy, Level::Medium];
    let mut state = setup.deal().state;
    for version in 1..5000 {
        let Some(&seat) = state.to_act().first() else {
            assert!(state.places().is_some());
            return;
        };
        let chosen = choose(&Seen::new(&state, seat), levels[seat], &mut setup.other_chance(version));
        let action = chosen.unwrap_or_else(|| panic!("{}: seat {seat} is stuck", setup.name()));
        state = state.apply(seat, &action, &mut setup.chance(version)).expect("bots play legal moves").state;
    }
    panic!("{}: the bots do not come to an end", setup.name());
}
