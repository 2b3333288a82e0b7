-- No seat of a game is sold twice.
-- The primary key of seat_claims enforces this; the check finds violations even if the key was dropped.
SELECT game_id, grade_id, number, COUNT(*) AS times, MIN(reservation_id) AS first_reservation, MAX(reservation_id) AS last_reservation
FROM seat_claims
GROUP BY game_id, grade_id, number
HAVING COUNT(*) > 1
ORDER BY game_id, grade_id, number
