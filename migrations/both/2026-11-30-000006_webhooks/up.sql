-- Addresses that are called with what their owners are told.
CREATE TABLE webhooks (
    id               TEXT NOT NULL PRIMARY KEY,
    player_id        TEXT NOT NULL REFERENCES players (id),
    url              TEXT NOT NULL,
    -- Whom the URL names: calls to one host are few at a time.
    host             TEXT NOT NULL,
    -- standard, slack, discord
    format           TEXT NOT NULL,
    -- The kinds of items that it is for, as JSON; null for all.
    events           TEXT,
    -- Only items about this game.
    game_id          TEXT,
    -- In the clear, since it signs.
    secret           TEXT NOT NULL,
    -- The secret before, which signs too until then.
    old_secret       TEXT,
    old_secret_until TIMESTAMP,
    active           BOOLEAN NOT NULL,
    -- When and why the server has switched it off.
    disabled_at      TIMESTAMP,
    disabled_reason  TEXT,
    -- The id of the last item of its owner's feed that was looked at for it.
    seen             BIGINT NOT NULL,
    -- When to look for items after that; null if there are none. Whoever writes an item sets it, in the
    -- same transaction.
    wake_at          TIMESTAMP,
    created_at       TIMESTAMP NOT NULL
);

CREATE INDEX webhooks_by_owner ON webhooks (player_id, created_at, id);
CREATE INDEX webhooks_to_wake ON webhooks (wake_at) WHERE wake_at IS NOT NULL;

-- What is to be sent, and what was.
CREATE TABLE deliveries (
    -- Also the `webhook-id`, the same however often it is sent.
    id           TEXT NOT NULL PRIMARY KEY,
    webhook_id   TEXT NOT NULL REFERENCES webhooks (id),
    -- The item of the owner's feed; null for a test.
    feed_id      BIGINT,
    kind         TEXT NOT NULL,
    body         TEXT NOT NULL,
    -- The webhook's.
    host         TEXT NOT NULL,
    -- pending, delivered, failed
    status       TEXT NOT NULL,
    -- How often it was sent since `begun_at`, when it was put into the queue.
    attempts     INTEGER NOT NULL,
    begun_at     TIMESTAMP NOT NULL,
    -- When it is to be sent next; null if it is not pending. While it is being sent: when whoever does so
    -- is taken to have died.
    next_at      TIMESTAMP,
    -- Of whoever is sending it.
    claim        TEXT,
    -- How the last attempt ended.
    last_status  INTEGER,
    last_error   TEXT,
    created_at   TIMESTAMP NOT NULL,
    delivered_at TIMESTAMP
);

CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, created_at, id);
CREATE UNIQUE INDEX deliveries_once ON deliveries (webhook_id, feed_id);
CREATE INDEX deliveries_due ON deliveries (next_at, feed_id) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_by_age ON deliveries (created_at);
