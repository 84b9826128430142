// What supports this fact? Its entities, the statements that say it, and where they stand
// Put some words of the fact between the quotes; empty: the fact that is said most often.
WITH '' AS words
MATCH (f:Fact)
WHERE toLower(f.text) CONTAINS toLower(words)
WITH f ORDER BY COUNT { (f)-[:SUPPORTS]->() } DESC LIMIT 1
MATCH p = (f)-[:SUPPORTS]->(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(:Source)
OPTIONAL MATCH q = (:Entity)-[:SUBJECT]->(f)
OPTIONAL MATCH r = (f)-[:OBJECT]->(:Entity)
RETURN p, q, r
LIMIT 25
