-- Whose merchandise it is; none where it is nobody's in particular. Looked up by product, so it needs no index.
ALTER TABLE products ADD COLUMN team_id BIGINT NULL;
