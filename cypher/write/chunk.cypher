// Chunks with their vectors, and where they come from.
UNWIND $rows AS row
MATCH (s:Source {id: row.source_id})
MERGE (c:Chunk {id: row.id})
SET c.title = row.title, c.text = row.text, c.n_tokens = row.n_tokens,
    c.position = row.position, c.start = row.start, c.end = row.end
WITH s, c, row
CALL db.create.setNodeVectorProperty(c, 'embedding', row.embedding)
MERGE (c)-[:FROM_SOURCE]->(s)
