-- No event has more confirmed fans than places.
SELECT e.id AS event_id, e.places, e.taken, COUNT(a.id) AS confirmed
FROM fan_events e
LEFT JOIN event_applications a ON a.event_id = e.id AND a.state = 'confirmed'
GROUP BY e.id, e.places, e.taken
HAVING COUNT(a.id) > e.places OR e.taken > e.places
ORDER BY e.id
