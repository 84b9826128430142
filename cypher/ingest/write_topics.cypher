// Topics: one name within one source, and one of the chunks each runs through. origin is
// 'handover' for what another engine said beside our own extraction.
UNWIND $rows AS row
MATCH (chunk:Chunk {id: row.chunk_id})
MERGE (topic:Topic {id: row.id})
SET topic.name = row.name, topic.origin = row.origin
MERGE (topic)-[:MENTIONED_IN]->(chunk)
