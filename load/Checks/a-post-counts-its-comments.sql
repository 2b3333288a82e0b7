-- Every post's comment count equals its comments.
SELECT p.id AS post_id, p.comments AS counted, COALESCE(c.comments, 0) AS comments
FROM posts p
LEFT JOIN (
    SELECT post_id, COUNT(*) AS comments
    FROM post_comments
    GROUP BY post_id
) c ON c.post_id = p.id
WHERE p.comments <> COALESCE(c.comments, 0)
ORDER BY p.id
