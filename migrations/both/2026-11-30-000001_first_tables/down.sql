DROP TABLE idempotency;
DROP TABLE log;
DROP TABLE seats;
DROP TABLE games;
DROP TABLE tokens;
DROP TABLE players;
