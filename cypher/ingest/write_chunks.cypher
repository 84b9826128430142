// Chunks and where they come from. A chunk is 'pending' until all that it says is in the graph.
UNWIND $rows AS row
MATCH (source:Source {id: row.source_id})
MERGE (chunk:Chunk {id: row.id})
SET chunk.title = row.title, chunk.text = row.text, chunk.n_tokens = row.n_tokens,
    chunk.position = row.position, chunk.place = row.place, chunk.section = row.section,
    chunk.start = row.start, chunk.end = row.end, chunk.own = row.own, chunk.stems = row.stems,
    chunk.status = 'pending'
MERGE (chunk)-[:FROM_SOURCE]->(source)
