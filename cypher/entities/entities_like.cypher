// Entities whose names fit a full-text query, the best first. Names of merged entities are among
// the aliases of what they were merged into.
CALL db.index.fulltext.queryNodes('entity_name', $query) YIELD node AS e, score
WHERE $type IS NULL OR toLower(e.type) = toLower($type)
RETURN e.id AS id, e.name AS name, e.type AS type, coalesce(e.aliases, []) AS aliases, e.chunk_count AS chunk_count,
       score
ORDER BY score DESC, chunk_count DESC, name, id
SKIP $skip LIMIT $limit
