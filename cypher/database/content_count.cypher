// Nodes but for our own records, from the count store: no node is read.
CALL () {
  MATCH (n) WITH count(n) AS c RETURN c
  UNION ALL MATCH (n:__SchemaMigration) WITH count(n) AS c RETURN -c AS c
  UNION ALL MATCH (n:__Graph) WITH count(n) AS c RETURN -c AS c
  UNION ALL MATCH (n:__Lock) WITH count(n) AS c RETURN -c AS c
  UNION ALL MATCH (n:__File) WITH count(n) AS c RETURN -c AS c
}
RETURN sum(c) AS n
