// The statements that a fact was read from.
UNWIND $rows AS row
MATCH (f:Fact {id: row.from})
CALL (row) { MATCH (s:Statement {id: row.to}) RETURN s }
MERGE (f)-[:SUPPORTS]->(s)
