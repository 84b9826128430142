// Nodes and the relationships that start from them; a page. $vectors: with embeddings. Chunks are
// the example.
MATCH (n:Chunk /* label */)
WHERE n.id > $after
WITH n ORDER BY n.id LIMIT $limit
RETURN n {.*, embedding: CASE WHEN $vectors THEN n.embedding END} AS properties,
       COLLECT { MATCH (n)-[r]->(end)
                 RETURN {type: type(r), labels: labels(end), to: end.id, properties: properties(r)}
                 ORDER BY type(r), end.id, r.relation_type, r.role, r.merged_from } AS links
ORDER BY n.id
