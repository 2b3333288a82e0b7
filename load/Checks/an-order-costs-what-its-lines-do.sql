-- Every order costs the sum of its lines less its discount, and has lines.
SELECT o.id AS order_id, o.discount, o.total, CAST(SUM(l.price * l.quantity) AS SIGNED) AS sum_of_lines
FROM orders o
LEFT JOIN order_lines l ON l.order_id = o.id
GROUP BY o.id, o.discount, o.total
HAVING sum_of_lines IS NULL OR o.total <> sum_of_lines - o.discount
ORDER BY o.id
