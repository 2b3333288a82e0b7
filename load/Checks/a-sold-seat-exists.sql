-- Every sold or blocked seat belongs to its grade, and the grade to its game.
SELECT c.game_id, c.grade_id, c.number, c.reservation_id
FROM seat_claims c
LEFT JOIN grades g ON g.id = c.grade_id AND g.game_id = c.game_id
WHERE g.id IS NULL OR c.number < 1 OR c.number > g.capacity
ORDER BY c.game_id, c.grade_id, c.number
