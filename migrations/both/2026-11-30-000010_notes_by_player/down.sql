DROP INDEX notes_by_player;
