-- How many of a product there were for sale, and how many of them no order holds. The check is the rule: never less than nothing is left, and
-- never more comes back than was taken. A product without a row can't be ordered.
CREATE TABLE product_stock (
    product_id BIGINT NOT NULL PRIMARY KEY,
    supplied   INT    NOT NULL,
    remaining  INT    NOT NULL,
    CONSTRAINT no_more_products_than_supplied CHECK (remaining BETWEEN 0 AND supplied)
) ENGINE = InnoDB;

-- One order. Placed, it holds its goods and its coupon, and its payment has been asked for; paid, it keeps them; declined or cancelled, it
-- holds nothing any more. payment_id is the partner's name for what was paid, also for what came too late; its unique key is a rule: no payment
-- pays for two orders. Money is in whole won.
CREATE TABLE orders (
    id         BIGINT      NOT NULL PRIMARY KEY,
    account_id BIGINT      NOT NULL,
    state      VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    coupon_id  BIGINT      NULL,
    discount   BIGINT      NOT NULL,
    total      BIGINT      NOT NULL,
    payment_id VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NULL,
    ordered_at DATETIME(6) NOT NULL,
    UNIQUE KEY one_order_a_payment (payment_id),
    INDEX newest_of_account (account_id, ordered_at, id),
    INDEX oldest_in_state (state, ordered_at, id),
    CONSTRAINT an_order_has_a_state CHECK (state IN ('placed', 'paid', 'declined', 'cancelled')),
    CONSTRAINT nobody_is_paid_for_an_order CHECK (discount >= 0 AND total >= 0),
    CONSTRAINT only_a_coupon_takes_something_off CHECK (discount = 0 OR coupon_id IS NOT NULL),
    CONSTRAINT a_paid_order_names_its_payment CHECK (state <> 'paid' OR total = 0 OR payment_id IS NOT NULL)
) ENGINE = InnoDB;

-- What was ordered, under the name and at the price of that moment: history, kept whatever becomes of the order. The foreign key is a rule,
-- too: an order for which not everything was left has no row for its lines to belong to (PlaceOrder.cs).
CREATE TABLE order_lines (
    order_id   BIGINT       NOT NULL,
    product_id BIGINT       NOT NULL,
    name       VARCHAR(100) NOT NULL,
    quantity   INT          NOT NULL,
    price      BIGINT       NOT NULL,
    PRIMARY KEY (order_id, product_id),
    FOREIGN KEY (order_id) REFERENCES orders (id),
    CONSTRAINT a_line_has_some_of_a_product CHECK (quantity > 0),
    CONSTRAINT a_line_has_a_price CHECK (price >= 0)
) ENGINE = InnoDB;

-- What an order has been through, and when: paid; given-up, that is declined or cancelled, with goods and coupon given back; paid-late, when it
-- had been given up. The primary key is the rule: each happens once, so goods come back once. The foreign key stops a change of state that
-- somebody else was quicker with (Settlements.cs).
CREATE TABLE order_steps (
    order_id   BIGINT      NOT NULL,
    step       VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reached_at DATETIME(6) NOT NULL,
    PRIMARY KEY (order_id, step),
    FOREIGN KEY (order_id) REFERENCES orders (id)
) ENGINE = InnoDB;
