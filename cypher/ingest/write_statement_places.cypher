// Where a statement stands: chunk, and the characters of its sentence within the source's text.
UNWIND $rows AS row
MATCH (s:Statement {id: row.from})
CALL (row) { MATCH (c:Chunk {id: row.to}) RETURN c }
MERGE (s)-[m:MENTIONED_IN]->(c)
SET m.start = row.start, m.end = row.end, m.place = row.place
