// Chains of causes and effects through the chosen entities ($ids), up to four steps, each step a
// relation whose stored direction is from cause to effect ($forward) or from effect to cause
// ($backward); facts of those types about them; and, only if $n_relations or $n_chunks is not 0,
// the strongest relations and the shortest chunks of the whole graph.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH collect(entity) AS chosen
RETURN COLLECT {
  UNWIND chosen AS entity
  WITH entity, COLLECT {
    MATCH path = (:Entity)((a)-[r:RELATED]-(b) WHERE (r.relation_type IN $forward
        AND startNode(r) = a)
                        OR (r.relation_type IN $backward AND endNode(r) = a)){1,4}(entity)
    WITH path LIMIT $walks
    WITH path, reduce(s = 0.0,
           r IN relationships(path) | s + coalesce(r.weight,
           1.0) / (1 + coalesce(r.weight, 1.0))) AS score
    RETURN {along: nodes(path), steps: relationships(path)}
    ORDER BY score DESC, [n IN nodes(path) | n.id] LIMIT $arms
  } AS before, COLLECT {
    MATCH path = (entity)((a)-[r:RELATED]-(b) WHERE (r.relation_type IN $forward
        AND startNode(r) = a)
                  OR (r.relation_type IN $backward AND endNode(r) = a)){1,4}(:Entity)
    WITH path LIMIT $walks
    WITH path, reduce(s = 0.0,
           r IN relationships(path) | s + coalesce(r.weight,
           1.0) / (1 + coalesce(r.weight, 1.0))) AS score
    RETURN {along: nodes(path), steps: relationships(path)}
    ORDER BY score DESC, [n IN nodes(path) | n.id] LIMIT $arms
  } AS after
  UNWIND before + [{along: [entity], steps: []}] AS i
  UNWIND after + [{along: [entity], steps: []}] AS o
  WITH i, o
  WHERE 1 <= size(i.steps) + size(o.steps) <= 4 AND none(n IN tail(o.along) WHERE n IN i.along)
  WITH DISTINCT i.along + tail(o.along) AS along, i.steps + o.steps AS steps
  WITH along, steps, reduce(s = 0.0,
         r IN steps | s + coalesce(r.weight, 1.0) / (1 + coalesce(r.weight, 1.0))) AS score
  ORDER BY score DESC, [n IN along | n.id] LIMIT $paths
  RETURN {score: score, entities: [n IN along | n.id], steps: [r IN steps | {
    source_id: startNode(r).id, source: startNode(r).name, target_id: endNode(r).id,
    target: endNode(r).name, relation_type: r.relation_type, weight: coalesce(r.weight, 1.0)}]}
} AS paths,
COLLECT {
  UNWIND chosen AS entity
  MATCH (entity)-[:SUBJECT|OBJECT]-(fact:Fact)
  WHERE fact.relation_type IN $forward OR fact.relation_type IN $backward
  WITH fact, count(DISTINCT entity) AS matches
  ORDER BY matches DESC, fact.text, fact.id LIMIT $facts
  RETURN {id: fact.id, text: fact.text, relation_type: fact.relation_type}
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
  MATCH (chunk:Chunk)-[:FROM_SOURCE]->(source:Source)
  WITH chunk, source ORDER BY chunk.n_tokens, chunk.id LIMIT toInteger($n_chunks)
  RETURN {id: chunk.id, text: chunk.text, n_tokens: chunk.n_tokens, start: nullIf(chunk.start, -1),
           end: nullIf(chunk.end, -1),
          uri: source.uri, title: source.title, place: chunk.place}
} AS sources
