-- Whose coupons run out soon.
ALTER TABLE coupon_campaigns ADD INDEX by_validity (valid_until);
