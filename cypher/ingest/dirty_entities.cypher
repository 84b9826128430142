// Entities whose evidence changed, some at a time.
MATCH (entity:Entity)
WHERE entity.dirty IS NOT NULL
RETURN entity.id AS id, entity.dirty AS dirty
LIMIT $limit
