DROP INDEX players_by_id;
