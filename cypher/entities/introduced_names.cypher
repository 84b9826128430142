// Short names that a text introduces for long ones: of pairs ($rows: ids, and a pattern of how it
// would be written) those for which a chunk that mentions the long one has such words.
UNWIND $rows AS row
MATCH (e:Entity {id: row.long})
WHERE EXISTS {
  CALL (e) {
    MATCH (e)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(c:Chunk) RETURN c
    UNION MATCH (e)<-[:MENTIONS|ABOUT]-(c:Chunk) RETURN c
  }
  WITH c WHERE c.text =~ row.pattern
  RETURN c
}
RETURN row.short AS short, row.long AS long
