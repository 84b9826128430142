// In how many statements each entity is mentioned together with others. A pair mentioned together
// has no direction, so it comes once, with the entity whose id comes first.
MATCH (one:Entity)<-[:MENTIONS]-(statement:Statement)-[:MENTIONS]->(other:Entity)
WHERE one.id < other.id
WITH one, other.id AS other, count(DISTINCT statement) AS statements
RETURN one.id AS id, collect(other) AS others, collect(statements) AS weights
