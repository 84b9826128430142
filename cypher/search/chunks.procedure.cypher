// The chunks nearest to the question, best first, with their sources. For Neo4j 5.26.
CALL db.index.vector.queryNodes('chunk_embedding', $limit, $vector) YIELD node AS c, score
MATCH (c)-[:FROM_SOURCE]->(d:Source)
RETURN c.id AS id, c.text AS text, c.n_tokens AS n_tokens, nullIf(c.start, -1) AS start, nullIf(c.end, -1) AS end,
       d.uri AS uri, d.title AS title, c.place AS place, score
ORDER BY score DESC, id
