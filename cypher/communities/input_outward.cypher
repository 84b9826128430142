// Per community at most $limit relations between a member and an entity outside, in stored
// direction, the strongest first.
UNWIND $ids AS id
MATCH (community:Community {id: id})
CALL (community) {
  MATCH (community)<-[:IN_COMMUNITY]-(entity:Entity)-[relation:RELATED]-(other:Entity)
  WHERE NOT EXISTS { (other)-[:IN_COMMUNITY]->(community) }
  WITH relation, startNode(relation) AS origin, endNode(relation) AS target
  RETURN relation, origin, target
  ORDER BY coalesce(relation.weight, 1.0) DESC, origin.name, target.name, relation.relation_type,
           origin.id, target.id
  LIMIT $limit
}
RETURN community.id AS community, origin.id AS source, target.id AS target,
       origin.name AS source_name, target.name AS target_name, relation.relation_type AS type,
       relation.description AS description, coalesce(relation.weight, 1.0) AS weight,
       coalesce(relation.evidence[..3], []) AS evidence
ORDER BY community, weight DESC, source_name, target_name, type, source, target
