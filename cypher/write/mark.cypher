// Entities whose evidence changed wait for their properties to be derived anew.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
SET e.todo = row.todo
