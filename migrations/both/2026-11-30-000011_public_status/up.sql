-- The status of the seat's game, if everybody may see that: a player's games are counted without looking
-- at each of them.
ALTER TABLE seats ADD COLUMN public_status TEXT;
UPDATE seats SET public_status =
    (SELECT status FROM games WHERE games.id = seats.game_id AND games.visibility = 'public');
