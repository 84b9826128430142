// Evidence of an entity that another engine listed for a chunk, but names in no statement: it
// hangs on that engine's topic, and goes with it.
UNWIND $rows AS row
MATCH (t:Topic {id: row.from})
CALL (row) { MATCH (e:Entity {id: row.to}) RETURN e }
MERGE (t)-[m:MENTIONS]->(e)
SET m.name = row.name, m.type = row.type, m.description = row.description, m.alias = row.alias
