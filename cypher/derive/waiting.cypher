// Entities whose evidence changed, some at a time.
MATCH (e:Entity)
WHERE e.todo IS NOT NULL
RETURN e.id AS id, e.todo AS todo
LIMIT $limit
