ALTER TABLE players DROP COLUMN feed_last;
DROP TABLE feed;
