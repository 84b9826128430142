// What the vectors of these chunks and statements were made from.
CALL () {
  UNWIND $chunks AS id MATCH (n:Chunk {id: id}) RETURN 'chunk' AS kind, n
  UNION ALL UNWIND $statements AS id MATCH (n:Statement {id: id}) RETURN 'statement' AS kind, n
}
RETURN kind, n.id AS id, n.embedding_key AS embedding_key
