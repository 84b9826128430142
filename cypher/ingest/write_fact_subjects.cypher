// Direction is meaning: subject -> fact -> object. Rows without a subject say nothing here.
UNWIND $rows AS row
MATCH (fact:Fact {id: row.from})
CALL (row) { MATCH (entity:Entity {id: row.subject}) RETURN entity }
MERGE (entity)-[:SUBJECT]->(fact)
