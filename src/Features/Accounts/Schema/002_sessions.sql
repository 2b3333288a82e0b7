-- Which sessions of an account still count: each access token says in which generation it was given out, and only those of the newest do. Whatever ends
-- all sessions (a new password, a ban) counts one up, in the statement that does it; so a sign-in that began before it gives out a token that is over already.
-- Replicas ask by time what has ended of late. One mail with a code is on its way at a time: reset_mail is the message that took the turn, at reset_mailed_at.
ALTER TABLE accounts
    ADD COLUMN generation        INT         NOT NULL DEFAULT 0,
    ADD COLUMN sessions_ended_at DATETIME(6) NULL,
    ADD COLUMN confirmed_at      DATETIME(6) NULL,
    ADD COLUMN banned_at         DATETIME(6) NULL,
    ADD COLUMN reset_mail        BIGINT      NULL,
    ADD COLUMN reset_mailed_at   DATETIME(6) NULL,
    ADD INDEX by_end (sessions_ended_at, generation);

-- A session somebody signed out of, by the number in its token. The primary key is the rule: it ends once. Kept for longer than any token lives.
CREATE TABLE ended_sessions (
    session_id BIGINT      NOT NULL PRIMARY KEY,
    account_id BIGINT      NOT NULL,
    ended_at   DATETIME(6) NOT NULL,
    INDEX by_time (ended_at)
) ENGINE = InnoDB;

-- A code that was mailed, as its SHA-256: the table gives nobody a code. One for a new password is good in the generation it was made in, and using it ends
-- that: so each is used once, and whatever changes the password makes all of them worthless.
CREATE TABLE mailed_codes (
    code_hash  CHAR(64)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    account_id BIGINT      NOT NULL,
    purpose    VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    generation INT         NOT NULL,
    expires_at DATETIME(6) NOT NULL,
    INDEX by_end (expires_at),
    CONSTRAINT a_code_confirms_or_resets CHECK (purpose IN ('confirm', 'reset'))
) ENGINE = InnoDB;

-- From where somebody has signed in, as a hash of account and address, with the day it was last so: who fails elsewhere can't keep them out there.
CREATE TABLE familiar_places (
    account_id BIGINT   NOT NULL,
    place      CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    seen_on    DATE     NOT NULL,
    PRIMARY KEY (account_id, place),
    INDEX by_day (seen_on)
) ENGINE = InnoDB;
