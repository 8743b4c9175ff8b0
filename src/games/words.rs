//! The words that are stored and sent for what a game, a seat or a log entry is.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::ToSchema;

/// Makes an enum whose values are stored and sent as the same snake_case words.
macro_rules! words {
    ($(#[$about:meta])* $Name:ident { $($(#[$doc:meta])* $Word:ident = $text:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $Name { $($(#[$doc])* $Word),+ }

        impl $Name {
            /// The word.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$Word => $text),+ }
            }

            /// The value whose word that is.
            pub fn read(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$Word),)+ _ => None }
            }
        }

        /// From a text only: serde's own would take `{"word":null}` too.
        impl<'de> Deserialize<'de> for $Name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::read(&text).ok_or_else(|| D::Error::unknown_variant(&text, &[$($text),+]))
            }
        }

        #[cfg(test)]
        impl $Name {
            pub(crate) const ALL: &[Self] = &[$(Self::$Word),+];
        }
    };
}

pub(crate) use words;

words! {
    /// How far a game is.
    Status {
        /// Waiting for players.
        Open = "open",
        /// Being played.
        Active = "active",
        /// Over, with an outcome.
        Finished = "finished",
        /// Called off, without an outcome.
        Cancelled = "cancelled",
    }
}

words! {
    /// Who may see a game.
    Visibility {
        /// Everybody.
        Public = "public",
        /// Its players, whoever is invited, and its creator.
        Private = "private",
    }
}

words! {
    /// Who has a seat.
    SeatKind {
        /// Nobody; whoever comes may take it.
        Open = "open",
        /// Nobody yet; it is kept for the player named.
        Invited = "invited",
        Player = "player",
        Bot = "bot",
    }
}

words! {
    /// Why a player's seat is not his any more. If the game goes on, a bot plays for him.
    GivenUp {
        /// He has resigned.
        Resigned = "resigned",
        /// His time was up.
        Forfeited = "forfeited",
    }
}

words! {
    /// What happens when a player's time is up.
    OnTimeout {
        /// A bot finishes the turn; after three in a row it keeps the seat until the player takes it
        /// back.
        Bot = "bot",
        /// The player gives up his seat.
        Forfeit = "forfeit",
    }
}

words! {
    /// Who made a log entry.
    By { Player = "player", Bot = "bot", Clock = "clock", Server = "server" }
}

words! {
    /// What a log entry is about.
    ///
    /// * `created`: the game, by whoever set it up
    /// * `invited`: the seat is kept for a player
    /// * `joined`: a player has taken the seat
    /// * `declined`: the invited player does not come; the seat is open
    /// * `left`: the player has given up the seat before the start; it is open
    /// * `kicked`: the creator has cleared the seat; it is open
    /// * `seat_removed`: the seat was taken away, and higher ones move down by one
    /// * `started`: the game has begun; the events hold the first deal
    /// * `move`: the seat has played `move`
    /// * `resigned`: the player has given up the seat in play; a bot plays on, if the game does
    /// * `reminded`: a quarter of the player's time is left
    /// * `timed_out`: the player's time was up; a bot finishes his turn, or he has given up the seat
    /// * `returned`: the player is back from being absent
    /// * `deadline_moved`: the player's clock stands still at other times, since he went on vacation or came
    ///   back; mostly he has another deadline
    /// * `cancel_voted`: the player wants the running game to be cancelled
    /// * `cancelled`: the game was called off: before the start, or because all its players agreed
    /// * `expired`: the game was called off because nobody had joined for 14 days
    /// * `rematch`: the player has set up the same table anew; `rematch` has its id
    EntryKind {
        Created = "created",
        Invited = "invited",
        Joined = "joined",
        Declined = "declined",
        Left = "left",
        Kicked = "kicked",
        SeatRemoved = "seat_removed",
        Started = "started",
        Move = "move",
        Resigned = "resigned",
        Reminded = "reminded",
        TimedOut = "timed_out",
        Returned = "returned",
        DeadlineMoved = "deadline_moved",
        CancelVoted = "cancel_voted",
        Cancelled = "cancelled",
        Expired = "expired",
        Rematch = "rematch",
    }
}

words! {
    /// What a player is told.
    ///
    /// * `invited`: a seat is kept for you
    /// * `game_started`: a game in which you have a seat has begun
    /// * `your_turn`: you are to act
    /// * `reminder`: a quarter of your time is left
    /// * `seat_absent`: somebody's time was up; `version` tells whose
    /// * `seat_returned`: somebody has come back from being absent; `version` tells who
    /// * `kicked`: the creator of a game has cleared your seat, or your invitation
    /// * `cancel_voted`: somebody wants a game of yours to be cancelled; `version` tells who
    /// * `message`: somebody has said something at a table of yours
    /// * `game_finished`: a game in which you have, or had, a seat is over
    /// * `game_cancelled`: a game in which you have a seat, or are invited, was called off
    /// * `webhook_disabled`: a webhook of yours was switched off, since it has failed for too long
    NoticeKind {
        Invited = "invited",
        GameStarted = "game_started",
        YourTurn = "your_turn",
        Reminder = "reminder",
        SeatAbsent = "seat_absent",
        SeatReturned = "seat_returned",
        Kicked = "kicked",
        CancelVoted = "cancel_voted",
        Message = "message",
        GameFinished = "game_finished",
        GameCancelled = "game_cancelled",
        WebhookDisabled = "webhook_disabled",
    }
}

words! {
    /// Why a game is over.
    Reason {
        /// It was played to its end.
        Completed = "completed",
        /// All others have given up, the last of them by resigning.
        Resigned = "resigned",
        /// All others have given up, the last of them because his time was up.
        Timeout = "timeout",
        /// It grew too long, or nobody was left.
        Abandoned = "abandoned",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words stored must be the words sent, or one of them could be misspelt unseen.
    #[test]
    fn what_is_stored_is_what_is_sent() {
        fn same<T: Copy + Serialize>(all: &[T], as_str: fn(T) -> &'static str) {
            for word in all {
                assert_eq!(serde_json::to_value(word).unwrap(), as_str(*word));
            }
        }
        same(Status::ALL, Status::as_str);
        same(GivenUp::ALL, GivenUp::as_str);
        same(OnTimeout::ALL, OnTimeout::as_str);
        same(Visibility::ALL, Visibility::as_str);
        same(SeatKind::ALL, SeatKind::as_str);
        same(By::ALL, By::as_str);
        same(EntryKind::ALL, EntryKind::as_str);
        same(NoticeKind::ALL, NoticeKind::as_str);
        same(Reason::ALL, Reason::as_str);
        assert_eq!(Status::read("active"), Some(Status::Active));
        assert_eq!(Status::read("Active"), None);
    }
}
