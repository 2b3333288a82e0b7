-- Every count of an account's seats equals the seats it has.
-- A row of grade 0 counts the whole game, the others one grade of it. A count that is too high rejects buyers without need.
SELECT a.account_id, a.game_id, a.grade_id, a.seats AS counted, COUNT(c.number) AS seats
FROM seat_allowances a
LEFT JOIN reservations r ON r.account_id = a.account_id AND r.game_id = a.game_id
LEFT JOIN seat_claims c ON c.reservation_id = r.id AND (a.grade_id = 0 OR c.grade_id = a.grade_id)
GROUP BY a.account_id, a.game_id, a.grade_id, a.seats
HAVING COUNT(c.number) <> a.seats
ORDER BY a.account_id, a.game_id, a.grade_id
