// Why is A connected to B? The shortest ways between them, and the statements that say so
// Put two names, or parts of them, between the quotes; empty: the two that are mentioned most.
// RELATED is what a text says; CO_OCCURS_WITH only that two are named together.
WITH toLower('') AS first, toLower('') AS second
MATCH (one:Entity)
WHERE toLower(one.name) CONTAINS first OR any(a IN one.aliases WHERE toLower(a) = first)
WITH one, second, first IN [a IN [one.name] + coalesce(one.aliases, []) | toLower(a)] AS exact
ORDER BY exact DESC, one.chunk_count DESC, one.id LIMIT 1
MATCH (other:Entity)
WHERE other <> one
  AND (toLower(other.name) CONTAINS second OR any(a IN other.aliases WHERE toLower(a) = second))
WITH one, other, second IN [a IN [other.name] + coalesce(other.aliases, []) | toLower(a)] AS exact
ORDER BY exact DESC, other.chunk_count DESC, other.id LIMIT 1
CALL (one, other) {
  MATCH path = allShortestPaths((one)-[:RELATED*..4]-(other)) RETURN path LIMIT 5
  UNION
  MATCH path = allShortestPaths((one)-[:RELATED|CO_OCCURS_WITH*..5]-(other))
  WITH nodes(path) AS stations, head(collect(path)) AS path RETURN path LIMIT 5
}
WITH path, reduce(ids = [],
       step IN relationships(path) | ids + coalesce(step.evidence[..3], [])) AS evidence
OPTIONAL MATCH (said:Statement|Chunk) WHERE said.id IN evidence
RETURN path, collect(said) AS said
ORDER BY length(path)
