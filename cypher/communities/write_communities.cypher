// Communities; name is the caption in Neo4j Browser until a report gives a title.
UNWIND $rows AS row
MERGE (community:Community {id: row.id})
ON CREATE SET community.level = row.level, community.size = row.size, community.name = row.name
