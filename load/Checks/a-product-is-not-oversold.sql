-- No product has less than nothing left, or more than there ever was.
SELECT product_id, supplied, remaining
FROM product_stock
WHERE remaining < 0 OR remaining > supplied
ORDER BY product_id
