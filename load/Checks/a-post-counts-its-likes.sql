-- Every post's like count equals its likes.
SELECT p.id AS post_id, p.likes AS counted, COALESCE(l.likes, 0) AS likes
FROM posts p
LEFT JOIN (
    SELECT post_id, COUNT(*) AS likes
    FROM post_likes
    GROUP BY post_id
) l ON l.post_id = p.id
WHERE p.likes <> COALESCE(l.likes, 0)
ORDER BY p.id
