// Relationships of each kind, from the count store: none is read. No type leads from one label to
// several, so the end need not be matched. The order of chunks is the example.
MATCH (:Chunk /* start */)-[link:NEXT /* type */]->()
WITH count(link) AS n
RETURN 'Chunk' /* start */ AS from, 'NEXT' /* type */ AS type, 'Chunk' /* end */ AS to, n
