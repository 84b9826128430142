CYPHER 25
// Chunks whose vectors are nearest to the question's, best first. Needs Neo4j 2026.01.
MATCH (chunk:Chunk)
  SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector LIMIT $limit) SCORE AS score
MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
RETURN chunk.id AS chunk, source.uri AS uri, score
ORDER BY score DESC
