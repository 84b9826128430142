// The entity that is the subject of a claim, and under which name the claim calls it.
UNWIND $rows AS row
MATCH (x:Claim {id: row.from})
CALL (row) { MATCH (e:Entity {id: row.to}) RETURN e }
MERGE (x)-[r:CONCERNS {role: 'subject'}]->(e)
SET r.name = row.name, r.type = row.type, r.description = row.description
