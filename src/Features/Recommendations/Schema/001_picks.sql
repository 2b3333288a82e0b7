-- What an operator recommends: one game or one product, each at most once. The unique keys and the check are the rules.
CREATE TABLE picks (
    id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    game_id    BIGINT       NULL,
    product_id BIGINT       NULL,
    note       VARCHAR(200) NOT NULL,
    picked_at  DATETIME(6)  NOT NULL,
    UNIQUE KEY a_game_is_picked_once (game_id),
    UNIQUE KEY a_product_is_picked_once (product_id),
    CONSTRAINT a_pick_is_of_one_thing CHECK ((game_id IS NULL) <> (product_id IS NULL))
) ENGINE = InnoDB;

-- Its picture, where it has one: apart, so that nobody who lists picks reads it along. It goes with its pick.
CREATE TABLE pick_pictures (
    pick_id BIGINT      NOT NULL PRIMARY KEY,
    type    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    bytes   MEDIUMBLOB  NOT NULL,
    FOREIGN KEY (pick_id) REFERENCES picks (id) ON DELETE CASCADE
) ENGINE = InnoDB;
