-- Every paid order has a payment, and no two orders have the same one.
SELECT o.id AS order_id, o.total, o.payment_id, t.id AS other_order
FROM orders o
LEFT JOIN orders t ON t.payment_id = o.payment_id AND t.id <> o.id
WHERE (o.state = 'paid' AND o.total > 0 AND o.payment_id IS NULL) OR t.id IS NOT NULL
ORDER BY o.id, t.id
