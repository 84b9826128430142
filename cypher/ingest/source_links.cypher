// The relationships of these chunks, topics, statements and claims, with what they say; those of
// a merged entity as if they still led to it. start: the label that they start from.
CALL () {
  UNWIND $chunks AS id
  MATCH (:Chunk {id: id})-[r:NEXT|ABOUT|MENTIONS]->()
  RETURN 'Chunk' AS start, r
UNION ALL
  UNWIND $topics AS id
  MATCH (:Topic {id: id})-[r:MENTIONED_IN|MENTIONS]->()
  RETURN 'Topic' AS start, r
UNION ALL
  UNWIND $statements AS id
  MATCH (:Statement {id: id})-[r:MENTIONED_IN|NEXT|MENTIONS]->()
  RETURN 'Statement' AS start, r
UNION ALL
  UNWIND $statements AS id
  MATCH (:Statement {id: id})<-[r:SUPPORTS]-(:Fact)
  RETURN 'Fact' AS start, r
UNION ALL
  UNWIND $claims AS id
  MATCH (:Claim {id: id})-[r:MENTIONED_IN|CONCERNS]->()
  RETURN 'Claim' AS start, r
}
RETURN start, type(r) AS type, coalesce(r.role, '') AS role, startNode(r).id AS from,
       coalesce(r.merged_from, endNode(r).id) AS to, elementId(r) AS ref, properties(r) AS properties
