-- No fan likes a post twice, or a post that does not exist.
-- The keys of post_likes enforce this; the check finds violations even if a key was dropped.
SELECT l.post_id, l.account_id, COUNT(*) AS times
FROM post_likes l
LEFT JOIN posts p ON p.id = l.post_id
GROUP BY l.post_id, l.account_id, p.id
HAVING COUNT(*) > 1 OR p.id IS NULL
ORDER BY l.post_id, l.account_id
