// What the vectors of these statements were made from.
UNWIND $ids AS id
MATCH (n:Statement {id: id})
RETURN n.id AS id, n.embedding_key AS embedding_key
