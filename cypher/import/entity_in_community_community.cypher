// (:Entity)-[:IN_COMMUNITY]->(:Community) as it was exported.
UNWIND $rows AS row
MATCH (a:Entity {id: row.from})
CALL (row) { MATCH (b:Community {id: row.to}) RETURN b }
MERGE (a)-[r:IN_COMMUNITY]->(b)
SET r = row.properties
