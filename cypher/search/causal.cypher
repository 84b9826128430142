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
    MATCH path = (:Entity)((origin)-[relation:RELATED]-(target)
      WHERE (relation.relation_type IN $forward AND startNode(relation) = origin)
         OR (relation.relation_type IN $backward AND endNode(relation) = origin)){1,4}(entity)
    WITH path LIMIT $walks
    WITH path, reduce(sum = 0.0, relation IN relationships(path) |
      sum + coalesce(relation.weight, 1.0) / (1 + coalesce(relation.weight, 1.0))) AS score
    RETURN {along: nodes(path), steps: relationships(path)}
    ORDER BY score DESC, [node IN nodes(path) | node.id] LIMIT $arms
  } AS before, COLLECT {
    MATCH path = (entity)((origin)-[relation:RELATED]-(target)
      WHERE (relation.relation_type IN $forward AND startNode(relation) = origin)
         OR (relation.relation_type IN $backward AND endNode(relation) = origin)){1,4}(:Entity)
    WITH path LIMIT $walks
    WITH path, reduce(sum = 0.0, relation IN relationships(path) |
      sum + coalesce(relation.weight, 1.0) / (1 + coalesce(relation.weight, 1.0))) AS score
    RETURN {along: nodes(path), steps: relationships(path)}
    ORDER BY score DESC, [node IN nodes(path) | node.id] LIMIT $arms
  } AS after
  UNWIND before + [{along: [entity], steps: []}] AS into
  UNWIND after + [{along: [entity], steps: []}] AS out
  WITH into, out
  WHERE 1 <= size(into.steps) + size(out.steps) <= 4
    AND none(node IN tail(out.along) WHERE node IN into.along)
  WITH DISTINCT into.along + tail(out.along) AS along, into.steps + out.steps AS steps
  WITH along, steps, reduce(sum = 0.0, relation IN steps |
    sum + coalesce(relation.weight, 1.0) / (1 + coalesce(relation.weight, 1.0))) AS score
  ORDER BY score DESC, [node IN along | node.id] LIMIT $paths
  RETURN {score: score, entities: [node IN along | node.id], steps: [relation IN steps | {
    source_id: startNode(relation).id, source: startNode(relation).name,
    target_id: endNode(relation).id, target: endNode(relation).name,
    relation_type: relation.relation_type, weight: coalesce(relation.weight, 1.0)}]}
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
  MATCH (origin:Entity)-[relation:RELATED]->(target:Entity)
  WITH origin, relation, target ORDER BY coalesce(relation.weight, 1.0) DESC,
       relation.relation_type, origin.id, target.id
  LIMIT toInteger($n_relations)
  RETURN {source_id: origin.id, target_id: target.id, source: origin.name, target: target.name,
          inside: false, relation_type: relation.relation_type, description: relation.description,
          weight: coalesce(relation.weight, 1.0), evidence: coalesce(relation.evidence, []),
          rank: COUNT { (origin)-[:RELATED]-() } + COUNT { (target)-[:RELATED]-() }}
} AS relations,
COLLECT {
  UNWIND CASE WHEN $n_chunks > 0 THEN [1] ELSE [] END AS _
  MATCH (chunk:Chunk)-[:FROM_SOURCE]->(source:Source)
  WITH chunk, source ORDER BY chunk.n_tokens, chunk.id LIMIT toInteger($n_chunks)
  RETURN {id: chunk.id, text: chunk.text, n_tokens: chunk.n_tokens, start: nullIf(chunk.start, -1),
          end: nullIf(chunk.end, -1), uri: source.uri, title: source.title, place: chunk.place}
} AS sources
