-- Every picture of a post is its author's and stored, and the post exists.
SELECT g.id AS picture_id, g.post_id, g.account_id, p.account_id AS author, g.stored_at, g.collected_at
FROM pictures g
LEFT JOIN posts p ON p.id = g.post_id
WHERE g.post_id IS NOT NULL AND (p.id IS NULL OR p.account_id <> g.account_id OR g.stored_at IS NULL OR g.collected_at IS NOT NULL)
ORDER BY g.id
