// All that hangs on these sources, without vectors: what a new version is compared with. chunk:
// one of the chunks that it stands in; origin: whose word it is; topic: that of a statement.
UNWIND $ids AS id
MATCH (s:Source {id: id})
CALL (s) {
  RETURN 'Source' AS label, s AS n, null AS chunk, null AS origin, null AS topic
  UNION ALL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)
    RETURN 'Chunk' AS label, c AS n, c.id AS chunk, null AS origin, null AS topic
  UNION ALL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)<-[:MENTIONED_IN]-(t:Topic)
    RETURN 'Topic' AS label, t AS n, min(c.id) AS chunk, t.origin AS origin, null AS topic
  UNION ALL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)<-[:MENTIONED_IN]-(t:Topic)<-[:BELONGS_TO]-(x:Statement)
    RETURN 'Statement' AS label, x AS n, min(c.id) AS chunk, t.origin AS origin, t.id AS topic
  UNION ALL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)<-[:MENTIONED_IN]-(x:Claim)
    RETURN 'Claim' AS label, x AS n, min(c.id) AS chunk, x.origin AS origin, null AS topic
}
RETURN label, chunk, origin, topic, elementId(n) AS ref, n {.*, embedding: null} AS properties
