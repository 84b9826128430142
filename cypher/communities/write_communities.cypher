// Communities; name is the caption in Neo4j Browser until a report gives a title.
UNWIND $rows AS row
MERGE (c:Community {id: row.id})
ON CREATE SET c.level = row.level, c.size = row.size, c.name = row.name
