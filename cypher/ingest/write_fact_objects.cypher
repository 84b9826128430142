// Direction is meaning: subject -> fact -> object. Rows whose object is a literal say nothing here.
UNWIND $rows AS row
MATCH (fact:Fact {id: row.from})
CALL (row) { MATCH (entity:Entity {id: row.object}) RETURN entity }
MERGE (fact)-[:OBJECT]->(entity)
