// One step through the graph from the best chunks: statements that answer the question best
// lead to the entities they mention, and those to the chunks about them or mentioning them.
// $seeds: chunks with a weight; $skip: entities named in the question; $hub: the document
// frequency above which an entity says too little; $n: number of chunks in the graph.
UNWIND $seeds AS seed
MATCH (c:Chunk {id: seed.id})<-[:MENTIONED_IN]-(s:Statement)
WITH seed, c, s, vector.similarity.cosine(s.embedding, $vector) AS near
WITH seed, c, collect({statement: s, near: near}) AS near_ones, max(near) AS best
UNWIND near_ones AS one
WITH c, one.statement AS s, seed.weight * exp((one.near - best) / $statement_decay) AS weight
MATCH (s)-[:MENTIONS]->(e:Entity)
WHERE e.df <= $hub AND NOT e.id IN $skip AND NOT EXISTS { (c)-[:ABOUT]->(e) }
WITH c, e, max(weight) AS weight, log(($n + 1) / (e.df + 0.5)) AS idf
WITH e, collect({chunk: c, weight: weight * CASE WHEN idf < 3 THEN idf / 3 ELSE 1.0 END}) AS from
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
WITH t, collect(e.id)[0] AS via, max(weight) AS weight
RETURN collect({chunk: t.id, via: via, weight: weight}) AS hits
