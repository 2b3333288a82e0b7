-- Some acts are about no game: what fans say, or what is recommended.
ALTER TABLE operator_acts MODIFY game_id BIGINT NULL;
