// (:Fact)-[:OBJECT]->(:Entity) as it was exported.
UNWIND $rows AS row
MATCH (a:Fact {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
MERGE (a)-[r:OBJECT]->(b)
SET r = row.properties
