-- No account has more seats of a grade than the grade allows.
SELECT r.account_id, c.game_id, c.grade_id, g.seats_per_account, COUNT(*) AS seats
FROM seat_claims c
JOIN reservations r ON r.id = c.reservation_id
JOIN grades g ON g.id = c.grade_id
GROUP BY r.account_id, c.game_id, c.grade_id, g.seats_per_account
HAVING COUNT(*) > g.seats_per_account
ORDER BY r.account_id, c.game_id, c.grade_id
