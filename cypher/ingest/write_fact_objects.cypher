// Direction is meaning: subject -> fact -> object. Rows whose object is a literal say nothing here.
UNWIND $rows AS row
MATCH (f:Fact {id: row.from})
CALL (row) { MATCH (e:Entity {id: row.object}) RETURN e }
MERGE (f)-[:OBJECT]->(e)
