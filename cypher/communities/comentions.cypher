// How many statements mention two entities together; a pair has no direction, so each comes once.
MATCH (a:Entity)<-[:MENTIONS]-(s:Statement)-[:MENTIONS]->(b:Entity)
WHERE a.id < b.id
RETURN a.id AS a, b.id AS b, count(DISTINCT s) AS statements
