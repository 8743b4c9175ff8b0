-- Whose account ends has his notes deleted.
CREATE INDEX notes_by_player ON notes (player_id, game_id);
