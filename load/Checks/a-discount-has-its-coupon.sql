-- Every live order with a coupon has used that coupon.
SELECT o.id AS order_id, o.coupon_id, c.used_by_order
FROM orders o
LEFT JOIN coupons c ON c.id = o.coupon_id
WHERE o.coupon_id IS NOT NULL AND o.state IN ('placed', 'paid') AND (c.used_by_order IS NULL OR c.used_by_order <> o.id)
ORDER BY o.id
