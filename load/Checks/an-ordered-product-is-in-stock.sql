-- Every product of an order has a stock.
SELECT l.order_id, l.product_id
FROM order_lines l
LEFT JOIN product_stock s ON s.product_id = l.product_id
WHERE s.product_id IS NULL
ORDER BY l.order_id, l.product_id
