// The $limit most frequent types of entities, and of the relations between them.
CALL () {
  MATCH (entity:Entity)
  WITH entity.type AS type, count(*) AS n ORDER BY n DESC, type LIMIT $limit
  RETURN 'entity' AS kind, type, n
  UNION ALL
  MATCH (:Entity)-[relation:RELATED]->(:Entity)
  WITH relation.relation_type AS type, count(*) AS n ORDER BY n DESC, type LIMIT $limit
  RETURN 'relation' AS kind, type, n
}
RETURN kind, type, n
