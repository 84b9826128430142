// Why is A connected to B? The shortest ways between them, and the statements that say so
// Put two names, or parts of them, between the quotes; empty: the two that are mentioned most.
WITH '' AS first, '' AS second
MATCH (one:Entity)
WHERE toLower(one.name) CONTAINS toLower(first)
WITH one, second ORDER BY toLower(one.name) = toLower(first) DESC, one.chunk_count DESC LIMIT 1
MATCH (other:Entity)
WHERE toLower(other.name) CONTAINS toLower(second) AND other <> one
WITH one, other ORDER BY toLower(other.name) = toLower(second) DESC, other.chunk_count DESC LIMIT 1
MATCH path = allShortestPaths((one)-[:RELATED|MENTIONS*..6]-(other))
WITH path LIMIT 10
WITH path, reduce(ids = [],
       relation IN relationships(path) | ids + coalesce(relation.evidence[..3], [])) AS evidence
OPTIONAL MATCH (statement:Statement) WHERE statement.id IN evidence
RETURN path, collect(statement) AS statements
