-- No grade of a game has sold more seats than it has.
SELECT g.game_id, g.id AS grade_id, g.capacity, COUNT(*) AS sold
FROM seat_claims c
JOIN grades g ON g.id = c.grade_id
GROUP BY g.game_id, g.id, g.capacity
HAVING COUNT(*) > g.capacity
ORDER BY g.game_id, g.id
