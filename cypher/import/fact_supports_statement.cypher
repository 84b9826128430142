// (:Fact)-[:SUPPORTS]->(:Statement) as it was exported.
UNWIND $rows AS row
MATCH (a:Fact {id: row.from})
CALL (row) { MATCH (b:Statement {id: row.to}) RETURN b }
MERGE (a)-[r:SUPPORTS]->(b)
SET r = row.properties
