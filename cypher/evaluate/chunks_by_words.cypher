// The chunks that share most with the words of the question, best first, with their sources.
UNWIND CASE WHEN $words = '' THEN [] ELSE [$words] END AS words
CALL db.index.fulltext.queryNodes('chunk_text', words, {limit: $limit}) YIELD node AS chunk, score
MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
RETURN chunk.id AS id, chunk.text AS text, chunk.n_tokens AS n_tokens, source.uri AS uri,
       source.title AS title, score
ORDER BY score DESC, id
