// What the vectors of these chunks and statements were made from.
CALL () {
  UNWIND $chunks AS id MATCH (n:Chunk {id: id}) RETURN 'Chunk' AS label, n
  UNION ALL UNWIND $statements AS id MATCH (n:Statement {id: id}) RETURN 'Statement' AS label, n
}
RETURN label, n.id AS id, n.embedding_key AS embedding_key
