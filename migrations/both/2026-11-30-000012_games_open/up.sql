-- Open games of one ruleset are what players and bots look for.
CREATE INDEX games_open ON games (ruleset, created_at, id) WHERE visibility = 'public' AND status = 'open';
