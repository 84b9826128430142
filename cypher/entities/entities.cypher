// Entities, or those of one type, by the number of chunks that mention them.
MATCH (entity:Entity)
USING INDEX entity:Entity(chunk_count)  // in its order; few entities make another one look cheaper
WHERE entity.chunk_count >= 0
  AND entity.id IS NOT NULL AND ($type IS NULL OR toLower(entity.type) = toLower($type))
RETURN entity.id AS id, entity.name AS name, entity.type AS type,
       coalesce(entity.aliases, []) AS aliases, entity.chunk_count AS chunk_count
ORDER BY chunk_count DESC, name, id
SKIP $skip LIMIT $limit
