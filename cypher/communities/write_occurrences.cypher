// Eager: all are counted before any is set; a batch is small.
// Occurrence of communities: the share of all chunks that mention one of its entities.
MATCH (any:Chunk)
WITH count(any) AS n
UNWIND $ids AS id
MATCH (community:Community {id: id})
CALL (community) {
  CALL (community) {
    MATCH (community)<-[:IN_COMMUNITY]-(:Entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(chunk:Chunk)
    RETURN chunk
  UNION
    MATCH (community)<-[:IN_COMMUNITY]-(:Entity)<-[:MENTIONS]-(chunk:Chunk)
    RETURN chunk
  }
  RETURN count(chunk) AS chunks
}
WITH community, CASE WHEN n = 0 THEN 0.0 ELSE toFloat(chunks) / n END AS occurrence
WHERE community.occurrence IS NULL OR community.occurrence <> occurrence
SET community.occurrence = occurrence
