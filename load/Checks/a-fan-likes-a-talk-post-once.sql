-- No fan likes a talk post twice.
-- The primary key of talk_likes enforces this; the check finds violations even if the key was dropped.
SELECT post_id, account_id, COUNT(*) AS times
FROM talk_likes
GROUP BY post_id, account_id
HAVING COUNT(*) > 1
ORDER BY post_id, account_id
