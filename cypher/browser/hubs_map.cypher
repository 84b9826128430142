// How the biggest hubs are related to each other
MATCH (e:Entity)
WITH e ORDER BY COUNT { (e)-[:RELATED]-() } + e.chunk_count DESC LIMIT 50
WITH collect(e) AS hubs
UNWIND hubs AS hub
MATCH p = (hub)-[:RELATED]->(other:Entity)
WHERE other IN hubs
RETURN p
LIMIT 100
