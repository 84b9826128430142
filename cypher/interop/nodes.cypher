// Nodes and the relationships that start from them; a page. $vectors: with embeddings. Chunks are
// the example.
MATCH (node:Chunk /* label */)
WHERE node.id > $after
WITH node ORDER BY node.id LIMIT $limit
RETURN node {.*, embedding: CASE WHEN $vectors THEN node.embedding END} AS properties,
       COLLECT { MATCH (node)-[link]->(end)
                 RETURN {type: type(link), labels: labels(end), to: end.id,
                          properties: properties(link)}
                 ORDER BY type(link), end.id, link.relation_type, link.role,
                          link.merged_from } AS links
ORDER BY node.id
