-- What players say at a table, numbered 1, 2, 3 … in each game.
CREATE TABLE messages (
    game_id   TEXT NOT NULL REFERENCES games (id),
    id        BIGINT NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (id),
    text      TEXT NOT NULL,
    at        TIMESTAMP NOT NULL,
    PRIMARY KEY (game_id, id)
);

-- How far a player has read what was said at a table.
CREATE TABLE read_marks (
    game_id   TEXT NOT NULL REFERENCES games (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    -- The id of the last message that he has read.
    up_to     BIGINT NOT NULL,
    PRIMARY KEY (game_id, player_id)
);

-- What a player has noted for himself about a game.
CREATE TABLE notes (
    game_id   TEXT NOT NULL REFERENCES games (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    text      TEXT NOT NULL,
    PRIMARY KEY (game_id, player_id)
);

-- Whether those without a seat may read what is said.
ALTER TABLE games ADD COLUMN public_messages BOOLEAN NOT NULL DEFAULT FALSE;

-- SHA-256 of the secret in the address of the player's calendar, hexadecimal.
ALTER TABLE players ADD COLUMN calendar_hash TEXT;
CREATE UNIQUE INDEX players_by_calendar ON players (calendar_hash);
