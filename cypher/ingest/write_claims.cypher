// Claims and one of the chunks that make each; name is the caption in Neo4j Browser.
UNWIND $rows AS row
MATCH (c:Chunk {id: row.chunk_id})
MERGE (x:Claim {id: row.id})
SET x.name = left(row.description, 60), x.type = row.type, x.status = row.status,
    x.description = row.description, x.start_date = row.start_date, x.end_date = row.end_date,
    x.source_text = row.source_text, x.origin = row.origin
MERGE (x)-[:MENTIONED_IN]->(c)
