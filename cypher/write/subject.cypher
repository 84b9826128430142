// Direction is meaning: subject -> fact -> object.
UNWIND $rows AS row
MATCH (e:Entity {id: row.from})
CALL (row) { MATCH (f:Fact {id: row.to}) RETURN f }
MERGE (e)-[:SUBJECT]->(f)
