-- What happened, to be told to others after the commit that made it happen. Told in the order of their ids within one key;
-- a row is deleted when its receivers have it. Receivers know a message by its id, since it may come twice.
CREATE TABLE outbox (
    id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    topic      VARCHAR(60)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    ordered_by VARCHAR(60)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    body       TEXT         NOT NULL,
    written_at DATETIME(6)  NOT NULL
) ENGINE = InnoDB;
