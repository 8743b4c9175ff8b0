-- Its notices are of a kind that was not known before.
DELETE FROM feed WHERE kind = 'webhook_disabled';
DROP TABLE deliveries;
DROP TABLE webhooks;
