-- No fan has the same notice twice.
-- The unique key of notices enforces this; the check finds violations even if the key was dropped.
SELECT account_id, kind, about_id, turn, COUNT(*) AS times, MIN(id) AS first_notice, MAX(id) AS last_notice
FROM notices
GROUP BY account_id, kind, about_id, turn
HAVING COUNT(*) > 1
ORDER BY account_id, kind, about_id, turn
