// Nodes and the relationships that start from them; a page. $vectors: with embeddings. Chunks are
// the example.
MATCH (node:Chunk /* label */)
WHERE node.id > $after
WITH node ORDER BY node.id LIMIT $limit
RETURN node {.*, embedding: CASE WHEN $vectors THEN node.embedding END} AS properties,
       COLLECT { MATCH (node)-[r]->(end)
                 RETURN {type: type(r), labels: labels(end), to: end.id, properties: properties(r)}
                 ORDER BY type(r), end.id, r.relation_type, r.role, r.merged_from } AS links
ORDER BY node.id
