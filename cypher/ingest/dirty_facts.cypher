// Facts whose evidence changed, some at a time.
MATCH (f:Fact)
WHERE f.dirty IS NOT NULL
RETURN f.id AS id
LIMIT $limit
