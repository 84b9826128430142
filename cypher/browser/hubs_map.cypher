// How the biggest hubs are related to each other
MATCH (e:Entity)
WITH e ORDER BY COUNT { (e)-[:RELATED]-() } DESC LIMIT 30
WITH collect(e) AS hubs
UNWIND hubs AS hub
MATCH p = (hub)-[:RELATED]->(other:Entity)
WHERE other IN hubs
RETURN p
LIMIT 100
