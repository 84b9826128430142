// Where to start: chunks and statements near the question ($vector), chunks that share its words
// ($words), and chunks about the entities that it names ($entities); 'graph' counts all chunks.
// A number of 0 and an empty list leave a way out. For Neo4j 5.26; from 2026.01 on
// seeds.search.cypher does the same faster.
CALL () {
  UNWIND CASE WHEN $n_chunks > 0 THEN [$n_chunks] ELSE [] END AS n
  CALL db.index.vector.queryNodes('chunk_embedding', n, $vector) YIELD node, score
  MATCH (node)-[:FROM_SOURCE]->(source:Source)
  RETURN 'chunk' AS kind, node AS chunk, source.id AS via, score, 0 AS df
UNION ALL
  UNWIND CASE WHEN $n_statements > 0 THEN [$n_statements] ELSE [] END AS n
  CALL db.index.vector.queryNodes('statement_embedding', n, $vector) YIELD node, score
  MATCH (node)-[:MENTIONED_IN]->(c:Chunk)
  RETURN 'statement' AS kind, c AS chunk, node.id AS via, score, 0 AS df
UNION ALL
  UNWIND CASE WHEN $words = '' THEN [] ELSE [$words] END AS words
  CALL db.index.fulltext.queryNodes('chunk_text', words, {limit: $n_words}) YIELD node, score
  RETURN 'words' AS kind, node AS chunk, node.id AS via, score, 0 AS df
UNION ALL
  UNWIND $entities AS id
  CALL (id) {
    MATCH (e:Entity {id: id}) RETURN e
    UNION ALL MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity) RETURN e
  }
  WITH e, head(collect(id)) AS id
  OPTIONAL MATCH (e)<-[:ABOUT]-(c:Chunk)
  RETURN 'about' AS kind, c AS chunk, id AS via, 1.0 AS score, e.df AS df
UNION ALL
  MATCH (x:Chunk)
  WITH count(x) AS n
  RETURN 'graph' AS kind, null AS chunk, null AS via, toFloat(n) AS score, 0 AS df
}
RETURN collect({kind: kind, chunk: chunk.id, via: via, score: score, df: df}) AS hits
