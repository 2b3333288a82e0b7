-- No product has negative stock, or more than was supplied.
SELECT product_id, supplied, remaining
FROM product_stock
WHERE remaining < 0 OR remaining > supplied
ORDER BY product_id
