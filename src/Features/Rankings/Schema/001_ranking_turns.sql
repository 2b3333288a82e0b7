-- Whose turn it is to count the rankings: one row. Whoever takes a turn counts token up, and brings it along to where the rankings are published; until
-- held_until nobody else takes one, and before due_at nobody has to. Times are the database's own.
CREATE TABLE ranking_turns (
    name       VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    token      BIGINT      NOT NULL,
    held_until DATETIME(6) NOT NULL,
    due_at     DATETIME(6) NOT NULL,
    CONSTRAINT turns_are_counted_up CHECK (token >= 0)
) ENGINE = InnoDB;

INSERT IGNORE INTO ranking_turns (name, token, held_until, due_at) VALUES ('rankings', 0, '2000-01-01', '2000-01-01');
