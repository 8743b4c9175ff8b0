DROP INDEX games_open;
