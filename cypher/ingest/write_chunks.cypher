// Chunks and where they come from. A chunk is 'pending' until all that it says is in the graph.
UNWIND $rows AS row
MATCH (s:Source {id: row.source_id})
MERGE (c:Chunk {id: row.id})
SET c.title = row.title, c.text = row.text, c.n_tokens = row.n_tokens,
    c.position = row.position, c.place = row.place, c.section = row.section, c.start = row.start, c.end = row.end, c.status = 'pending'
MERGE (c)-[:FROM_SOURCE]->(s)
