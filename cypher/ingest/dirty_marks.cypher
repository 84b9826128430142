// The marks of entities whose evidence changed: one of each change.
MATCH (entity:Entity)
WHERE entity.dirty IS NOT NULL
RETURN DISTINCT entity.dirty AS dirty
