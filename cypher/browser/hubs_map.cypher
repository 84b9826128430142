// How the biggest hubs are related to each other
MATCH (entity:Entity)
WITH entity ORDER BY COUNT { (entity)-[:RELATED]-() } + entity.chunk_count DESC LIMIT 50
WITH collect(entity) AS hubs
UNWIND hubs AS hub
MATCH path = (hub)-[:RELATED]->(other:Entity)
WHERE other IN hubs
RETURN path
LIMIT 100
