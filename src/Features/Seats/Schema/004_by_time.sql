-- What was reserved from one moment until another, and of which game, without a look at the rows themselves: what games are ranked by.
ALTER TABLE reservations ADD INDEX by_time (reserved_at, game_id);
