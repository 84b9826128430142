CYPHER 25
// Where to start (see seeds.search.cypher), among the sources that fit a filter. Needs Neo4j 2026.01.
// Few chunks ($exact at most) are all compared; where there are more, the indexes are asked for
// $wider times as many hits, and those of other sources are dropped.
MATCH (source:Source)
WHERE true /* filter */
WITH collect(source) AS sources, sum(COUNT { (source)<-[:FROM_SOURCE]-() }) AS n
CALL (sources, n) {
  WITH sources, n WHERE n <= $exact
  UNWIND sources AS source
  MATCH (source)<-[:FROM_SOURCE]-(c:Chunk)
  WITH source, c, vector.similarity.cosine(c.embedding, $vector) AS score
  ORDER BY score DESC LIMIT $n_chunks
  RETURN 'chunk' AS kind, c AS chunk, source.id AS via, score, 0 AS chunk_count
UNION ALL
  WITH sources, n WHERE n <= $exact AND $n_statements > 0
  UNWIND sources AS source
  MATCH (source)<-[:FROM_SOURCE]-(c:Chunk)<-[:MENTIONED_IN]-(s:Statement)
  WITH c, s, vector.similarity.cosine(s.embedding, $vector) AS score
  ORDER BY score DESC LIMIT $n_statements
  RETURN 'statement' AS kind, c AS chunk, s.id AS via, score, 0 AS chunk_count
UNION ALL
  WITH n WHERE n > $exact AND $n_chunks > 0
  MATCH (c:Chunk)
    SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector LIMIT $wide_chunks) SCORE AS score
  MATCH (c)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN 'chunk' AS kind, c AS chunk, source.id AS via, score, 0 AS chunk_count
UNION ALL
  WITH n WHERE n > $exact AND $n_statements > 0
  MATCH (s:Statement)
    SEARCH s IN (VECTOR INDEX statement_embedding FOR $vector LIMIT $wide_statements)
    SCORE AS score
  MATCH (s)-[:MENTIONED_IN]->(c:Chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN 'statement' AS kind, c AS chunk, s.id AS via, score, 0 AS chunk_count
UNION ALL
  WITH n
  UNWIND CASE WHEN $words = '' THEN [] ELSE [$words] END AS words
  CALL db.index.fulltext.queryNodes('chunk_text', words, {limit: $wider * $n_words})
    YIELD node AS c, score
  MATCH (c)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN 'words' AS kind, c AS chunk, c.id AS via, score, 0 AS chunk_count LIMIT $n_words
UNION ALL
  WITH n
  UNWIND CASE WHEN $words = '' THEN [] ELSE [$words] END AS words
  CALL db.index.fulltext.queryNodes('chunk_text', words, {limit: $wider * $n_matched})
    YIELD node AS c, score
  MATCH (c)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN 'matched' AS kind, c AS chunk, c.title + ' ' + c.text AS via, score, 0 AS chunk_count
  LIMIT $n_matched
UNION ALL
  WITH n
  UNWIND $unsure AS unsure
  WITH unsure.word AS word, unsure.like + ' ' + $words AS like
  WHERE NOT EXISTS {
    CALL db.index.fulltext.queryNodes('chunk_text', word, {limit: 1}) YIELD node RETURN node
  }
  CALL (like) {
    CALL db.index.fulltext.queryNodes('entity_name', like, {limit: $n_alike}) YIELD node, score
    RETURN 'like_name' AS kind, node.name AS text, score
  UNION ALL
    CALL db.index.fulltext.queryNodes('chunk_text', like, {limit: $n_alike}) YIELD node, score
    RETURN 'like_text' AS kind, node.title + ' ' + node.text AS text, score
  }
  RETURN kind, null AS chunk, word + '\n' + text AS via, score, 0 AS chunk_count
UNION ALL
  WITH n
  UNWIND $entities AS id
  CALL (id) {
    MATCH (e:Entity {id: id}) RETURN e
    UNION ALL MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity) RETURN e
  }
  WITH e, head(collect(id)) AS id
  OPTIONAL MATCH (e)<-[:ABOUT]-(c:Chunk)-[:FROM_SOURCE]->(source:Source)
    WHERE COUNT { (e)<-[:ABOUT]-() } <= $about_hub AND true /* filter */
  WITH e, id, collect(c) AS chunks, count(DISTINCT source) AS n_sources
  UNWIND CASE WHEN chunks = [] THEN [null] ELSE chunks END AS c
  RETURN 'about' AS kind, c AS chunk, id AS via,
         CASE WHEN c IS NULL THEN 0.0 ELSE 1.0 / n_sources END AS score, coalesce(e.chunk_count, 0) AS chunk_count
UNION ALL
  WITH n
  MATCH (x:Chunk)
  WITH count(x) AS total
  RETURN 'graph' AS kind, null AS chunk, null AS via, toFloat(total) AS score, 0 AS chunk_count
}
OPTIONAL MATCH (chunk)-[:FROM_SOURCE]->(from:Source)
RETURN collect({
  kind: kind, chunk: chunk.id, source: from.id, via: via, score: score, chunk_count: chunk_count
}) AS hits
