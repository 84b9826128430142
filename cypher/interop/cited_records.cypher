// What reports of an imported index cite, by the ids it has here: entities ($entities: ids),
// relations ($relations: key, ids of the ends, type), claims and chunks (their ids there), each
// with statements that say so.
CALL () {
  UNWIND $entities AS key
  MATCH (entity:Entity {id: key})
  RETURN 'entity' AS kind, key, entity.id AS id,
         COLLECT { MATCH (entity)<-[:MENTIONS]-(statement:Statement) RETURN statement.id
           ORDER BY statement.id LIMIT 1 } AS evidence
UNION ALL
  UNWIND $relations AS row
  MATCH (subject:Entity {id: row.from})-[relation:RELATED {relation_type: row.type}]->(object:Entity {id: row.to})
  RETURN 'relation' AS kind, row.key AS key,
         subject.id + ' ' + relation.relation_type + ' ' + object.id AS id,
         coalesce(relation.evidence[..2], []) AS evidence
UNION ALL
  MATCH (record:Claim)
  WHERE record.original_id IN $claims
  RETURN 'claim' AS kind, record.original_id AS key, record.id AS id, [] AS evidence
UNION ALL
  MATCH (record:Chunk)
  WHERE record.original_id IN $chunks
  RETURN 'source' AS kind, record.original_id AS key, record.id AS id, [] AS evidence
}
RETURN kind, key, id, evidence
ORDER BY kind, key, id
