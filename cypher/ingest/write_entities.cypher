// Entities by normalised name, marked: name, type and description are derived from all evidence.
UNWIND $rows AS row
MERGE (entity:Entity {id: row.id})
ON CREATE SET entity.name = row.name
SET entity.dirty = row.dirty
