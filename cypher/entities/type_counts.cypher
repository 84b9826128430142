// The $limit most frequent types of entities, and of the relations that leave them, among entities
// whose ids begin with $prefix. Ids are hashes: a prefix of one digit leaves a sixteenth of all.
CALL () {
  MATCH (entity:Entity) USING INDEX SEEK entity:Entity(id)
  WHERE entity.id STARTS WITH $prefix
  WITH entity.type AS type, count(*) AS n ORDER BY n DESC, type LIMIT $limit
  RETURN 'entity' AS kind, type, n
  UNION ALL
  MATCH (entity:Entity) USING INDEX SEEK entity:Entity(id)
  WHERE entity.id STARTS WITH $prefix
  WITH entity
  MATCH (entity)-[relation:RELATED]->(:Entity)
  WITH relation.relation_type AS type, count(*) AS n ORDER BY n DESC, type LIMIT $limit
  RETURN 'relation' AS kind, type, n
}
RETURN kind, type, n
