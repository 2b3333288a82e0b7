-- No campaign has issued more coupons than its stock.
SELECT m.id AS campaign_id, m.stock, m.issued, COUNT(c.id) AS coupons
FROM coupon_campaigns m
LEFT JOIN coupons c ON c.campaign_id = m.id
GROUP BY m.id, m.stock, m.issued
HAVING COUNT(c.id) > m.stock OR m.issued > m.stock
ORDER BY m.id
