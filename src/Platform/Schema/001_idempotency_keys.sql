-- A key an account has used, with the answer it got. The primary key is the rule: one effect a key. The row, the effect and
-- the answer commit together, so a key that can be seen has an answer.
CREATE TABLE idempotency_keys (
    account_id      BIGINT       NOT NULL,
    idempotency_key VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    fingerprint     BINARY(32)   NOT NULL,
    status          SMALLINT     NOT NULL,
    answer          MEDIUMBLOB   NOT NULL,
    created_at      DATETIME(6)  NOT NULL,
    PRIMARY KEY (account_id, idempotency_key),
    INDEX by_age (created_at)
) ENGINE = InnoDB;
