-- What operators did to the sale: who, what, to which game, and what it was before and after, as JSON. Written in the
-- transaction that does it, and never changed.
CREATE TABLE operator_acts (
    id           BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account_id   BIGINT      NOT NULL,
    act          VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    game_id      BIGINT      NOT NULL,
    state_before TEXT        NULL,
    state_after  TEXT        NOT NULL,
    acted_at     DATETIME(6) NOT NULL,
    INDEX of_game (game_id, id)
) ENGINE = InnoDB;
