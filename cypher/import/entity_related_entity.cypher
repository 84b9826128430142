// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// (:Entity)-[:RELATED]->(:Entity) as it was exported. One edge per relation type, in its direction.
UNWIND $rows AS row
MATCH (a:Entity {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
MERGE (a)-[r:RELATED {relation_type: row.properties.relation_type}]->(b)
SET r = row.properties
