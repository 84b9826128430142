// How strongly each entity is related to others, per stored direction: all relation types together.
MATCH (subject:Entity)-[relation:RELATED]->(object:Entity)
WITH subject, id(object) AS other,
     sum(CASE WHEN relation.weight IS NULL THEN 1.0 WHEN relation.weight > 0 THEN relation.weight ELSE 0.0 END) AS weight
RETURN id(subject) AS node, collect(other) AS others, collect(weight) AS weights
