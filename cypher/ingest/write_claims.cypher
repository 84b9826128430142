// Claims and one of the chunks that make each; name is the caption in Neo4j Browser.
UNWIND $rows AS row
MATCH (chunk:Chunk {id: row.chunk_id})
MERGE (claim:Claim {id: row.id})
SET claim.name = left(row.description, 60), claim.type = row.type, claim.status = row.status,
    claim.description = row.description, claim.start_date = row.start_date,
    claim.end_date = row.end_date, claim.source_text = row.source_text, claim.origin = row.origin
MERGE (claim)-[:MENTIONED_IN]->(chunk)
