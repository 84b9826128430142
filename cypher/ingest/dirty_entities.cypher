// Entities whose evidence changed, some at a time.
MATCH (e:Entity)
WHERE e.dirty IS NOT NULL
RETURN e.id AS id, e.dirty AS dirty
LIMIT $limit
