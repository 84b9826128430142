// Entities by normalised name, marked: name, type and description are derived from all evidence.
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.name = row.name
SET e.dirty = row.dirty
