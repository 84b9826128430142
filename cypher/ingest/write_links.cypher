// Relationships that say nothing more: reading order, and where something stands. The order of
// chunks is the example.
UNWIND $rows AS row
MATCH (start:Chunk /* start */ {id: row.from})
CALL (row) { MATCH (end:Chunk /* end */ {id: row.to}) RETURN end }
MERGE (start)-[:NEXT /* type */]->(end)
