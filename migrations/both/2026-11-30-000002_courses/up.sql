-- Courses that players have laid out. Those that come with a ruleset are not here.

CREATE TABLE courses (
    id         TEXT NOT NULL PRIMARY KEY,
    ruleset    TEXT NOT NULL,
    owner_id   TEXT NOT NULL REFERENCES players (id),
    -- All that its ruleset needs to play on it, id and name included.
    course     TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);

CREATE INDEX courses_by_age ON courses (created_at, id);
CREATE INDEX courses_by_ruleset ON courses (ruleset, created_at, id);
CREATE INDEX courses_by_owner ON courses (owner_id, created_at, id);
