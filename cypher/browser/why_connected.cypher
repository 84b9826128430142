// Why is A connected to B? The shortest ways between them, and the statements that say so
// Put two names, or parts of them, between the quotes; empty: the two with the most relations.
WITH '' AS first, '' AS second
MATCH (x:Entity)
WHERE toLower(x.name) CONTAINS toLower(first)
WITH x AS a, second
ORDER BY toLower(x.name) = toLower(first) DESC, COUNT { (x)-[:RELATED]-() } DESC LIMIT 1
MATCH (y:Entity)
WHERE toLower(y.name) CONTAINS toLower(second) AND y <> a
WITH a, y AS b
ORDER BY toLower(y.name) = toLower(second) DESC, COUNT { (y)-[:RELATED]-() } DESC LIMIT 1
MATCH p = allShortestPaths((a)-[:RELATED*..5]-(b))
WITH p LIMIT 5
UNWIND relationships(p) AS r
UNWIND r.evidence[..3] AS id
MATCH (s:Statement {id: id})
RETURN p, s
LIMIT 60
