-- What a fan is told. Of which kind says what it is about: a reservation, a game, an event, a coupon, a hold; turn tells apart what the same thing is told of
-- more than once, as a game that is moved twice. The unique key is the rule: everything is told once, however many look at the same time what there is to tell.
-- detail is the name of the thing, as it was then. Lists are read in the order of ids, newest first; what was written at one moment is found by it.
CREATE TABLE notices (
    id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account_id BIGINT       NOT NULL,
    kind       VARCHAR(30)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    about_id   BIGINT       NOT NULL,
    turn       BIGINT       NOT NULL,
    detail     VARCHAR(200) NOT NULL,
    created_at DATETIME(6)  NOT NULL,
    read_at    DATETIME(6)  NULL,
    UNIQUE KEY told_once (account_id, kind, about_id, turn),
    INDEX newest_of_account (account_id, id),
    INDEX unread_of_account (account_id, read_at, id),
    INDEX by_time (created_at),
    CONSTRAINT a_notice_is_of_a_kind CHECK (kind IN (
        'event-today', 'password-old', 'hold-lapsing', 'reservation-confirmed', 'reservation-cancelled', 'game-moved', 'coupon-expiring'))
) ENGINE = InnoDB;
