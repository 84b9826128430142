// (:Community)-[:CHILD_OF]->(:Community) as it was exported.
UNWIND $rows AS row
MATCH (a:Community {id: row.from})
CALL (row) { MATCH (b:Community {id: row.to}) RETURN b }
MERGE (a)-[r:CHILD_OF]->(b)
SET r = row.properties
