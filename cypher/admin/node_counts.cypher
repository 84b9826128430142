// Nodes per label, from the count store: no node is read.
CALL () {
  MATCH (n:Source) WITH count(n) AS n RETURN 'Source' AS label, n
  UNION ALL MATCH (n:Chunk) WITH count(n) AS n RETURN 'Chunk' AS label, n
  UNION ALL MATCH (n:Topic) WITH count(n) AS n RETURN 'Topic' AS label, n
  UNION ALL MATCH (n:Statement) WITH count(n) AS n RETURN 'Statement' AS label, n
  UNION ALL MATCH (n:Fact) WITH count(n) AS n RETURN 'Fact' AS label, n
  UNION ALL MATCH (n:Entity) WITH count(n) AS n RETURN 'Entity' AS label, n
  UNION ALL MATCH (n:Claim) WITH count(n) AS n RETURN 'Claim' AS label, n
  UNION ALL MATCH (n:Community) WITH count(n) AS n RETURN 'Community' AS label, n
  UNION ALL MATCH (n:Alias) WITH count(n) AS n RETURN 'Alias' AS label, n
  UNION ALL MATCH (n:DistinctPair) WITH count(n) AS n RETURN 'DistinctPair' AS label, n
}
RETURN label, n
