// Topics: one name within one source, and one of the chunks each runs through. origin is
// 'handover' for what another engine said beside our own extraction.
UNWIND $rows AS row
MATCH (c:Chunk {id: row.chunk_id})
MERGE (t:Topic {id: row.id})
SET t.name = row.name, t.origin = row.origin
MERGE (t)-[:MENTIONED_IN]->(c)
