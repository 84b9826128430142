// Where cited records stand in the texts: per record at most $limit chunks, with the offsets in
// the source's text of the statement, or of the chunk where no statement says more; null where
// nobody knows.
CALL () {
  UNWIND $entities AS key
  MATCH (entity:Entity {id: key})
  CALL (entity) {
    MATCH (entity)<-[:MENTIONS]-(statement:Statement)-[mention:MENTIONED_IN]->(chunk:Chunk)
    WITH chunk, CASE WHEN mention.start >= 0 THEN mention ELSE chunk END AS place
    RETURN chunk, place ORDER BY chunk.id, place.start LIMIT $limit
  UNION ALL
    MATCH (entity)<-[:MENTIONS]-(chunk:Chunk)
    RETURN chunk, chunk AS place ORDER BY chunk.id LIMIT $limit
  }
  RETURN 'Entities' AS dataset, key, chunk, place
UNION ALL
  UNWIND $relations AS row
  UNWIND row.evidence AS statement
  MATCH (:Statement {id: statement})-[mention:MENTIONED_IN]->(chunk:Chunk)
  RETURN 'Relationships' AS dataset, row.key AS key, chunk,
         CASE WHEN mention.start >= 0 THEN mention ELSE chunk END AS place
UNION ALL
  UNWIND $claims AS key
  MATCH (:Claim {id: key})-[:MENTIONED_IN]->(chunk:Chunk)
  RETURN 'Claims' AS dataset, key, chunk, chunk AS place
UNION ALL
  UNWIND $reports AS key
  MATCH (report:Community {id: key})
  CALL (report) {
    UNWIND report.evidence[..$limit] AS statement
    MATCH (:Statement {id: statement})-[mention:MENTIONED_IN]->(chunk:Chunk)
    RETURN chunk, CASE WHEN mention.start >= 0 THEN mention ELSE chunk END AS place
  UNION ALL
    WITH report WHERE report.evidence IS NULL
    MATCH (report)<-[:IN_COMMUNITY]-(entity:Entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(chunk:Chunk)
    WITH chunk, count(DISTINCT entity) AS n ORDER BY n DESC, chunk.id LIMIT $limit
    RETURN chunk, chunk AS place
  }
  RETURN 'Reports' AS dataset, key, chunk, place
}
MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
RETURN dataset, key, chunk.id AS chunk, source.uri AS uri, source.title AS title,
       coalesce(place.place, chunk.place) AS place, nullIf(place.start, -1) AS start,
       nullIf(place.end, -1) AS end
ORDER BY dataset, key, uri, start
