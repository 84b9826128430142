// Where cited records stand in the texts: per record at most $limit chunks, with the offsets in
// the source's text of the statement, or of the chunk where no statement says more; null where
// nobody knows.
CALL () {
  UNWIND $entities AS key
  MATCH (e:Entity {id: key})
  CALL (e) {
    MATCH (e)<-[:MENTIONS]-(s:Statement)-[m:MENTIONED_IN]->(c:Chunk)
    WITH c, CASE WHEN m.start >= 0 THEN m ELSE c END AS place
    RETURN c, place ORDER BY c.id, place.start LIMIT $limit
  UNION ALL
    MATCH (e)<-[:MENTIONS]-(c:Chunk)
    RETURN c, c AS place ORDER BY c.id LIMIT $limit
  }
  RETURN 'Entities' AS dataset, key, c, place
UNION ALL
  UNWIND $relations AS row
  UNWIND row.evidence AS statement
  MATCH (:Statement {id: statement})-[m:MENTIONED_IN]->(c:Chunk)
  RETURN 'Relationships' AS dataset, row.key AS key, c,
         CASE WHEN m.start >= 0 THEN m ELSE c END AS place
UNION ALL
  UNWIND $claims AS key
  MATCH (:Claim {id: key})-[:MENTIONED_IN]->(c:Chunk)
  RETURN 'Claims' AS dataset, key, c, c AS place
UNION ALL
  UNWIND $reports AS key
  MATCH (x:Community {id: key})
  CALL (x) {
    UNWIND x.evidence[..$limit] AS statement
    MATCH (:Statement {id: statement})-[m:MENTIONED_IN]->(c:Chunk)
    RETURN c, CASE WHEN m.start >= 0 THEN m ELSE c END AS place
  UNION ALL
    WITH x WHERE x.evidence IS NULL
    MATCH (x)<-[:IN_COMMUNITY]-(e:Entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(c:Chunk)
    WITH c, count(DISTINCT e) AS n ORDER BY n DESC, c.id LIMIT $limit
    RETURN c, c AS place
  }
  RETURN 'Reports' AS dataset, key, c, place
}
MATCH (c)-[:FROM_SOURCE]->(d:Source)
RETURN dataset, key, c.id AS chunk, d.uri AS uri, d.title AS title,
       coalesce(place.place, c.place) AS place, nullIf(place.start, -1) AS start, nullIf(place.end, -1) AS end
ORDER BY dataset, key, uri, start
