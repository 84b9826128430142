// Why is A connected to B? The shortest ways between them, and the statements that say so
// Put two names, or parts of them, between the quotes; empty: the two that are mentioned most.
WITH '' AS first, '' AS second
MATCH (a:Entity)
WHERE toLower(a.name) CONTAINS toLower(first)
WITH a, second ORDER BY toLower(a.name) = toLower(first) DESC, a.chunk_count DESC LIMIT 1
MATCH (b:Entity)
WHERE toLower(b.name) CONTAINS toLower(second) AND b <> a
WITH a, b ORDER BY toLower(b.name) = toLower(second) DESC, b.chunk_count DESC LIMIT 1
MATCH p = allShortestPaths((a)-[:RELATED|MENTIONS*..6]-(b))
WITH p LIMIT 10
WITH p, reduce(ids = [], r IN relationships(p) | ids + coalesce(r.evidence[..3], [])) AS evidence
OPTIONAL MATCH (s:Statement) WHERE s.id IN evidence
RETURN p, collect(s) AS statements
