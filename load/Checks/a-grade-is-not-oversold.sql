-- No grade of a game has sold and blocked more seats than it has.
SELECT g.game_id, g.id AS grade_id, g.capacity, COUNT(c.reservation_id) AS sold, COUNT(*) - COUNT(c.reservation_id) AS blocked
FROM seat_claims c
JOIN grades g ON g.id = c.grade_id
GROUP BY g.game_id, g.id, g.capacity
HAVING COUNT(*) > g.capacity
ORDER BY g.game_id, g.id
