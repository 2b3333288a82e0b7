-- Every application belongs to an existing event.
SELECT a.event_id, a.account_id, a.id AS application_id
FROM event_applications a
LEFT JOIN fan_events e ON e.id = a.event_id
WHERE e.id IS NULL
ORDER BY a.event_id, a.account_id, a.id
