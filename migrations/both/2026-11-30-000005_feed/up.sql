-- What players have been told. A player's items are numbered 1, 2, 3 …, in the order in which their
-- transactions have committed: whoever writes one holds the player's row until then.
CREATE TABLE feed (
    player_id TEXT NOT NULL REFERENCES players (id),
    id        BIGINT NOT NULL,
    at        TIMESTAMP NOT NULL,
    kind      TEXT NOT NULL,
    game_id   TEXT,
    -- The log entry of the game that it is about.
    version   BIGINT,
    PRIMARY KEY (player_id, id)
);

-- The number of the newest item.
ALTER TABLE players ADD COLUMN feed_last BIGINT NOT NULL DEFAULT 0;
