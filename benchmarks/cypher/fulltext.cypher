// Chunks that share words with the question, best first.
UNWIND CASE WHEN $words = '' THEN [] ELSE [$words] END AS words
CALL db.index.fulltext.queryNodes('chunk_text', words, {limit: $limit}) YIELD node, score
MATCH (node)-[:FROM_SOURCE]->(s:Source)
RETURN node.id AS chunk, s.uri AS uri, score
ORDER BY score DESC
