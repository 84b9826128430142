// Chunks that share words with the question, best first.
UNWIND CASE WHEN $words = '' THEN [] ELSE [$words] END AS words
CALL db.index.fulltext.queryNodes('chunk_text', words, {limit: $limit}) YIELD node, score
MATCH (node)-[:FROM_SOURCE]->(source:Source)
RETURN node.id AS chunk, source.uri AS uri, score
ORDER BY score DESC
