-- Every talk post's like count equals its likes.
SELECT p.id AS post_id, p.likes AS counted, COUNT(l.account_id) AS likes
FROM talk_posts p
LEFT JOIN talk_likes l ON l.post_id = p.id
GROUP BY p.id, p.likes
HAVING COUNT(l.account_id) <> p.likes
ORDER BY p.id
