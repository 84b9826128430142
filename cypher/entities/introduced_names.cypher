// Short names that a text introduces for long ones: of pairs ($rows: ids, and a pattern of how it
// would be written) those for which a chunk that mentions the long one has such words.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.long})
WHERE EXISTS {
  CALL (entity) {
    MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(chunk:Chunk) RETURN chunk
    UNION MATCH (entity)<-[:MENTIONS|ABOUT]-(chunk:Chunk) RETURN chunk
  }
  WITH chunk WHERE chunk.text =~ row.pattern
  RETURN chunk
}
RETURN row.short AS short, row.long AS long
