// Evidence of an entity: under which name, type and description a statement mentions it.
UNWIND $rows AS row
MATCH (s:Statement {id: row.from})
CALL (row) { MATCH (e:Entity {id: row.to}) RETURN e }
MERGE (s)-[m:MENTIONS]->(e)
SET m.name = row.name, m.type = row.type, m.description = row.description, m.alias = row.alias
