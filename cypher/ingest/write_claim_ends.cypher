// The entity that is subject or object (role) of a claim, and under which name the claim calls it.
UNWIND $rows AS row
MATCH (claim:Claim {id: row.from})
CALL (row) { MATCH (entity:Entity {id: row.to}) RETURN entity }
MERGE (claim)-[concern:CONCERNS {role: row.role}]->(entity)
SET concern.name = row.name, concern.type = row.type, concern.description = row.description
