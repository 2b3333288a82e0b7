-- No fan waits for an event that has a free place, or no waiting list.
SELECT e.id AS event_id, e.places, e.taken, e.has_waiting_list, COUNT(a.id) AS in_line
FROM fan_events e
JOIN event_applications a ON a.event_id = e.id AND a.state = 'waiting'
GROUP BY e.id, e.places, e.taken, e.has_waiting_list
HAVING e.taken < e.places OR NOT e.has_waiting_list
ORDER BY e.id
