// From a document down to its facts: source, chunk, topic, statement, fact
// Put a part of the title between the quotes; empty: the longest document.
WITH '' AS title
MATCH (s:Source)
WHERE toLower(s.title) CONTAINS toLower(title)
WITH s ORDER BY COUNT { (s)<-[:FROM_SOURCE]-() } DESC LIMIT 1
MATCH p = (s)<-[:FROM_SOURCE]-(c:Chunk)
WITH p, c ORDER BY c.position LIMIT 4
MATCH q = (c)<-[:MENTIONED_IN]-(x:Statement)-[:BELONGS_TO]->(:Topic)
OPTIONAL MATCH f = (x)<-[:SUPPORTS]-(:Fact)
RETURN p, q, f
LIMIT 60
