-- Every event counts as many places taken and as many fans in line as its applications say.
-- A count that is too high turns fans away for nothing, one that is too low lets in too many.
SELECT e.id AS event_id, e.taken, COUNT(CASE WHEN a.state = 'confirmed' THEN 1 END) AS confirmed, e.waiting, COUNT(CASE WHEN a.state = 'waiting' THEN 1 END) AS in_line
FROM fan_events e
LEFT JOIN event_applications a ON a.event_id = e.id
GROUP BY e.id, e.taken, e.waiting
HAVING COUNT(CASE WHEN a.state = 'confirmed' THEN 1 END) <> e.taken OR COUNT(CASE WHEN a.state = 'waiting' THEN 1 END) <> e.waiting
ORDER BY e.id
