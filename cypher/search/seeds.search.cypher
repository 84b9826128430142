CYPHER 25
// Where a local context starts: entities near the question ($vector), with its words in their
// names ($words), or named in it ($named, ids, also of merged ones), and chunks near it; a number
// of 0 and an empty list leave a way out. Indexes of vectors are approximate: asked for more ($asked), they miss
// less. Needs Neo4j 2026.01; the same on 5.26 is
// seeds.procedure.cypher.
CALL () {
  UNWIND CASE WHEN $n_entities > 0 THEN [$n_entities] ELSE [] END AS _
  MATCH (e:Entity)
    SEARCH e IN (VECTOR INDEX entity_embedding FOR $vector LIMIT $asked) SCORE AS score
  WITH e, score ORDER BY score DESC LIMIT $n_entities
  RETURN 'vector' AS kind, e.id AS id, score
UNION ALL
  UNWIND CASE WHEN $words = '' OR $n_entities = 0 THEN [] ELSE [$words] END AS words
  CALL db.index.fulltext.queryNodes('entity_name', words, {limit: $n_entities}) YIELD node, score
  RETURN 'words' AS kind, node.id AS id, score
UNION ALL
  UNWIND $named AS id
  CALL (id) {
    MATCH (e:Entity {id: id}) RETURN e
    UNION MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity) RETURN e
  }
  RETURN DISTINCT 'named' AS kind, e.id AS id, 1.0 AS score
UNION ALL
  UNWIND CASE WHEN $n_chunks > 0 THEN [$n_chunks] ELSE [] END AS _
  MATCH (c:Chunk)
    SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector LIMIT $asked) SCORE AS score
  WITH c, score ORDER BY score DESC LIMIT $n_chunks
  RETURN 'chunk' AS kind, c.id AS id, score
}
RETURN kind, id, score
ORDER BY kind, score DESC, id
