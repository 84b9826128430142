// All that hangs on these sources, without vectors: what a new version is compared with. chunk:
// one of the chunks that it stands in; origin: whose word it is; topic: that of a statement.
UNWIND $ids AS id
MATCH (source:Source {id: id})
CALL (source) {
  RETURN 'Source' AS label, source AS n, null AS chunk, null AS origin, null AS topic
  UNION ALL MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)
    RETURN 'Chunk' AS label, chunk AS n, chunk.id AS chunk, null AS origin, null AS topic
  UNION ALL MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)<-[:MENTIONED_IN]-(topic:Topic)
    RETURN 'Topic' AS label, topic AS n, min(chunk.id) AS chunk, topic.origin AS origin,
           null AS topic
  UNION ALL MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)<-[:MENTIONED_IN]-(topic:Topic)<-[:BELONGS_TO]-(said:Statement)
    RETURN 'Statement' AS label, said AS n, min(chunk.id) AS chunk, topic.origin AS origin,
           topic.id AS topic
  UNION ALL MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)<-[:MENTIONED_IN]-(said:Claim)
    RETURN 'Claim' AS label, said AS n, min(chunk.id) AS chunk, said.origin AS origin, null AS topic
}
RETURN label, id AS source, chunk, origin, topic, elementId(n) AS ref, n {.*, embedding: null} AS properties
