-- Messages wait in lanes, each delivered by a job of its own: whoever is told those of one lane, and is slow, keeps nobody of another one waiting.
-- Those of a lane are found by it, in the order of their ids.
ALTER TABLE outbox ADD COLUMN lane TINYINT NOT NULL DEFAULT 0, ADD INDEX in_lane (lane, id);
