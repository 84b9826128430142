// Descriptions that had to be shortened; not of entities that were marked anew meanwhile.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
WHERE e.todo = row.todo
SET e.description = row.description
