// Entities with the names that were merged into them, a page; type, frequency, description.
MATCH (e:Entity)
WHERE e.id > $after
WITH e ORDER BY e.id LIMIT $limit
RETURN e.id AS id, e.name AS name, e.type AS type, e.chunk_count AS chunk_count, left(e.description, 300) AS description,
       COLLECT { MATCH (e)<-[:MERGED_INTO]-(a:Alias) RETURN a {.id, .name} ORDER BY a.id } AS merged
ORDER BY id
