CYPHER 25
// Where a local context starts: entities near the question ($vector), with its words in their
// names ($words), or named in it ($named, ids, also of merged ones), and chunks near it; a number
// of 0 and an empty list leave a way out. Also an entity that waits for its vector ('stale'), if
// there is one. Indexes of vectors are approximate: asked for more ($asked), they miss less. Needs
// Neo4j 2026.01; the same on 5.26 is seeds.procedure.cypher.
CALL () {
  UNWIND CASE WHEN $n_entities > 0 THEN [$n_entities] ELSE [] END AS _
  MATCH (entity:Entity)
    SEARCH entity IN (VECTOR INDEX entity_embedding FOR $vector LIMIT $asked) SCORE AS score
  WITH entity, score ORDER BY score DESC LIMIT $n_entities
  RETURN 'vector' AS kind, entity.id AS id, score
UNION ALL
  UNWIND CASE WHEN $words = '' OR $n_entities = 0 THEN [] ELSE [$words] END AS words
  CALL db.index.fulltext.queryNodes('entity_name', words, {limit: $n_entities}) YIELD node, score
  RETURN 'words' AS kind, node.id AS id, score
UNION ALL
  UNWIND $named AS id
  CALL (id) {
    MATCH (entity:Entity {id: id}) RETURN entity
    /* clause: or_merged */
  }
  RETURN DISTINCT 'named' AS kind, entity.id AS id, 1.0 AS score
UNION ALL
  UNWIND CASE WHEN $n_chunks > 0 THEN [$n_chunks] ELSE [] END AS _
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector LIMIT $asked) SCORE AS score
  WITH chunk, score ORDER BY score DESC LIMIT $n_chunks
  RETURN 'chunk' AS kind, chunk.id AS id, score
UNION ALL
  UNWIND CASE WHEN $n_entities > 0 THEN [1] ELSE [] END AS _
  MATCH (entity:Entity) WHERE entity.vector_stale IS NOT NULL
  RETURN 'stale' AS kind, entity.id AS id, 0.0 AS score LIMIT 1
}
RETURN kind, id, score
ORDER BY kind, score DESC, id
