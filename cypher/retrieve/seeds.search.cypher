CYPHER 25
// Where to start: chunks and statements near the question ($vector), chunks that share its words
// ($words; 'matched' has the text of the first ones), and chunks about the entities that it names
// ($entities; an entity of more than $about_hub chunks has none); 'graph' counts all chunks.
// A number of 0 and an empty list leave a way out. Needs Neo4j 2026.01; the same on 5.26 is
// seeds.procedure.cypher.
CALL () {
  UNWIND CASE WHEN $n_chunks > 0 THEN [$n_chunks] ELSE [] END AS _
  MATCH (c:Chunk)
    SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector LIMIT $n_chunks) SCORE AS score
  MATCH (c)-[:FROM_SOURCE]->(source:Source)
  RETURN 'chunk' AS kind, c AS chunk, source.id AS via, score, 0 AS chunk_count
UNION ALL
  UNWIND CASE WHEN $n_statements > 0 THEN [$n_statements] ELSE [] END AS _
  MATCH (s:Statement)
    SEARCH s IN (VECTOR INDEX statement_embedding FOR $vector LIMIT $n_statements) SCORE AS score
  MATCH (s)-[:MENTIONED_IN]->(c:Chunk)
  RETURN 'statement' AS kind, c AS chunk, s.id AS via, score, 0 AS chunk_count
UNION ALL
  UNWIND CASE WHEN $words = '' THEN [] ELSE [$words] END AS words
  CALL db.index.fulltext.queryNodes('chunk_text', words, {limit: $n_words}) YIELD node, score
  RETURN 'words' AS kind, node AS chunk, node.id AS via, score, 0 AS chunk_count
UNION ALL
  UNWIND CASE WHEN $words = '' THEN [] ELSE [$words] END AS words
  CALL db.index.fulltext.queryNodes('chunk_text', words, {limit: $n_matched}) YIELD node, score
  RETURN 'matched' AS kind, node AS chunk, node.title + ' ' + node.text AS via, score, 0 AS chunk_count
UNION ALL
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
  UNWIND $entities AS id
  CALL (id) {
    MATCH (e:Entity {id: id}) RETURN e
    UNION ALL MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity) RETURN e
  }
  WITH e, head(collect(id)) AS id
  OPTIONAL MATCH (e)<-[:ABOUT]-(c:Chunk)-[:FROM_SOURCE]->(source:Source)
    WHERE COUNT { (e)<-[:ABOUT]-() } <= $about_hub
  WITH e, id, collect(c) AS chunks, count(DISTINCT source) AS n_sources
  UNWIND CASE WHEN chunks = [] THEN [null] ELSE chunks END AS c
  RETURN 'about' AS kind, c AS chunk, id AS via,
         CASE WHEN c IS NULL THEN 0.0 ELSE 1.0 / n_sources END AS score, coalesce(e.chunk_count, 0) AS chunk_count
UNION ALL
  MATCH (x:Chunk)
  WITH count(x) AS n
  RETURN 'graph' AS kind, null AS chunk, null AS via, toFloat(n) AS score, 0 AS chunk_count
}
OPTIONAL MATCH (chunk)-[:FROM_SOURCE]->(from:Source)
RETURN collect({
  kind: kind, chunk: chunk.id, source: from.id, via: via, score: score, chunk_count: chunk_count
}) AS hits
