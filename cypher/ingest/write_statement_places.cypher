// Where a statement stands: chunk, and the characters of its sentence within the source's text.
UNWIND $rows AS row
MATCH (statement:Statement {id: row.from})
CALL (row) { MATCH (chunk:Chunk {id: row.to}) RETURN chunk }
MERGE (statement)-[mention:MENTIONED_IN]->(chunk)
SET mention.start = row.start, mention.end = row.end, mention.place = row.place
