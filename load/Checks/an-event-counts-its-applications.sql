-- Every event's taken places and waiting list equal its applications.
-- A count that is too high rejects fans without need; one that is too low admits too many.
SELECT e.id AS event_id, e.taken, COUNT(CASE WHEN a.state = 'confirmed' THEN 1 END) AS confirmed, e.waiting, COUNT(CASE WHEN a.state = 'waiting' THEN 1 END) AS in_line
FROM fan_events e
LEFT JOIN event_applications a ON a.event_id = e.id
GROUP BY e.id, e.taken, e.waiting
HAVING COUNT(CASE WHEN a.state = 'confirmed' THEN 1 END) <> e.taken OR COUNT(CASE WHEN a.state = 'waiting' THEN 1 END) <> e.waiting
ORDER BY e.id
