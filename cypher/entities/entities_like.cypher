// Entities whose names fit a full-text query, the best first. Names of merged entities are among
// the aliases of what they were merged into.
CALL db.index.fulltext.queryNodes('entity_name', $query) YIELD node AS entity, score
WHERE entity.id IS NOT NULL AND ($type IS NULL OR toLower(entity.type) = toLower($type))
RETURN entity.id AS id, entity.name AS name, entity.type AS type,
       coalesce(entity.aliases, []) AS aliases, entity.chunk_count AS chunk_count, score
ORDER BY score DESC, chunk_count DESC, name, id
SKIP $skip LIMIT $limit
