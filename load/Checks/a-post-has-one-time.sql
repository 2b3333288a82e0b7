-- Every tag and every team of a post has the time of its post.
-- Lists by tag and by team are read in order of theirs.
SELECT t.post_id, 'tag' AS about, t.posted_at, p.posted_at AS posts_own
FROM post_tags t
JOIN posts p ON p.id = t.post_id
WHERE t.posted_at <> p.posted_at
UNION ALL
SELECT m.post_id, 'team', m.posted_at, p.posted_at
FROM post_teams m
JOIN posts p ON p.id = m.post_id
WHERE m.posted_at <> p.posted_at
ORDER BY post_id
