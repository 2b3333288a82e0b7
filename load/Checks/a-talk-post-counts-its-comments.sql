-- Every talk post's comment count equals its comments.
SELECT p.id AS post_id, p.comments AS counted, COUNT(c.id) AS comments
FROM talk_posts p
LEFT JOIN talk_comments c ON c.post_id = p.id
GROUP BY p.id, p.comments
HAVING COUNT(c.id) <> p.comments
ORDER BY p.id
