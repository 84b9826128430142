// Direction is meaning: subject -> fact -> object.
UNWIND $rows AS row
MATCH (f:Fact {id: row.from})
CALL (row) { MATCH (e:Entity {id: row.to}) RETURN e }
MERGE (f)-[:OBJECT]->(e)
