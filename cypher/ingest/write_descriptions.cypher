// Long descriptions, shortened where they had to be, and whether the LLM did it; not of entities
// that were marked anew meanwhile. coalesce: as in unmark_entities.cypher.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
WHERE coalesce(entity.dirty, '') = row.dirty
SET entity.description = row.description, entity.described_by = row.by
