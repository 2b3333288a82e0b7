-- A fan's devices, to which notices are pushed, by the tokens that the push partner knows them by. The unique key is the rule: a token is one device, and whose it is
-- says who signed in with it last. One that nobody has signed in with until expires_at gets nothing any more.
CREATE TABLE devices (
    id           BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account_id   BIGINT       NOT NULL,
    token        VARCHAR(256) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    last_seen_at DATETIME(6)  NOT NULL,
    expires_at   DATETIME(6)  NOT NULL,
    UNIQUE KEY one_device_a_token (token),
    INDEX newest_of_account (account_id, last_seen_at, id),
    INDEX by_end (expires_at)
) ENGINE = InnoDB;

-- Who has, or had, devices. The row's lock makes the sign-ins of one fan wait for each other where they bring a device, so that of many at once none counts too few.
CREATE TABLE device_owners (
    account_id BIGINT NOT NULL PRIMARY KEY
) ENGINE = InnoDB;
