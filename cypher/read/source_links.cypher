// The relationships of these chunks, topics, statements and claims, with what they say; those of
// a merged entity as if they still led to it.
CALL () {
  UNWIND $chunks AS id MATCH (:Chunk {id: id})-[r:NEXT]->(:Chunk) RETURN 'chunk_next' AS kind, r
  UNION ALL UNWIND $chunks AS id MATCH (:Chunk {id: id})-[r:ABOUT]->(:Entity)
    RETURN 'about' AS kind, r
  UNION ALL UNWIND $chunks AS id MATCH (:Chunk {id: id})-[r:MENTIONS]->(:Entity)
    RETURN 'chunk_mentions' AS kind, r
  UNION ALL UNWIND $topics AS id MATCH (:Topic {id: id})-[r:MENTIONED_IN]->(:Chunk)
    RETURN 'topic_mentioned_in' AS kind, r
  UNION ALL UNWIND $topics AS id MATCH (:Topic {id: id})-[r:MENTIONS]->(:Entity)
    RETURN 'topic_mentions' AS kind, r
  UNION ALL UNWIND $statements AS id MATCH (:Statement {id: id})-[r:MENTIONED_IN]->(:Chunk)
    RETURN 'statement_mentioned_in' AS kind, r
  UNION ALL UNWIND $statements AS id MATCH (:Statement {id: id})-[r:NEXT]->(:Statement)
    RETURN 'statement_next' AS kind, r
  UNION ALL UNWIND $statements AS id MATCH (:Statement {id: id})-[r:MENTIONS]->(:Entity)
    RETURN 'mentions' AS kind, r
  UNION ALL UNWIND $statements AS id MATCH (:Statement {id: id})<-[r:SUPPORTS]-(:Fact)
    RETURN 'supports' AS kind, r
  UNION ALL UNWIND $claims AS id MATCH (:Claim {id: id})-[r:MENTIONED_IN]->(:Chunk)
    RETURN 'claim_mentioned_in' AS kind, r
  UNION ALL UNWIND $claims AS id MATCH (:Claim {id: id})-[r:CONCERNS]->(:Entity)
    RETURN 'claim_' + r.role AS kind, r
}
RETURN kind, startNode(r).id AS from, coalesce(r.merged_from, endNode(r).id) AS to, elementId(r) AS ref,
       properties(r) AS properties
