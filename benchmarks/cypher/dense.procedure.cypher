// Chunks whose vectors are nearest to the question's, best first. For Neo4j 5.26.
CALL db.index.vector.queryNodes('chunk_embedding', $limit, $vector) YIELD node, score
MATCH (node)-[:FROM_SOURCE]->(source:Source)
RETURN node.id AS chunk, source.uri AS uri, score
ORDER BY score DESC
