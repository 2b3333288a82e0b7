-- One row a seat that is for sale, with the reservation that has it: what two ways to claim seats decide by, which the shop does not go unless the
-- setting Seats:Claim says so (Strategies/README.md). Empty otherwise. The claim stays the record of who has what, and its primary key the last
-- word; no foreign key here, because a slot is taken before its reservation is written.
CREATE TABLE seat_slots (
    game_id        BIGINT NOT NULL,
    grade_id       BIGINT NOT NULL,
    number         INT    NOT NULL,
    reservation_id BIGINT NULL,
    PRIMARY KEY (game_id, grade_id, number)
) ENGINE = InnoDB;
