// Chains of causes and effects through the chosen entities ($ids), up to four steps, each step a
// relation whose stored direction is from cause to effect ($forward) or from effect to cause
// ($backward); facts of those types about them; and, only if $n_relations or $n_chunks is not 0,
// the strongest relations and the shortest chunks of the whole graph.
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WITH collect(e) AS chosen
RETURN COLLECT {
  UNWIND chosen AS e
  WITH e, COLLECT {
    MATCH p = (:Entity)((a)-[r:RELATED]-(b) WHERE (r.relation_type IN $forward AND startNode(r) = a)
                        OR (r.relation_type IN $backward AND endNode(r) = a)){1,4}(e)
    WITH p LIMIT $walks
    WITH p, reduce(s = 0.0, r IN relationships(p) | s + coalesce(r.weight, 1.0) / (1 + coalesce(r.weight, 1.0))) AS score
    RETURN {along: nodes(p), steps: relationships(p)}
    ORDER BY score DESC, [n IN nodes(p) | n.id] LIMIT $arms
  } AS before, COLLECT {
    MATCH p = (e)((a)-[r:RELATED]-(b) WHERE (r.relation_type IN $forward AND startNode(r) = a)
                  OR (r.relation_type IN $backward AND endNode(r) = a)){1,4}(:Entity)
    WITH p LIMIT $walks
    WITH p, reduce(s = 0.0, r IN relationships(p) | s + coalesce(r.weight, 1.0) / (1 + coalesce(r.weight, 1.0))) AS score
    RETURN {along: nodes(p), steps: relationships(p)}
    ORDER BY score DESC, [n IN nodes(p) | n.id] LIMIT $arms
  } AS after
  UNWIND before + [{along: [e], steps: []}] AS i
  UNWIND after + [{along: [e], steps: []}] AS o
  WITH i, o
  WHERE 1 <= size(i.steps) + size(o.steps) <= 4 AND none(n IN tail(o.along) WHERE n IN i.along)
  WITH DISTINCT i.along + tail(o.along) AS along, i.steps + o.steps AS steps
  WITH along, steps, reduce(s = 0.0, r IN steps | s + coalesce(r.weight, 1.0) / (1 + coalesce(r.weight, 1.0))) AS score
  ORDER BY score DESC, [n IN along | n.id] LIMIT $paths
  RETURN {score: score, entities: [n IN along | n.id], steps: [r IN steps | {
    source_id: startNode(r).id, source: startNode(r).name, target_id: endNode(r).id,
    target: endNode(r).name, relation_type: r.relation_type, weight: coalesce(r.weight, 1.0)}]}
} AS paths,
COLLECT {
  UNWIND chosen AS e
  MATCH (e)-[:SUBJECT|OBJECT]-(f:Fact)
  WHERE f.relation_type IN $forward OR f.relation_type IN $backward
  WITH f, count(DISTINCT e) AS matches
  ORDER BY matches DESC, f.text, f.id LIMIT $facts
  RETURN {id: f.id, text: f.text, relation_type: f.relation_type}
} AS facts,
COLLECT {
  UNWIND CASE WHEN $n_relations > 0 THEN [1] ELSE [] END AS _
  MATCH (a:Entity)-[r:RELATED]->(b:Entity)
  WITH a, r, b ORDER BY coalesce(r.weight, 1.0) DESC, r.relation_type, a.id, b.id
  LIMIT toInteger($n_relations)
  RETURN {source_id: a.id, target_id: b.id, source: a.name, target: b.name, inside: false,
          relation_type: r.relation_type, description: r.description,
          weight: coalesce(r.weight, 1.0), evidence: coalesce(r.evidence, []),
          rank: COUNT { (a)-[:RELATED]-() } + COUNT { (b)-[:RELATED]-() }}
} AS relations,
COLLECT {
  UNWIND CASE WHEN $n_chunks > 0 THEN [1] ELSE [] END AS _
  MATCH (c:Chunk)-[:FROM_SOURCE]->(d:Source)
  WITH c, d ORDER BY c.n_tokens, c.id LIMIT toInteger($n_chunks)
  RETURN {id: c.id, text: c.text, n_tokens: c.n_tokens, start: nullIf(c.start, -1), end: nullIf(c.end, -1),
          uri: d.uri, title: d.title, place: c.place}
} AS sources
