ALTER TABLE games ADD COLUMN course TEXT;
UPDATE games SET course = course_copies.course FROM course_copies WHERE course_copies.id = games.course_copy;
-- States held their course, and most do not any more.
UPDATE games SET state = '{"course":' || course || ',' || substr(state, 2)
    WHERE course IS NOT NULL AND state NOT LIKE '%"course":{%';
ALTER TABLE games DROP COLUMN course_copy;
DROP TABLE course_copies;
