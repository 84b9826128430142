// All that hangs on these sources, without vectors: what a new version is compared with.
UNWIND $ids AS id
MATCH (s:Source {id: id})
CALL (s) {
  RETURN 'source' AS kind, s AS n, null AS chunk
  UNION ALL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk) RETURN 'chunk' AS kind, c AS n, c.id AS chunk
  UNION ALL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)<-[:MENTIONED_IN]-(t:Topic)
    RETURN 'topic' AS kind, t AS n, min(c.id) AS chunk
  UNION ALL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)<-[:MENTIONED_IN]-(t:Topic)<-[:BELONGS_TO]-(x:Statement)
    RETURN 'statement' AS kind, x AS n, min(c.id) AS chunk
  UNION ALL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)<-[:MENTIONED_IN]-(x:Claim)
    RETURN 'claim' AS kind, x AS n, min(c.id) AS chunk
}
RETURN kind, chunk, elementId(n) AS ref, n {.*, embedding: null} AS properties
