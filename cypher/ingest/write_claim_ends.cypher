// The entity that is subject or object (role) of a claim, and under which name the claim calls it.
UNWIND $rows AS row
MATCH (claim:Claim {id: row.from})
CALL (row) { MATCH (entity:Entity {id: row.to}) RETURN entity }
MERGE (claim)-[c:CONCERNS {role: row.role}]->(entity)
SET c.name = row.name, c.type = row.type, c.description = row.description
