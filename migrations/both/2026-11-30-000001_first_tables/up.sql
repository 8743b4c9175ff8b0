-- One set of migrations for Postgres and SQLite. Ids and JSON are text, times are UTC.

CREATE TABLE players (
    id           TEXT NOT NULL PRIMARY KEY,
    -- What others see; empty once the account has ended.
    name         TEXT NOT NULL,
    display_name TEXT NOT NULL,
    -- The name in lower case. It stays when the account ends, so that it is never given again.
    name_key     TEXT NOT NULL UNIQUE,
    created_at   TIMESTAMP NOT NULL,
    ended_at     TIMESTAMP
);

CREATE TABLE tokens (
    id         TEXT NOT NULL PRIMARY KEY,
    player_id  TEXT NOT NULL REFERENCES players (id),
    -- SHA-256 of the token, hexadecimal. The token itself is not stored.
    hash       TEXT NOT NULL UNIQUE,
    label      TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);

CREATE INDEX tokens_by_player ON tokens (player_id, created_at, id);

CREATE TABLE games (
    id          TEXT NOT NULL PRIMARY KEY,
    ruleset     TEXT NOT NULL,
    status      TEXT NOT NULL,
    visibility  TEXT NOT NULL,
    -- The number of log entries. Every write to a game is conditional on it.
    version     BIGINT NOT NULL,
    creator_id  TEXT NOT NULL REFERENCES players (id),
    -- The secret from which all chance of the game follows, hexadecimal.
    seed        TEXT NOT NULL,
    options     TEXT NOT NULL,
    -- The course as it was when the game was created.
    course      TEXT,
    -- The full state, hidden cards and all; null until the game starts.
    state       TEXT,
    clock       TEXT,
    outcome     TEXT,
    -- Of private games that have not started.
    join_code   TEXT UNIQUE,
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL,
    started_at  TIMESTAMP,
    finished_at TIMESTAMP
);

CREATE INDEX games_public ON games (created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_by_status ON games (status, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_by_creator ON games (creator_id, status);

CREATE TABLE seats (
    game_id   TEXT NOT NULL REFERENCES games (id),
    seat      INTEGER NOT NULL,
    -- open, invited, player, bot
    kind      TEXT NOT NULL,
    player_id TEXT REFERENCES players (id),
    -- Of a bot.
    level     TEXT,
    to_act    BOOLEAN NOT NULL,
    -- By when the seat has to act; the year 9999 if it has all the time in the world, so that
    -- both databases sort it last.
    deadline  TIMESTAMP NOT NULL,
    score     INTEGER,
    place     INTEGER,
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX seats_by_player ON seats (player_id, game_id);
CREATE INDEX seats_inbox ON seats (player_id, deadline, game_id) WHERE to_act;
CREATE INDEX seats_invited ON seats (player_id, game_id) WHERE kind = 'invited';
CREATE INDEX seats_due ON seats (deadline) WHERE to_act;

CREATE TABLE log (
    game_id TEXT NOT NULL REFERENCES games (id),
    version BIGINT NOT NULL,
    kind    TEXT NOT NULL,
    seat    INTEGER,
    -- player, bot, clock, server
    by_whom TEXT NOT NULL,
    action  TEXT,
    -- Complete; redacted for whoever reads them.
    events  TEXT NOT NULL,
    at      TIMESTAMP NOT NULL,
    PRIMARY KEY (game_id, version)
);

-- First answers to requests with an Idempotency-Key, kept for a day.
CREATE TABLE idempotency (
    player_id   TEXT NOT NULL REFERENCES players (id),
    key         TEXT NOT NULL,
    -- Which game the request was about; empty if none. Each game has keys of its own.
    game_id     TEXT NOT NULL,
    -- SHA-256 of method, path and body, hexadecimal.
    fingerprint TEXT NOT NULL,
    etag        TEXT,
    -- The id of what was created.
    created     TEXT,
    body        TEXT NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    PRIMARY KEY (player_id, key, game_id)
);

CREATE INDEX idempotency_by_age ON idempotency (created_at);
