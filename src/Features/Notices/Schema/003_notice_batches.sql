-- Tells apart the notices that two writers write in the same microsecond: each pushes its own. NULL where a notice was written alone.
ALTER TABLE notices ADD COLUMN batch BIGINT NULL;
