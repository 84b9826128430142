// Who and what an entity is related to: typed edges in their direction; and who is named with it
// Put a name, or a part of it, between the quotes; empty: the entity with the most relations.
WITH '' AS name
MATCH (entity:Entity)
WHERE toLower(entity.name) CONTAINS toLower(name)
WITH entity ORDER BY toLower(entity.name) = toLower(name) DESC,
     COUNT { (entity)-[:RELATED]-() } DESC, entity.chunk_count DESC
LIMIT 1
CALL (entity) {
  MATCH path = (entity)-[relation:RELATED]-(:Entity) RETURN path ORDER BY relation.weight DESC LIMIT 40
  UNION MATCH path = (entity)-[:CO_OCCURS_WITH]->(:Entity) RETURN path
}
RETURN path
