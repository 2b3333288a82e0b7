-- No fan likes a post twice, and nobody likes a post that isn't there.
-- The keys of post_likes say so already; this is asked all the same, because a key can be dropped.
SELECT l.post_id, l.account_id, COUNT(*) AS times
FROM post_likes l
LEFT JOIN posts p ON p.id = l.post_id
GROUP BY l.post_id, l.account_id, p.id
HAVING COUNT(*) > 1 OR p.id IS NULL
ORDER BY l.post_id, l.account_id
