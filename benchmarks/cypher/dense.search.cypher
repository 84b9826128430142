CYPHER 25
// Chunks whose vectors are nearest to the question's, best first. Needs Neo4j 2026.01.
MATCH (c:Chunk)
  SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector LIMIT $limit) SCORE AS score
MATCH (c)-[:FROM_SOURCE]->(s:Source)
RETURN c.id AS chunk, s.uri AS uri, score
ORDER BY score DESC
