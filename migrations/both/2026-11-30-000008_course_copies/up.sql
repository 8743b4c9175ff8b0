-- Courses as they were when games were created on them: one copy of each for all its games.
CREATE TABLE course_copies (
    -- SHA-256 of the course, hexadecimal; of the copies that were made of what games held before, the
    -- least id of a game that held it.
    id     TEXT NOT NULL PRIMARY KEY,
    course TEXT NOT NULL
);

INSERT INTO course_copies (id, course)
    SELECT min(id), course FROM games WHERE course IS NOT NULL GROUP BY course;

-- The course that the game is played on. States that were stored before hold it still; that is not read.
ALTER TABLE games ADD COLUMN course_copy TEXT REFERENCES course_copies (id);
UPDATE games SET course_copy = course_copies.id FROM course_copies WHERE course_copies.course = games.course;
ALTER TABLE games DROP COLUMN course;
