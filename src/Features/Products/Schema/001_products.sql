-- A product is merchandise at a price, in whole won. The ways it can be delivered are columns of its own row rather than rows of a second
-- table: so that there is at least one is a check, a page comes with all ways of its products in one look, and a way still has its own
-- index, read in order from any id on. The price is an index more for each way: there are three, and they hardly ever change.
-- Ids below the first are for seeded products.
CREATE TABLE products (
    id            BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name          VARCHAR(100) NOT NULL,
    price         BIGINT       NOT NULL,
    rocket        TINYINT(1)   NOT NULL,
    rocket_fresh  TINYINT(1)   NOT NULL,
    rocket_global TINYINT(1)   NOT NULL,
    INDEX by_rocket (rocket, id),
    INDEX by_rocket_fresh (rocket_fresh, id),
    INDEX by_rocket_global (rocket_global, id),
    INDEX by_name (name, id),
    CONSTRAINT a_product_has_a_price CHECK (price >= 0),
    CONSTRAINT a_product_is_delivered CHECK (rocket OR rocket_fresh OR rocket_global)
) ENGINE = InnoDB AUTO_INCREMENT = 10000000;
