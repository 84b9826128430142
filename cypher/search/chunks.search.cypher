CYPHER 25
// The chunks nearest to the question, best first, with their sources. Needs Neo4j 2026.01.
MATCH (chunk:Chunk)
  SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector LIMIT $limit) SCORE AS score
MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
RETURN chunk.id AS id, chunk.text AS text, chunk.n_tokens AS n_tokens,
       nullIf(chunk.start, -1) AS start, nullIf(chunk.end, -1) AS end, source.uri AS uri,
       source.title AS title, chunk.place AS place, score
ORDER BY score DESC, id
