// One step through the graph, in two ways; each answers with chunks and weights.
// hops: from the best chunks ($seeds, with weights) and from those about a $keywords entity,
//   statements that answer the question best lead to the entities they mention, and those to
//   the chunks about or mentioning them. Ways that weigh less than $least end there.
// ppr: from entities named in the question ($named, $keywords) and in the statements nearest
//   to it ($near, with weights), shares spread over all chunks that an entity reaches.
// about: the chunks about a $keywords entity.
// $hub, $ppr_hub: document frequency above which an entity says too little.
// An entity may be given by the id of one that was merged into it.
MATCH (x:Chunk)
WITH count(x) AS n
WITH n, COLLECT {
  UNWIND $named AS id
  OPTIONAL MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity)
  RETURN coalesce(e.id, id)
} AS named, COLLECT {
  UNWIND $keywords AS id
  OPTIONAL MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity)
  RETURN coalesce(e.id, id)
} AS keywords
CALL (n, named, keywords) {
  CALL (n, keywords) {
    UNWIND $seeds AS seed
    MATCH (c:Chunk {id: seed.id})
    RETURN c, seed.weight AS start
  UNION ALL
    UNWIND keywords AS id
    MATCH (:Entity {id: id})<-[:ABOUT]-(c:Chunk)
    WHERE EXISTS { (c)-[:FROM_SOURCE]->(source:Source) WHERE true /* filter */ }
    RETURN c, 1.0 AS start
  }
  WITH n, named, keywords, c, max(start) AS start
  MATCH (c)<-[:MENTIONED_IN]-(s:Statement)
  WITH n, named, keywords, c, start, s, vector.similarity.cosine(s.embedding, $vector) AS near
  WITH n, named, keywords, c, start, max(near) AS best,
       collect({statement: s, near: near}) AS near_ones
  UNWIND near_ones AS one
  WITH n, named, keywords, c, one.statement AS s,
       start * exp((one.near - best) / $statement_decay) AS weight
  WHERE weight >= $least
  MATCH (s)-[:MENTIONS]->(e:Entity)
  WHERE e.chunk_count <= $hub AND NOT e.id IN named AND NOT e.id IN keywords
    AND NOT EXISTS { (c)-[:ABOUT]->(e) }
  WITH c, e, max(weight) AS weight, log((n + 1) / (e.chunk_count + 0.5)) / $full_idf AS specific
  WITH c, e, weight * CASE WHEN specific < 1 THEN specific ELSE 1.0 END AS weight
  WHERE weight >= $least
  WITH e, collect({chunk: c, weight: weight}) AS from
  CALL (e) {
    MATCH (e)<-[:ABOUT]-(t:Chunk)-[:FROM_SOURCE]->(source:Source)
    WHERE true /* filter */
    WITH collect(t) AS about, count(DISTINCT source) AS n_sources
    UNWIND about AS t
    RETURN t, vector.similarity.cosine(t.embedding, $vector) AS near,
           $about_weight / n_sources AS kind
  UNION ALL
    MATCH (e)<-[:MENTIONS]-(s:Statement)-[:MENTIONED_IN]->(t:Chunk)
    WHERE EXISTS { (t)-[:FROM_SOURCE]->(source:Source) WHERE true /* filter */ }
    RETURN t, max(vector.similarity.cosine(s.embedding, $vector)) AS near,
           $mention_weight * e.chunk_count ^ -0.3 AS kind
  }
  UNWIND from AS f
  WITH f, e, t, near, kind
  WHERE f.chunk <> t
  WITH t, e, f.chunk AS origin, kind * f.weight * exp((near - $best_near) / $target_decay) AS weight
  ORDER BY weight DESC
  WITH t, collect({entity: e.name, from: origin.title})[0] AS via, max(weight) AS weight
  MATCH (t)-[:FROM_SOURCE]->(source:Source)
  RETURN collect({
    chunk: t.id, source: source.id, entity: via.entity, from: via.from, weight: weight
  }) AS hops
}
CALL (n, named, keywords) {
  CALL (named, keywords) {
    UNWIND named + keywords AS id
    MATCH (e:Entity {id: id})
    RETURN e, 1.0 AS value
  UNION ALL
    UNWIND $near AS one
    MATCH (:Statement {id: one.id})-[:MENTIONS]->(e:Entity)
    RETURN e, 0.5 * one.weight / sqrt(e.chunk_count) AS value
  }
  WITH n, e, value
  WHERE 0 < e.chunk_count <= $ppr_hub
  WITH e, max(value) AS value, log((n + 1) / (e.chunk_count + 0.5)) / $ppr_full_idf AS specific
  WITH e, value * CASE WHEN specific < 1 THEN specific ELSE 1.0 END AS value
  CALL (e) {
    MATCH (e)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(t:Chunk)
    RETURN t, 1.0 AS share
  UNION ALL
    MATCH (e)<-[:ABOUT]-(t:Chunk)
    RETURN t, 3.0 AS share
  }
  WITH e, value, t, max(share) AS share
  WITH e, value, collect({chunk: t, share: share}) AS reached, sum(share) AS shares
  UNWIND reached AS r
  WITH r.chunk AS t, sum(value * r.share / shares) AS weight, collect(e.name)[0] AS entity
  MATCH (t)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN collect({chunk: t.id, source: source.id, entity: entity, weight: weight}) AS ppr
}
RETURN hops, ppr, COLLECT {
  UNWIND $keywords AS id
  CALL (id) {
    MATCH (e:Entity {id: id}) RETURN e
    UNION ALL MATCH (:Alias {id: id})-[:MERGED_INTO]->(e:Entity) RETURN e
  }
  WITH e, head(collect(id)) AS id
  WHERE NOT e.id IN named
  MATCH (e)<-[:ABOUT]-(c:Chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  WITH e, id, collect({chunk: c, source: source}) AS about, count(DISTINCT source) AS n_sources
  UNWIND about AS one
  RETURN {chunk: one.chunk.id, source: one.source.id, via: id, score: 1.0 / n_sources, chunk_count: coalesce(e.chunk_count, 0)}
} AS about
