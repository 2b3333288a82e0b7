-- No coupon discounts two orders.
-- An order that was given up has given its coupon back.
SELECT coupon_id, COUNT(*) AS times, MIN(id) AS first_order, MAX(id) AS last_order
FROM orders
WHERE coupon_id IS NOT NULL AND state IN ('placed', 'paid')
GROUP BY coupon_id
HAVING COUNT(*) > 1
ORDER BY coupon_id
