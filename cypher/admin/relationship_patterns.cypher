// Relationships by type and the labels of their two ends, from the count store: none is read.
CALL () {
  MATCH (:Chunk)-[r:FROM_SOURCE]->() WITH count(r) AS n
    RETURN 'Chunk' AS from, 'FROM_SOURCE' AS type, 'Source' AS to, n
  UNION ALL MATCH (:Chunk)-[r:NEXT]->() WITH count(r) AS n
    RETURN 'Chunk' AS from, 'NEXT' AS type, 'Chunk' AS to, n
  UNION ALL MATCH (:Topic)-[r:MENTIONED_IN]->() WITH count(r) AS n
    RETURN 'Topic' AS from, 'MENTIONED_IN' AS type, 'Chunk' AS to, n
  UNION ALL MATCH (:Statement)-[r:MENTIONED_IN]->() WITH count(r) AS n
    RETURN 'Statement' AS from, 'MENTIONED_IN' AS type, 'Chunk' AS to, n
  UNION ALL MATCH (:Claim)-[r:MENTIONED_IN]->() WITH count(r) AS n
    RETURN 'Claim' AS from, 'MENTIONED_IN' AS type, 'Chunk' AS to, n
  UNION ALL MATCH (:Statement)-[r:BELONGS_TO]->() WITH count(r) AS n
    RETURN 'Statement' AS from, 'BELONGS_TO' AS type, 'Topic' AS to, n
  UNION ALL MATCH (:Statement)-[r:NEXT]->() WITH count(r) AS n
    RETURN 'Statement' AS from, 'NEXT' AS type, 'Statement' AS to, n
  UNION ALL MATCH (:Statement)-[r:MENTIONS]->() WITH count(r) AS n
    RETURN 'Statement' AS from, 'MENTIONS' AS type, 'Entity' AS to, n
  UNION ALL MATCH (:Chunk)-[r:MENTIONS]->() WITH count(r) AS n
    RETURN 'Chunk' AS from, 'MENTIONS' AS type, 'Entity' AS to, n
  UNION ALL MATCH (:Topic)-[r:MENTIONS]->() WITH count(r) AS n
    RETURN 'Topic' AS from, 'MENTIONS' AS type, 'Entity' AS to, n
  UNION ALL MATCH (:Chunk)-[r:ABOUT]->() WITH count(r) AS n
    RETURN 'Chunk' AS from, 'ABOUT' AS type, 'Entity' AS to, n
  UNION ALL MATCH (:Fact)-[r:SUPPORTS]->() WITH count(r) AS n
    RETURN 'Fact' AS from, 'SUPPORTS' AS type, 'Statement' AS to, n
  UNION ALL MATCH (:Entity)-[r:SUBJECT]->() WITH count(r) AS n
    RETURN 'Entity' AS from, 'SUBJECT' AS type, 'Fact' AS to, n
  UNION ALL MATCH (:Fact)-[r:OBJECT]->() WITH count(r) AS n
    RETURN 'Fact' AS from, 'OBJECT' AS type, 'Entity' AS to, n
  UNION ALL MATCH (:Entity)-[r:RELATED]->() WITH count(r) AS n
    RETURN 'Entity' AS from, 'RELATED' AS type, 'Entity' AS to, n
  UNION ALL MATCH (:Claim)-[r:CONCERNS]->() WITH count(r) AS n
    RETURN 'Claim' AS from, 'CONCERNS' AS type, 'Entity' AS to, n
  UNION ALL MATCH (:Entity)-[r:IN_COMMUNITY]->() WITH count(r) AS n
    RETURN 'Entity' AS from, 'IN_COMMUNITY' AS type, 'Community' AS to, n
  UNION ALL MATCH (:Community)-[r:CHILD_OF]->() WITH count(r) AS n
    RETURN 'Community' AS from, 'CHILD_OF' AS type, 'Community' AS to, n
  UNION ALL MATCH (:Alias)-[r:MERGED_INTO]->() WITH count(r) AS n
    RETURN 'Alias' AS from, 'MERGED_INTO' AS type, 'Entity' AS to, n
}
RETURN from, type, to, n
