CYPHER 25
// The chunks nearest to the question, best first, with their sources. Needs Neo4j 2026.01.
MATCH (c:Chunk)
  SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector LIMIT $limit) SCORE AS score
MATCH (c)-[:FROM_SOURCE]->(d:Source)
RETURN c.id AS id, c.text AS text, c.n_tokens AS n_tokens, nullIf(c.start, -1) AS start, nullIf(c.end, -1) AS end,
       d.uri AS uri, d.title AS title, c.place AS place, score
ORDER BY score DESC, id
