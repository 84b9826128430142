// What the vectors of these chunks and statements were made from.
CALL () {
  UNWIND $chunks AS id MATCH (node:Chunk {id: id}) RETURN 'Chunk' AS label, node
  UNION ALL UNWIND $statements AS id MATCH (node:Statement {id: id}) RETURN 'Statement' AS label,
  node
}
RETURN label, node.id AS id, node.embedding_key AS embedding_key
