-- Every comment and like on the talk board belongs to an existing post.
SELECT 'comment' AS what, c.post_id, c.account_id
FROM talk_comments c
LEFT JOIN talk_posts p ON p.id = c.post_id
WHERE p.id IS NULL
UNION ALL
SELECT 'like', l.post_id, l.account_id
FROM talk_likes l
LEFT JOIN talk_posts p ON p.id = l.post_id
WHERE p.id IS NULL
ORDER BY what, post_id, account_id
