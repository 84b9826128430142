// The biggest hubs: entities with the most relations and the most chunks that mention them
MATCH (entity:Entity)
WITH entity, COUNT { (entity)-[:RELATED]->() } AS leaving,
     COUNT { (entity)<-[:RELATED]-() } AS arriving
RETURN entity.name AS entity, entity.type AS type, leaving, arriving, entity.chunk_count AS chunks
ORDER BY leaving + arriving + chunks DESC, entity
LIMIT 25
