// Order of statements within a topic.
UNWIND $rows AS row
MATCH (a:Statement {id: row.from})
CALL (row) { MATCH (b:Statement {id: row.to}) RETURN b }
MERGE (a)-[:NEXT]->(b)
