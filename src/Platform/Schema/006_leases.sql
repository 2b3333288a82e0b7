-- Leases of jobs that only one process at a time does, on whichever node of a cluster it writes. The fencing number grows with each holder: statements of a former
-- holder are conditional on its own number and change nothing. The migrator needs its lease before any script runs, so it executes this script first.
CREATE TABLE IF NOT EXISTS leases (
    name       VARCHAR(60)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    holder     VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    fence      BIGINT       NOT NULL,
    expires_at DATETIME(6)  NOT NULL
) ENGINE = InnoDB;
