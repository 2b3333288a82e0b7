-- Every product's stock is reduced by exactly what orders hold.
-- Only a placed or a paid order holds goods: so none is paid without its goods, and one that was given up keeps none.
SELECT s.product_id, s.supplied, s.remaining, COALESCE(h.held, 0) AS held
FROM product_stock s
LEFT JOIN (
    SELECT l.product_id, CAST(SUM(l.quantity) AS SIGNED) AS held
    FROM order_lines l
    JOIN orders o ON o.id = l.order_id
    WHERE o.state IN ('placed', 'paid')
    GROUP BY l.product_id
) h ON h.product_id = s.product_id
WHERE s.supplied - s.remaining <> COALESCE(h.held, 0)
ORDER BY s.product_id
