// The chunks nearest to the question, best first, with their sources. For Neo4j 5.26.
CALL db.index.vector.queryNodes('chunk_embedding', $limit, $vector) YIELD node AS chunk, score
MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
RETURN chunk.id AS id, chunk.text AS text, chunk.n_tokens AS n_tokens,
       nullIf(chunk.start, -1) AS start, nullIf(chunk.end, -1) AS end, source.uri AS uri,
       source.title AS title, chunk.place AS place, score
ORDER BY score DESC, id
