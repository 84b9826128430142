// Per community at most $limit relations between a member and an entity outside, in stored
// direction, the strongest first.
UNWIND $ids AS id
MATCH (c:Community {id: id})
CALL (c) {
  MATCH (c)<-[:IN_COMMUNITY]-(e:Entity)-[r:RELATED]-(o:Entity)
  WHERE NOT EXISTS { (o)-[:IN_COMMUNITY]->(c) }
  WITH r, startNode(r) AS a, endNode(r) AS b
  RETURN r, a, b
  ORDER BY coalesce(r.weight, 1.0) DESC, a.name, b.name, r.relation_type, a.id, b.id
  LIMIT $limit
}
RETURN c.id AS community, a.id AS source, b.id AS target, a.name AS source_name,
       b.name AS target_name, r.relation_type AS type, r.description AS description,
       coalesce(r.weight, 1.0) AS weight, coalesce(r.evidence[..3], []) AS evidence
ORDER BY community, weight DESC, source_name, target_name, type, source, target
