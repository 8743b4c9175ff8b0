-- When the server has to look at the game by itself: the earliest deadline, reminder or the like;
-- null if never. The one index answers what is due, whatever the number of games.
ALTER TABLE games ADD COLUMN wake_at TIMESTAMP;
-- Of an open game: since when nobody has come.
ALTER TABLE games ADD COLUMN waiting_since TIMESTAMP;
-- The game whose table this one makes anew, and the one that does so for this one.
ALTER TABLE games ADD COLUMN rematch_of TEXT;
ALTER TABLE games ADD COLUMN rematch TEXT;

-- All the games that the server might have to look at; it finds out itself when to look again.
UPDATE games SET wake_at = updated_at WHERE status IN ('open', 'active');
UPDATE games SET waiting_since = updated_at WHERE status = 'open';

CREATE INDEX games_to_wake ON games (wake_at) WHERE wake_at IS NOT NULL;

-- The clock of the turn that the seat is in, as JSON; null if it is in none or has no clock.
ALTER TABLE seats ADD COLUMN clock TEXT;
-- When the player is to be reminded; null if not (any more) in this turn.
ALTER TABLE seats ADD COLUMN remind_at TIMESTAMP;
-- How many turns in a row were over before the player came.
ALTER TABLE seats ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
-- Whether the player wants the running game to be cancelled.
ALTER TABLE seats ADD COLUMN votes_to_cancel BOOLEAN NOT NULL DEFAULT FALSE;

-- Both were for what games_to_wake finds now.
DROP INDEX seats_due;
DROP INDEX seats_of_bots;

-- When the player's clocks stand still, as JSON: time zone, days off and quiet hours; vacations.
ALTER TABLE players ADD COLUMN hours TEXT;
ALTER TABLE players ADD COLUMN vacations TEXT;
