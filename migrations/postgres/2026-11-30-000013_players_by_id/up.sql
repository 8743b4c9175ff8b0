-- Every seat of a list needs a player: with a hash half as many pages are looked at as with the primary key.
CREATE INDEX players_by_id ON players USING hash (id);
