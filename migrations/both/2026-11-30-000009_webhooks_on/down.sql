ALTER TABLE players DROP COLUMN webhooks_on;
