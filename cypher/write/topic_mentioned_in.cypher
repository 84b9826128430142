// The chunks that a topic runs through.
UNWIND $rows AS row
MATCH (t:Topic {id: row.from})
CALL (row) { MATCH (c:Chunk {id: row.to}) RETURN c }
MERGE (t)-[:MENTIONED_IN]->(c)
