// One step through the graph, in two ways; each answers with chunks and weights.
// hops: from the best chunks ($seeds, with weights) and from those about a $keywords entity,
//   statements that answer the question best lead to the entities they mention, and those to
//   the chunks about or mentioning them. Ways that weigh less than $least end there.
// ppr: from entities named in the question ($named, $keywords) and in the statements nearest
//   to it ($near, with weights), shares spread over all chunks that an entity reaches.
// about: the chunks about a $keywords entity.
// $hub, $ppr_hub: document frequency above which an entity says too little.
// An entity may be given by the id of one that was merged into it.
MATCH (any:Chunk)
WITH count(any) AS n
WITH n, COLLECT {
  UNWIND $named AS id
  OPTIONAL MATCH (:Alias {id: id})-[:MERGED_INTO]->(entity:Entity)
  RETURN coalesce(entity.id, id)
} AS named, COLLECT {
  UNWIND $keywords AS id
  OPTIONAL MATCH (:Alias {id: id})-[:MERGED_INTO]->(entity:Entity)
  RETURN coalesce(entity.id, id)
} AS keywords
CALL (n, named, keywords) {
  CALL (n, keywords) {
    UNWIND $seeds AS seed
    MATCH (chunk:Chunk {id: seed.id})
    RETURN chunk, seed.weight AS start
  UNION ALL
    UNWIND keywords AS id
    MATCH (:Entity {id: id})<-[:ABOUT]-(chunk:Chunk)
    WHERE EXISTS { (chunk)-[:FROM_SOURCE]->(source:Source) WHERE true /* filter */ }
    RETURN chunk, 1.0 AS start
  }
  WITH n, named, keywords, chunk, max(start) AS start
  MATCH (chunk)<-[:MENTIONED_IN]-(statement:Statement)
  WITH n, named, keywords, chunk, start, statement,
       vector.similarity.cosine(statement.embedding, $vector) AS near
  WITH n, named, keywords, chunk, start, max(near) AS best,
       collect({statement: statement, near: near}) AS near_ones
  UNWIND near_ones AS one
  WITH n, named, keywords, chunk, one.statement AS statement,
       start * exp((one.near - best) / $statement_decay) AS weight
  WHERE weight >= $least
  MATCH (statement)-[:MENTIONS]->(entity:Entity)
  WHERE entity.chunk_count <= $hub AND NOT entity.id IN named AND NOT entity.id IN keywords
    AND NOT EXISTS { (chunk)-[:ABOUT]->(entity) }
  WITH chunk, entity, max(weight) AS weight,
       log((n + 1) / (entity.chunk_count + 0.5)) / $full_idf AS specific
  WITH chunk, entity, weight * CASE WHEN specific < 1 THEN specific ELSE 1.0 END AS weight
  WHERE weight >= $least
  WITH entity, collect({chunk: chunk, weight: weight}) AS from
  CALL (entity) {
    MATCH (entity)<-[:ABOUT]-(step:Chunk)-[:FROM_SOURCE]->(source:Source)
    WHERE true /* filter */
    WITH collect(step) AS about, count(DISTINCT source) AS n_sources
    UNWIND about AS step
    RETURN step, vector.similarity.cosine(step.embedding, $vector) AS near,
           $about_weight / n_sources AS kind
  UNION ALL
    MATCH (entity)<-[:MENTIONS]-(statement:Statement)-[:MENTIONED_IN]->(step:Chunk)
    WHERE EXISTS { (step)-[:FROM_SOURCE]->(source:Source) WHERE true /* filter */ }
    RETURN step, max(vector.similarity.cosine(statement.embedding, $vector)) AS near,
           $mention_weight * entity.chunk_count ^ -0.3 AS kind
  }
  UNWIND from AS one
  WITH one, entity, step, near, kind
  WHERE one.chunk <> step
  WITH step, entity, one.chunk AS origin,
       kind * one.weight * exp((near - $best_near) / $target_decay) AS weight
  ORDER BY weight DESC
  WITH step, collect({entity: entity.name, from: origin.title})[0] AS via, max(weight) AS weight
  MATCH (step)-[:FROM_SOURCE]->(source:Source)
  RETURN collect({
    chunk: step.id, source: source.id, entity: via.entity, from: via.from, weight: weight
  }) AS hops
}
CALL (n, named, keywords) {
  CALL (named, keywords) {
    UNWIND named + keywords AS id
    MATCH (entity:Entity {id: id})
    RETURN entity, 1.0 AS value
  UNION ALL
    UNWIND $near AS one
    MATCH (:Statement {id: one.id})-[:MENTIONS]->(entity:Entity)
    RETURN entity, 0.5 * one.weight / sqrt(entity.chunk_count) AS value
  }
  WITH n, entity, value
  WHERE 0 < entity.chunk_count <= $ppr_hub
  WITH entity, max(value) AS value,
       log((n + 1) / (entity.chunk_count + 0.5)) / $ppr_full_idf AS specific
  WITH entity, value * CASE WHEN specific < 1 THEN specific ELSE 1.0 END AS value
  CALL (entity) {
    MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(step:Chunk)
    RETURN step, 1.0 AS share
  UNION ALL
    MATCH (entity)<-[:ABOUT]-(step:Chunk)
    RETURN step, 3.0 AS share
  }
  WITH entity, value, step, max(share) AS share
  WITH entity, value, collect({chunk: step, share: share}) AS reached, sum(share) AS shares
  UNWIND reached AS one
  WITH one.chunk AS step, sum(value * one.share / shares) AS weight,
       collect(entity.name)[0] AS entity
  MATCH (step)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN collect({chunk: step.id, source: source.id, entity: entity, weight: weight}) AS ppr
}
RETURN hops, ppr, COLLECT {
  UNWIND $keywords AS id
  CALL (id) {
    MATCH (entity:Entity {id: id}) RETURN entity
    /* clause: or_merged */
  }
  WITH entity, head(collect(id)) AS id
  WHERE NOT entity.id IN named
  MATCH (entity)<-[:ABOUT]-(chunk:Chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  WITH entity, id, collect({chunk: chunk, source: source}) AS about,
       count(DISTINCT source) AS n_sources
  UNWIND about AS one
  RETURN {chunk: one.chunk.id, source: one.source.id, via: id, score: 1.0 / n_sources,
           chunk_count: coalesce(entity.chunk_count, 0)}
} AS about
