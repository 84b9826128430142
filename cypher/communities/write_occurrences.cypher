// Eager: all are counted before any is set; a batch is small.
// Occurrence of communities: the share of all chunks that mention one of its entities.
MATCH (x:Chunk)
WITH count(x) AS n
UNWIND $ids AS id
MATCH (c:Community {id: id})
CALL (c) {
  CALL (c) {
    MATCH (c)<-[:IN_COMMUNITY]-(:Entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(k:Chunk)
    RETURN k
  UNION
    MATCH (c)<-[:IN_COMMUNITY]-(:Entity)<-[:MENTIONS]-(k:Chunk)
    RETURN k
  }
  RETURN count(k) AS chunks
}
WITH c, CASE WHEN n = 0 THEN 0.0 ELSE toFloat(chunks) / n END AS occurrence
WHERE c.occurrence IS NULL OR c.occurrence <> occurrence
SET c.occurrence = occurrence
