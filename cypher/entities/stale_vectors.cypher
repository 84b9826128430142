// Entities whose vectors are missing or of another text, some at a time, and what they are made from.
MATCH (entity:Entity)
WHERE entity.vector_stale IS NOT NULL
RETURN entity.id AS id, entity.name AS name, entity.type AS type, entity.description AS description,
       entity.vector_stale AS vector_stale
LIMIT $limit
