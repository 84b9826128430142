// Entities that lose evidence with these sources wait to be derived anew.
UNWIND $ids AS id
MATCH (:Source {id: id})<-[:FROM_SOURCE]-(c:Chunk)
CALL (c) {
  MATCH (c)-[:ABOUT]->(e:Entity) RETURN e
  UNION MATCH (c)<-[:MENTIONED_IN]-(:Statement)-[:MENTIONS]->(e:Entity) RETURN e
}
WITH DISTINCT e
SET e.todo = $todo
