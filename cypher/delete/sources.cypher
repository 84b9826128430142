// Eager: what goes is found before anything goes. The sources themselves and their chunks.
UNWIND $ids AS id
MATCH (s:Source {id: id})
OPTIONAL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)
DETACH DELETE c, s
