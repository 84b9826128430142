// Long descriptions, shortened where they had to be, and whether the LLM did it; not of entities
// that were marked anew meanwhile.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
WHERE e.dirty = row.dirty
SET e.description = row.description, e.described_by = row.by
