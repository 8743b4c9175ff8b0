-- Why a bot plays for the player who still has the seat, such as `resigned`; null while he plays.
ALTER TABLE seats ADD COLUMN given_up TEXT;

-- Bots that are to act: what a server that stopped in the midst has left.
CREATE INDEX seats_of_bots ON seats (game_id) WHERE to_act AND (kind = 'bot' OR given_up IS NOT NULL);
