-- Every campaign counts as many coupons as fans have of it.
-- A count that is too high turns fans away for nothing, one that is too low lets in too many.
SELECT m.id AS campaign_id, m.issued AS counted, COUNT(c.id) AS coupons
FROM coupon_campaigns m
LEFT JOIN coupons c ON c.campaign_id = m.id
GROUP BY m.id, m.issued
HAVING COUNT(c.id) <> m.issued
ORDER BY m.id
