-- No fan waits for an event in which a later applicant has a place.
-- Ids of an event's applications ascend in the order in which fans came to it.
SELECT w.event_id, w.first_in_line, c.last_confirmed
FROM (SELECT event_id, MIN(id) AS first_in_line FROM event_applications WHERE state = 'waiting' GROUP BY event_id) w
JOIN (SELECT event_id, MAX(id) AS last_confirmed FROM event_applications WHERE state = 'confirmed' GROUP BY event_id) c ON c.event_id = w.event_id
WHERE c.last_confirmed > w.first_in_line
ORDER BY w.event_id
