CREATE TABLE stadiums (
    id   BIGINT      NOT NULL PRIMARY KEY,
    name VARCHAR(60) NOT NULL,
    UNIQUE KEY one_name (name)
) ENGINE = InnoDB;

CREATE TABLE teams (
    id         BIGINT      NOT NULL PRIMARY KEY,
    code       VARCHAR(10) NOT NULL,
    name       VARCHAR(60) NOT NULL,
    stadium_id BIGINT      NOT NULL,
    UNIQUE KEY one_code (code),
    FOREIGN KEY (stadium_id) REFERENCES stadiums (id)
) ENGINE = InnoDB;

-- A game is on sale from sale_opens_at until sale_closes_at. No account gets more than seats_per_account of its seats.
CREATE TABLE games (
    id                BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    title             VARCHAR(120) NOT NULL,
    home_team_id      BIGINT       NOT NULL,
    away_team_id      BIGINT       NOT NULL,
    stadium_id        BIGINT       NOT NULL,
    starts_at         DATETIME(6)  NOT NULL,
    sale_opens_at     DATETIME(6)  NOT NULL,
    sale_closes_at    DATETIME(6)  NOT NULL,
    seats_per_account INT          NOT NULL,
    INDEX by_start (starts_at, id),
    FOREIGN KEY (home_team_id) REFERENCES teams (id),
    FOREIGN KEY (away_team_id) REFERENCES teams (id),
    FOREIGN KEY (stadium_id) REFERENCES stadiums (id),
    CONSTRAINT two_teams CHECK (home_team_id <> away_team_id),
    CONSTRAINT a_sale_opens_before_it_closes CHECK (sale_opens_at < sale_closes_at),
    CONSTRAINT a_fan_may_buy CHECK (seats_per_account > 0)
) ENGINE = InnoDB;

-- A stand is a seating plan: its seats are numbered 1 to capacity through its blocks.
CREATE TABLE stands (
    id       BIGINT      NOT NULL PRIMARY KEY,
    name     VARCHAR(60) NOT NULL,
    capacity INT         NOT NULL,
    CONSTRAINT a_stand_has_seats CHECK (capacity > 0)
) ENGINE = InnoDB;

CREATE TABLE stand_blocks (
    stand_id      BIGINT      NOT NULL,
    first_number  INT         NOT NULL,
    name          VARCHAR(20) NOT NULL,
    seat_rows     INT         NOT NULL,
    seats_per_row INT         NOT NULL,
    PRIMARY KEY (stand_id, first_number),
    FOREIGN KEY (stand_id) REFERENCES stands (id),
    CONSTRAINT a_block_has_seats CHECK (first_number > 0 AND seat_rows > 0 AND seats_per_row > 0)
) ENGINE = InnoDB;

-- A seat grade: a stand of a game at a price, in whole won.
CREATE TABLE grades (
    id                BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    game_id           BIGINT      NOT NULL,
    stand_id          BIGINT      NOT NULL,
    name              VARCHAR(60) NOT NULL,
    price             BIGINT      NOT NULL,
    capacity          INT         NOT NULL,
    seats_per_account INT         NOT NULL,
    UNIQUE KEY one_name_a_game (game_id, name),
    FOREIGN KEY (game_id) REFERENCES games (id),
    FOREIGN KEY (stand_id) REFERENCES stands (id),
    CONSTRAINT a_price_is_not_negative CHECK (price >= 0),
    CONSTRAINT a_grade_has_seats CHECK (capacity > 0),
    CONSTRAINT a_fan_may_buy_of_a_grade CHECK (seats_per_account > 0)
) ENGINE = InnoDB;

-- What the seed has put in, so that a later start with another season is noticed.
CREATE TABLE seasons (
    year      SMALLINT    NOT NULL PRIMARY KEY,
    seeded_at DATETIME(6) NOT NULL
) ENGINE = InnoDB;
