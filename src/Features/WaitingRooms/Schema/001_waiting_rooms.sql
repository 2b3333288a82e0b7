-- A game's waiting room. Tickets are numbered from 0 in the order of arrival (idx). Those below drawn came before the opening: a shuffle by the seed gives them the numbers below
-- drawn. A later ticket's number is its idx. Numbers below admitted may be exchanged for a pass; those below lapsed no longer, and those below forfeited can't come back to the front.
-- The checks are rules: no number is admitted that was not given out, none before the draw, and the three counters keep their order. token is the fencing number of the worker
-- that moves the counters, and held_until the end of its lease. max_active bounds the fans who have a pass and no seat.
CREATE TABLE waiting_rooms (
    game_id     BIGINT      NOT NULL PRIMARY KEY,
    opens_at    DATETIME(6) NOT NULL,
    state       VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    min_rate    INT         NOT NULL,
    max_rate    INT         NOT NULL,
    max_active  INT         NOT NULL DEFAULT 5000,
    seed        CHAR(64)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    tickets     INT         NOT NULL DEFAULT 0,
    drawn       INT         NULL,
    admitted    INT         NOT NULL DEFAULT 0,
    lapsed      INT         NOT NULL DEFAULT 0,
    forfeited   INT         NOT NULL DEFAULT 0,
    rate        DECIMAL(9,3) NOT NULL,
    reason      VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    is_sold_out BOOLEAN     NOT NULL DEFAULT FALSE,
    token       BIGINT      NOT NULL DEFAULT 0,
    held_until  DATETIME(6) NOT NULL,
    updated_at  DATETIME(6) NOT NULL,
    CONSTRAINT a_waiting_room_has_a_state CHECK (state IN ('open', 'paused', 'draining', 'closed')),
    CONSTRAINT a_rate_lies_within_its_limits CHECK (1 <= min_rate AND min_rate <= max_rate AND rate BETWEEN min_rate AND max_rate),
    CONSTRAINT somebody_may_be_active CHECK (1 <= max_active),
    CONSTRAINT only_tickets_are_drawn CHECK (drawn IS NULL OR drawn BETWEEN 0 AND tickets),
    CONSTRAINT only_tickets_are_admitted CHECK (0 <= forfeited AND forfeited <= lapsed AND lapsed <= admitted AND admitted <= tickets),
    CONSTRAINT nothing_is_admitted_before_the_draw CHECK (drawn IS NOT NULL OR admitted = 0)
) ENGINE = InnoDB;

-- An account's ticket. The primary key is the rule: one a game and account. The unique key is another: no two tickets have one place. return_number is a second place near the
-- front, for a fan who missed the first; pass_until is the end of the pass, and pass_number the number that was exchanged for it.
CREATE TABLE waiting_tickets (
    game_id       BIGINT      NOT NULL,
    account_id    BIGINT      NOT NULL,
    idx           INT         NOT NULL,
    return_number INT         NULL,
    pass_until    DATETIME(6) NULL,
    pass_number   INT         NULL,
    taken_at      DATETIME(6) NOT NULL,
    PRIMARY KEY (game_id, account_id),
    UNIQUE KEY one_ticket_a_place (game_id, idx),
    INDEX by_pass (game_id, pass_until),
    CONSTRAINT a_ticket_belongs_to_a_waiting_room FOREIGN KEY (game_id) REFERENCES waiting_rooms (game_id)
) ENGINE = InnoDB;

-- How many numbers were admitted when: decides which have lapsed. Rows older than that are deleted.
CREATE TABLE waiting_admissions (
    game_id  BIGINT      NOT NULL,
    at       DATETIME(6) NOT NULL,
    admitted INT         NOT NULL,
    PRIMARY KEY (game_id, at),
    CONSTRAINT an_admission_belongs_to_a_waiting_room FOREIGN KEY (game_id) REFERENCES waiting_rooms (game_id)
) ENGINE = InnoDB;
