// The relationships of these chunks, topics, statements and claims, with what they say; those of
// a merged entity as if they still led to it. start: the label that they start from.
CALL () {
  UNWIND $chunks AS id
  MATCH (:Chunk {id: id})-[link:NEXT|ABOUT|MENTIONS]->()
  RETURN 'Chunk' AS start, link
UNION ALL
  UNWIND $topics AS id
  MATCH (:Topic {id: id})-[link:MENTIONED_IN|MENTIONS]->()
  RETURN 'Topic' AS start, link
UNION ALL
  UNWIND $statements AS id
  MATCH (:Statement {id: id})-[link:MENTIONED_IN|NEXT|MENTIONS]->()
  RETURN 'Statement' AS start, link
UNION ALL
  UNWIND $statements AS id
  MATCH (:Statement {id: id})<-[link:SUPPORTS]-(:Fact)
  RETURN 'Fact' AS start, link
UNION ALL
  UNWIND $claims AS id
  MATCH (:Claim {id: id})-[link:MENTIONED_IN|CONCERNS]->()
  RETURN 'Claim' AS start, link
}
RETURN start, type(link) AS type, coalesce(link.role, '') AS role, startNode(link).id AS from,
       coalesce(link.merged_from, endNode(link).id) AS to, elementId(link) AS ref,
       properties(link) AS properties
