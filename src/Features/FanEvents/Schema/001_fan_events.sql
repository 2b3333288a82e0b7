-- An event for fans: where, of what kind, when, and how many can come. Applications are taken from applications_open_at until applications_close_at. taken
-- counts the fans who have a place, waiting those in line for one. The first three checks are rules: never more places are taken than there are, nobody
-- waits while a place is free, and nobody waits where there is no line. Whoever changes an application locks its event first, so that the counts and the
-- rows change together, and ids of applications ascend in the order in which fans came to the event. Lists are read in order of starts_at and, where times
-- are equal, of id: an index for each choice of filters ends with them. Ids below the first are for seeded events.
CREATE TABLE fan_events (
    id                    BIGINT        NOT NULL AUTO_INCREMENT PRIMARY KEY,
    title                 VARCHAR(100)  NOT NULL,
    description           VARCHAR(2000) NOT NULL,
    venue                 VARCHAR(100)  NOT NULL,
    district              VARCHAR(20)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    category              VARCHAR(20)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    starts_at             DATETIME(6)   NOT NULL,
    applications_open_at  DATETIME(6)   NOT NULL,
    applications_close_at DATETIME(6)   NOT NULL,
    places                INT           NOT NULL,
    has_waiting_list      TINYINT(1)    NOT NULL,
    taken                 INT           NOT NULL DEFAULT 0,
    waiting               INT           NOT NULL DEFAULT 0,
    INDEX by_time (starts_at, id),
    INDEX of_district (district, starts_at, id),
    INDEX of_category (category, starts_at, id),
    INDEX of_both (district, category, starts_at, id),
    CONSTRAINT no_more_places_are_taken_than_there_are CHECK (taken BETWEEN 0 AND places),
    CONSTRAINT nobody_waits_while_a_place_is_free CHECK (waiting = 0 OR (waiting > 0 AND taken = places)),
    CONSTRAINT nobody_waits_where_there_is_no_line CHECK (waiting = 0 OR has_waiting_list),
    CONSTRAINT an_event_has_places CHECK (places > 0),
    CONSTRAINT applications_open_before_they_close CHECK (applications_open_at < applications_close_at),
    CONSTRAINT applications_close_before_the_event CHECK (applications_close_at <= starts_at)
) ENGINE = InnoDB AUTO_INCREMENT = 10000000;

-- A fan's application: confirmed, it has one of the event's places; waiting, it is in line, behind those with lower ids; cancelled, it has neither, and
-- stays so. The first unique key is the rule: one an event and fan. The second one finds who is next in line. The foreign key is a rule, too: an application that
-- found neither a place nor an end of the line has no event to belong to (ApplyForEvent.cs).
CREATE TABLE event_applications (
    id           BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    event_id     BIGINT      NOT NULL,
    account_id   BIGINT      NOT NULL,
    state        VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    applied_at   DATETIME(6) NOT NULL,
    confirmed_at DATETIME(6) NULL,
    cancelled_at DATETIME(6) NULL,
    UNIQUE KEY one_application_a_fan (event_id, account_id),
    UNIQUE KEY in_line (event_id, state, id),
    INDEX newest_of_account (account_id, applied_at, event_id),
    FOREIGN KEY (event_id) REFERENCES fan_events (id),
    CONSTRAINT an_application_has_a_state CHECK (state IN ('confirmed', 'waiting', 'cancelled')),
    CONSTRAINT a_place_was_given_at_some_time CHECK (state <> 'confirmed' OR confirmed_at IS NOT NULL),
    CONSTRAINT who_waits_was_never_confirmed CHECK (state <> 'waiting' OR confirmed_at IS NULL),
    CONSTRAINT what_is_cancelled_says_since_when CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL))
) ENGINE = InnoDB AUTO_INCREMENT = 10000000;
