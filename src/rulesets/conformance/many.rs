//! A great many short games, for what only turns up rarely.

use super::{Sample, walk::Setup};

/// Plays so many games of `seats` players: they end, somebody always has a move, no card is lost or
/// made, and at some moment of each game no viewer sees what is hidden.
pub fn games_are_sound<R: Sample>(games: u64, seats: usize, options: &[R::Options]) {
    for (number, options) in (0..games).zip(options.iter().cycle()) {
        let setup = Setup::<R>::new(options.clone(), seats, number);
        let cards = setup.deal().state.cards();
        let record = setup.play(|turn| {
            if turn.version % 8 == number % 8 {
                assert!(turn.after.state.cards() == cards, "{}: {:?}", setup.name(), turn.action);
            }
            if turn.version == 1 + number % 48 {
                super::secrets::nothing_shows(&setup, &turn.after.state, turn.version);
            }
        });
        assert!(record.last.cards() == cards, "{}: a card is lost", setup.name());
    }
}
