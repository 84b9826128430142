// Entities, or those of one type, by the number of chunks that mention them.
MATCH (e:Entity)
WHERE $type IS NULL OR toLower(e.type) = toLower($type)
RETURN e.id AS id, e.name AS name, e.type AS type, coalesce(e.aliases, []) AS aliases, e.chunk_count AS chunk_count
ORDER BY chunk_count DESC, name, id
SKIP $skip LIMIT $limit
