-- Every campaign's coupon count equals its coupons.
-- A count that is too high rejects fans without need; one that is too low admits too many.
SELECT m.id AS campaign_id, m.issued AS counted, COUNT(c.id) AS coupons
FROM coupon_campaigns m
LEFT JOIN coupons c ON c.campaign_id = m.id
GROUP BY m.id, m.issued
HAVING COUNT(c.id) <> m.issued
ORDER BY m.id
