// One step through the graph, in two ways; each answers with chunks and weights.
// hops: from the best chunks ($seeds, with weights), statements that answer the question best
//   lead to the entities they mention, and those to the chunks about or mentioning them.
// pushes: from entities named in the question ($named) and in the statements nearest to it
//   ($near, with weights), shares spread over all chunks that an entity reaches.
// $hub, $push_hub: document frequency above which an entity says too little.
MATCH (x:Chunk)
WITH count(x) AS n
CALL (n) {
  UNWIND $seeds AS seed
  MATCH (c:Chunk {id: seed.id})<-[:MENTIONED_IN]-(s:Statement)
  WITH n, seed, c, s, vector.similarity.cosine(s.embedding, $vector) AS near
  WITH n, seed, c, collect({statement: s, near: near}) AS near_ones, max(near) AS best
  UNWIND near_ones AS one
  WITH n, c, one.statement AS s, seed.weight * exp((one.near - best) / $statement_decay) AS weight
  MATCH (s)-[:MENTIONS]->(e:Entity)
  WHERE e.df <= $hub AND NOT e.id IN $named AND NOT EXISTS { (c)-[:ABOUT]->(e) }
  WITH c, e, max(weight) AS weight, log((n + 1) / (e.df + 0.5)) / $full_idf AS specific
  WITH e, collect({chunk: c, weight: weight * CASE WHEN specific < 1 THEN specific ELSE 1.0 END})
       AS from
  CALL (e) {
    MATCH (e)<-[:ABOUT]-(t:Chunk)
    RETURN t, vector.similarity.cosine(t.embedding, $vector) AS near, $about_weight AS kind
  UNION ALL
    MATCH (e)<-[:MENTIONS]-(s:Statement)-[:MENTIONED_IN]->(t:Chunk)
    RETURN t, max(vector.similarity.cosine(s.embedding, $vector)) AS near,
           $mention_weight * e.df ^ -0.3 AS kind
  }
  UNWIND from AS f
  WITH f, e, t, near, kind
  WHERE f.chunk <> t
  WITH t, e, kind * f.weight * exp((near - $best_near) / $target_decay) AS weight
  ORDER BY weight DESC
  WITH t, collect(e.name)[0] AS via, max(weight) AS weight
  RETURN collect({chunk: t.id, via: via, weight: weight}) AS hops
}
CALL (n) {
  CALL (n) {
    UNWIND $named AS id
    MATCH (e:Entity {id: id})
    RETURN e, 1.0 AS value
  UNION ALL
    UNWIND $near AS one
    MATCH (:Statement {id: one.id})-[:MENTIONS]->(e:Entity)
    RETURN e, 0.5 * one.weight / sqrt(e.df) AS value
  }
  WITH n, e, value
  WHERE 0 < e.df <= $push_hub
  WITH e, max(value) AS value, log((n + 1) / (e.df + 0.5)) / $push_full_idf AS specific
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
  WITH r.chunk AS t, sum(value * r.share / shares) AS weight, collect(e.name)[0] AS via
  RETURN collect({chunk: t.id, via: via, weight: weight}) AS pushes
}
RETURN hops, pushes
