-- One row a coupon that can be had, with the coupon it became: what one way to claim coupons decides by, which the shop does not go unless
-- the setting Coupons:Claim says so (Strategies/README.md). Empty otherwise. No foreign key here, because a unit is taken before its
-- coupon is written; the campaign's count and its check have the last word.
CREATE TABLE coupon_units (
    campaign_id BIGINT NOT NULL,
    number      INT    NOT NULL,
    coupon_id   BIGINT NULL,
    PRIMARY KEY (campaign_id, number),
    INDEX next_free (campaign_id, coupon_id, number)
) ENGINE = InnoDB;
