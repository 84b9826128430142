// Entities by normalised name. Name, type and description are derived later from all mentions.
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.name = row.name
