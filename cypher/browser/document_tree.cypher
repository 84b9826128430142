// From a document down to its facts: source, chunk, topic, statement, fact
// Put a part of the title between the quotes; empty: the longest document.
WITH '' AS title
MATCH (source:Source)
WHERE toLower(source.title) CONTAINS toLower(title)
WITH source ORDER BY COUNT { (source)<-[:FROM_SOURCE]-() } DESC LIMIT 1
MATCH path = (source)<-[:FROM_SOURCE]-(chunk:Chunk)
WITH path, chunk ORDER BY chunk.position LIMIT 4
MATCH paths = (chunk)<-[:MENTIONED_IN]-(statement:Statement)-[:BELONGS_TO]->(:Topic)
OPTIONAL MATCH f = (statement)<-[:SUPPORTS]-(:Fact)
RETURN path, paths, f
LIMIT 60
