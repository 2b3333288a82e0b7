-- No fan likes a talk post twice.
-- The primary key of talk_likes says so already; this is asked all the same, because a key can be dropped.
SELECT post_id, account_id, COUNT(*) AS times
FROM talk_likes
GROUP BY post_id, account_id
HAVING COUNT(*) > 1
ORDER BY post_id, account_id
