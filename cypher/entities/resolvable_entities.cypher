// Entities with the names that were merged into them, a page; type, frequency, description, all other names.
MATCH (entity:Entity)
WHERE entity.id > $after
WITH entity ORDER BY entity.id LIMIT $limit
RETURN entity.id AS id, entity.name AS name, entity.type AS type, entity.chunk_count AS chunk_count,
       left(entity.description, 300) AS description, coalesce(entity.aliases, []) AS aliases,
       COLLECT { MATCH (entity)<-[:MERGED_INTO]-(alias:Alias) RETURN alias {.id,
           .name} ORDER BY alias.id } AS merged
ORDER BY id
