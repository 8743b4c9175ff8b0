-- How many of the player's webhooks are switched on: whoever writes an item of his feed need not look for
-- webhooks if there are none. Whoever changes a webhook counts anew, while the player's row is held.
ALTER TABLE players ADD COLUMN webhooks_on INTEGER NOT NULL DEFAULT 0;
UPDATE players SET webhooks_on =
    (SELECT COUNT(*) FROM webhooks WHERE webhooks.player_id = players.id AND webhooks.active);
