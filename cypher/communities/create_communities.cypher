// Eager: all of a batch are made before the parents of some are looked up among them. New
// communities, each in its parent, a level above, which is there or comes before it; name is the
// caption in Neo4j Browser until a report gives a title.
UNWIND $rows AS row
CREATE (community:Community {id: row.id, level: row.level, size: row.size, name: row.name})
WITH community, row
WHERE row.parent IS NOT NULL
CALL (row) { MATCH (parent:Community {id: row.parent}) RETURN parent }
CREATE (community)-[:CHILD_OF]->(parent)
