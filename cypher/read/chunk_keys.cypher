// What the vectors of these chunks were made from.
UNWIND $ids AS id
MATCH (n:Chunk {id: id})
RETURN n.id AS id, n.embedding_key AS embedding_key
