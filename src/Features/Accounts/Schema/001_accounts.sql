-- One account an e-mail, whatever its case: the unique key is the rule. Ids below the first are for seeded accounts.
CREATE TABLE accounts (
    id            BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    email         VARCHAR(254) NOT NULL,
    nickname      VARCHAR(40)  NOT NULL,
    password_hash VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    is_admin      TINYINT(1)   NOT NULL DEFAULT 0,
    created_at    DATETIME(6)  NOT NULL,
    UNIQUE KEY one_account_an_email (email)
) ENGINE = InnoDB AUTO_INCREMENT = 10000000;
