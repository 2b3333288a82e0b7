-- What happened to seats, in the order it was told: a record to look things up in, kept whatever becomes of the seats.
-- A message may be told twice. The unique key is the rule: it is recorded once.
CREATE TABLE audit_events (
    sequence    BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    message_id  BIGINT       NOT NULL,
    topic       VARCHAR(60)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    ordered_by  VARCHAR(60)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    body        TEXT         NOT NULL,
    written_at  DATETIME(6)  NOT NULL,
    recorded_at DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    UNIQUE KEY one_record_a_message (message_id)
) ENGINE = InnoDB;
