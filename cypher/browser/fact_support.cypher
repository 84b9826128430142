// What supports this fact? Its entities, the statements that say it, and where they stand
// Put some words of the fact between the quotes; empty: the fact that is said most often.
WITH '' AS words
MATCH (fact:Fact)
WHERE toLower(fact.text) CONTAINS toLower(words)
WITH fact ORDER BY COUNT { (fact)-[:SUPPORTS]->() } DESC LIMIT 1
MATCH path = (fact)-[:SUPPORTS]->(:Statement)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(:Source)
OPTIONAL MATCH paths = (:Entity)-[:SUBJECT]->(fact)
OPTIONAL MATCH r = (fact)-[:OBJECT]->(:Entity)
RETURN path, paths, r
LIMIT 25
