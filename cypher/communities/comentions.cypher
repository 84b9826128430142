// In how many statements each entity is mentioned together with others. A pair mentioned together
// has no direction, so it comes once, with the entity whose id comes first.
MATCH (a:Entity)<-[:MENTIONS]-(s:Statement)-[:MENTIONS]->(b:Entity)
WHERE a.id < b.id
WITH a, b.id AS other, count(DISTINCT s) AS statements
RETURN a.id AS id, collect(other) AS others, collect(statements) AS weights
