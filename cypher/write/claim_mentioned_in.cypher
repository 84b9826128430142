// The chunks that make a claim.
UNWIND $rows AS row
MATCH (x:Claim {id: row.from})
CALL (row) { MATCH (c:Chunk {id: row.to}) RETURN c }
MERGE (x)-[:MENTIONED_IN]->(c)
