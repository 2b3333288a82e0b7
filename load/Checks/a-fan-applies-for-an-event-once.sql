-- No fan has two applications for one event.
-- A unique key of event_applications says so already; this is asked all the same, because a key can be dropped.
SELECT event_id, account_id, COUNT(*) AS times, MIN(id) AS first_application, MAX(id) AS last_application
FROM event_applications
GROUP BY event_id, account_id
HAVING COUNT(*) > 1
ORDER BY event_id, account_id
