// The biggest hubs: entities with the most relations and the most chunks that mention them
MATCH (e:Entity)
WITH e, COUNT { (e)-[:RELATED]->() } AS leaving, COUNT { (e)<-[:RELATED]-() } AS arriving
RETURN e.name AS entity, e.type AS type, leaving, arriving, e.chunk_count AS chunks
ORDER BY leaving + arriving + chunks DESC, entity
LIMIT 25
