-- Every sold seat belongs to a reservation of its game that lists it and has not cancelled it.
-- A claim without a reservation is an operator's block.
SELECT c.game_id, c.grade_id, c.number, c.reservation_id
FROM seat_claims c
LEFT JOIN reservations r ON r.id = c.reservation_id AND r.game_id = c.game_id
LEFT JOIN reservation_seats s ON s.reservation_id = c.reservation_id AND s.grade_id = c.grade_id AND s.number = c.number AND s.cancelled_at IS NULL
WHERE c.reservation_id IS NOT NULL AND (r.id IS NULL OR s.reservation_id IS NULL)
ORDER BY c.game_id, c.grade_id, c.number
