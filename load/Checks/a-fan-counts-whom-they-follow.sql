-- Every fan's following count equals their followings, at most a hundred.
SELECT r.account_id, r.followings AS counted, COUNT(f.followed_id) AS followings
FROM feed_readers r
LEFT JOIN followings f ON f.account_id = r.account_id
GROUP BY r.account_id, r.followings
HAVING COUNT(f.followed_id) <> r.followings OR COUNT(f.followed_id) > 100
ORDER BY r.account_id
