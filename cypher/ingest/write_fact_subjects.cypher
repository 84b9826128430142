// Direction is meaning: subject -> fact -> object. Rows without a subject say nothing here.
UNWIND $rows AS row
MATCH (f:Fact {id: row.from})
CALL (row) { MATCH (e:Entity {id: row.subject}) RETURN e }
MERGE (e)-[:SUBJECT]->(f)
