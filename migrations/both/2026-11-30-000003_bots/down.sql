DROP INDEX seats_of_bots;
ALTER TABLE seats DROP COLUMN given_up;
