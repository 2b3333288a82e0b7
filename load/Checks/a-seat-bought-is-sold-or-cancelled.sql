-- Every seat that was bought is still sold to its buyer, or was cancelled.
SELECT r.game_id, s.grade_id, s.number, s.reservation_id
FROM reservation_seats s
JOIN reservations r ON r.id = s.reservation_id
LEFT JOIN seat_claims c ON c.game_id = r.game_id AND c.grade_id = s.grade_id AND c.number = s.number AND c.reservation_id = s.reservation_id
WHERE s.cancelled_at IS NULL AND c.reservation_id IS NULL
ORDER BY r.game_id, s.grade_id, s.number, s.reservation_id
