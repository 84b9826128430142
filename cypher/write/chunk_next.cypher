// Reading order of chunks within a source.
UNWIND $rows AS row
MATCH (a:Chunk {id: row.from})
CALL (row) { MATCH (b:Chunk {id: row.to}) RETURN b }
MERGE (a)-[:NEXT]->(b)
