// Relationships per type, from the count store: no relationship is read.
CALL () {
  MATCH ()-[r:FROM_SOURCE]->() WITH count(r) AS n RETURN 'FROM_SOURCE' AS type, n
  UNION ALL MATCH ()-[r:NEXT]->() WITH count(r) AS n RETURN 'NEXT' AS type, n
  UNION ALL MATCH ()-[r:MENTIONED_IN]->() WITH count(r) AS n RETURN 'MENTIONED_IN' AS type, n
  UNION ALL MATCH ()-[r:BELONGS_TO]->() WITH count(r) AS n RETURN 'BELONGS_TO' AS type, n
  UNION ALL MATCH ()-[r:MENTIONS]->() WITH count(r) AS n RETURN 'MENTIONS' AS type, n
  UNION ALL MATCH ()-[r:ABOUT]->() WITH count(r) AS n RETURN 'ABOUT' AS type, n
  UNION ALL MATCH ()-[r:SUPPORTS]->() WITH count(r) AS n RETURN 'SUPPORTS' AS type, n
  UNION ALL MATCH ()-[r:SUBJECT]->() WITH count(r) AS n RETURN 'SUBJECT' AS type, n
  UNION ALL MATCH ()-[r:OBJECT]->() WITH count(r) AS n RETURN 'OBJECT' AS type, n
  UNION ALL MATCH ()-[r:RELATED]->() WITH count(r) AS n RETURN 'RELATED' AS type, n
  UNION ALL MATCH ()-[r:CONCERNS]->() WITH count(r) AS n RETURN 'CONCERNS' AS type, n
  UNION ALL MATCH ()-[r:IN_COMMUNITY]->() WITH count(r) AS n RETURN 'IN_COMMUNITY' AS type, n
  UNION ALL MATCH ()-[r:CHILD_OF]->() WITH count(r) AS n RETURN 'CHILD_OF' AS type, n
  UNION ALL MATCH ()-[r:MERGED_INTO]->() WITH count(r) AS n RETURN 'MERGED_INTO' AS type, n
}
RETURN type, n
