-- A stadium has one game at a time, so a game isn't made twice.
ALTER TABLE games ADD UNIQUE KEY one_game_at_a_time (stadium_id, starts_at);

-- A stand's seats are sold in one grade of a game, so each seat has one number to be claimed by.
ALTER TABLE grades ADD UNIQUE KEY one_grade_a_stand (game_id, stand_id);
