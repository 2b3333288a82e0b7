-- Every used coupon belongs to a live order of its owner.
SELECT c.id AS coupon_id, c.account_id, c.used_by_order AS order_id
FROM coupons c
LEFT JOIN orders o ON o.id = c.used_by_order AND o.coupon_id = c.id AND o.account_id = c.account_id AND o.state IN ('placed', 'paid')
WHERE c.used_by_order IS NOT NULL AND o.id IS NULL
ORDER BY c.id
