-- No fan has two applications for one event.
-- The unique key of event_applications enforces this; the check finds violations even if the key was dropped.
SELECT event_id, account_id, COUNT(*) AS times, MIN(id) AS first_application, MAX(id) AS last_application
FROM event_applications
GROUP BY event_id, account_id
HAVING COUNT(*) > 1
ORDER BY event_id, account_id
