-- One purchase. It takes the id of the hold it came from, so a hold is reserved at most once: the primary key is the rule.
CREATE TABLE reservations (
    id          BIGINT      NOT NULL PRIMARY KEY,
    account_id  BIGINT      NOT NULL,
    game_id     BIGINT      NOT NULL,
    total       BIGINT      NOT NULL,
    reserved_at DATETIME(6) NOT NULL,
    INDEX newest_of_account (account_id, reserved_at, id)
) ENGINE = InnoDB;

-- What was bought and for how much, and when it was given back: history, kept whatever becomes of the seat.
CREATE TABLE reservation_seats (
    reservation_id BIGINT      NOT NULL,
    grade_id       BIGINT      NOT NULL,
    number         INT         NOT NULL,
    price          BIGINT      NOT NULL,
    cancelled_at   DATETIME(6) NULL,
    PRIMARY KEY (reservation_id, grade_id, number),
    FOREIGN KEY (reservation_id) REFERENCES reservations (id)
) ENGINE = InnoDB;

-- The live claim on a seat: of a reservation, or of an operator who keeps it from sale (no reservation). The primary key is
-- the rule: a seat is never sold twice, nor sold while it is blocked. The foreign key is a rule, too: no claim without the
-- reservation, which is written only before its hold's deadline.
CREATE TABLE seat_claims (
    game_id        BIGINT NOT NULL,
    grade_id       BIGINT NOT NULL,
    number         INT    NOT NULL,
    reservation_id BIGINT NULL,
    PRIMARY KEY (game_id, grade_id, number),
    INDEX by_reservation (reservation_id),
    FOREIGN KEY (reservation_id) REFERENCES reservations (id),
    CONSTRAINT seats_are_numbered_from_one CHECK (number > 0)
) ENGINE = InnoDB;

-- How many live claims an account has in a game (grade_id 0) and in each of its grades, beside the limit it was last
-- measured against. The check is the rule: whoever would raise the count past the limit gets an error instead. The row's
-- lock makes an account's purchases in a game wait for each other.
CREATE TABLE seat_allowances (
    account_id BIGINT NOT NULL,
    game_id    BIGINT NOT NULL,
    grade_id   BIGINT NOT NULL,
    seats      INT    NOT NULL,
    allowed    INT    NOT NULL,
    PRIMARY KEY (account_id, game_id, grade_id),
    CONSTRAINT no_more_seats_than_allowed CHECK (seats BETWEEN 0 AND allowed)
) ENGINE = InnoDB;
