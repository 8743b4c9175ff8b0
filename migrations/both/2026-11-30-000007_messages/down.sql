DROP INDEX players_by_calendar;
ALTER TABLE players DROP COLUMN calendar_hash;
ALTER TABLE games DROP COLUMN public_messages;
DROP TABLE notes;
DROP TABLE read_marks;
DROP TABLE messages;
