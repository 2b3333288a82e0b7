-- No fan is told the same thing twice.
-- The unique key of notices says so already; this is asked all the same, because a key can be dropped.
SELECT account_id, kind, about_id, turn, COUNT(*) AS times, MIN(id) AS first_notice, MAX(id) AS last_notice
FROM notices
GROUP BY account_id, kind, about_id, turn
HAVING COUNT(*) > 1
ORDER BY account_id, kind, about_id, turn
