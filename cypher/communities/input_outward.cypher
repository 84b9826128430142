// Per community at most $limit relations between a member and an entity outside, in stored
// direction, the strongest first.
UNWIND $ids AS id
MATCH (community:Community {id: id})
CALL (community) {
  MATCH (community)<-[:IN_COMMUNITY]-(entity:Entity)-[relation:RELATED]-(other:Entity)
  WHERE NOT EXISTS { (other)-[:IN_COMMUNITY]->(community) }
  WITH relation, startNode(relation) AS a, endNode(relation) AS b
  RETURN relation, a, b
  ORDER BY coalesce(relation.weight, 1.0) DESC, a.name, b.name, relation.relation_type, a.id, b.id
  LIMIT $limit
}
RETURN community.id AS community, a.id AS source, b.id AS target, a.name AS source_name,
       b.name AS target_name, relation.relation_type AS type, relation.description AS description,
       coalesce(relation.weight, 1.0) AS weight, coalesce(relation.evidence[..3], []) AS evidence
ORDER BY community, weight DESC, source_name, target_name, type, source, target
