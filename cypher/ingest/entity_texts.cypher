// What the vectors of entities are made from, and from what they were made; a page.
MATCH (entity:Entity)
WHERE entity.id > $after
RETURN entity.id AS id, entity.name AS name, entity.type AS type, entity.description AS description,
       entity.vector_stale AS vector_stale, entity.embedding_key AS embedding_key
ORDER BY entity.id LIMIT $limit
