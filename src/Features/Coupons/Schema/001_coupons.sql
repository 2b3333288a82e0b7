-- A campaign gives coupons away, first come first served, from starts_at until ends_at. Each takes discount off an order of at least
-- minimum, both in whole won, until valid_until. issued counts the coupons that fans have. The first check is the rule: never more
-- than there are.
CREATE TABLE coupon_campaigns (
    id          BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name        VARCHAR(60) NOT NULL,
    discount    BIGINT      NOT NULL,
    minimum     BIGINT      NOT NULL,
    starts_at   DATETIME(6) NOT NULL,
    ends_at     DATETIME(6) NOT NULL,
    valid_until DATETIME(6) NOT NULL,
    stock       INT         NOT NULL,
    issued      INT         NOT NULL DEFAULT 0,
    INDEX by_end (ends_at, id),
    CONSTRAINT no_more_coupons_than_stock CHECK (issued BETWEEN 0 AND stock),
    CONSTRAINT a_coupon_takes_something_off CHECK (discount > 0),
    CONSTRAINT an_order_costs_what_a_coupon_takes_off CHECK (minimum >= discount),
    CONSTRAINT a_campaign_begins_before_it_ends CHECK (starts_at < ends_at),
    CONSTRAINT a_coupon_outlives_its_campaign CHECK (valid_until >= ends_at)
) ENGINE = InnoDB;

-- A fan's coupon, and the order it was used for. The unique key is the rule: one a campaign and fan. The foreign key is a rule, too: a
-- coupon belongs to one campaign, and one that found nothing left there has no campaign to belong to (ClaimCoupon.cs).
CREATE TABLE coupons (
    id            BIGINT      NOT NULL PRIMARY KEY,
    campaign_id   BIGINT      NOT NULL,
    account_id    BIGINT      NOT NULL,
    claimed_at    DATETIME(6) NOT NULL,
    used_by_order BIGINT      NULL,
    UNIQUE KEY one_coupon_a_fan (campaign_id, account_id),
    INDEX newest_of_account (account_id, claimed_at, id),
    FOREIGN KEY (campaign_id) REFERENCES coupon_campaigns (id)
) ENGINE = InnoDB;
