// How strongly each entity is related to others, per stored direction: all relation types together.
MATCH (a:Entity)-[r:RELATED]->(b:Entity)
WITH a, b.id AS other,
     sum(CASE WHEN r.weight IS NULL THEN 1.0 WHEN r.weight > 0 THEN r.weight ELSE 0.0 END) AS weight
RETURN a.id AS id, collect(other) AS others, collect(weight) AS weights
